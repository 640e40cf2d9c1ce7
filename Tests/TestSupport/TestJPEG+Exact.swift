import Glibc

extension TestJPEG {
  /// Samples of one component in double precision, 0...255, not rounded: rows without gaps.
  package struct ExactPlane: Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var samples: [Double]

    /// One sample.
    package subscript(x: Int, y: Int) -> Double { samples[y * width + x] }
  }
}

extension TestJPEG.Coefficients {
  /// One component at `eighths`/8, 1...8, by the inverse DCT of that many points of each block's lowest
  /// coefficients, as T.81 A.3.3 defines it for 8: what an integer DCT should come near to.
  package func exactPlane(_ component: Int, eighths: Int) throws(TestJPEG.Refused) -> TestJPEG.ExactPlane {
    guard components.indices.contains(component), (1...8).contains(eighths) else { throw TestJPEG.Refused() }
    let own = components[component]
    let (width, height) = ((own.width * eighths + 7) / 8, (own.height * eighths + 7) / 8)
    var plane = TestJPEG.ExactPlane(
      width: width, height: height, samples: [Double](repeating: 0, count: width * height))
    let basis = Self.basis(eighths)
    for down in 0..<own.blocksDown {
      for across in 0..<own.blocksAcross {
        let quantized = try block(component, across: across, down: down)
        let part = Self.inverse(zip(quantized, own.quantization).map { Double($0 * $1) }, basis)
        for y in 0..<min(eighths, height - down * eighths) {
          for x in 0..<min(eighths, width - across * eighths) {
            plane.samples[(down * eighths + y) * width + across * eighths + x] = part[y][x]
          }
        }
      }
    }
    return plane
  }

  /// `basis[i][u]` is what frequency u adds at place i: c(u) cos((2i + 1) u pi / 2n), where c(0) is 1 and any other
  /// the square root of 2.
  private static func basis(_ size: Int) -> [[Double]] {
    (0..<size).map { place in
      (0..<size).map { frequency in
        let angle = Double((2 * place + 1) * frequency) * Double.pi / Double(2 * size)
        return frequency == 0 ? 1 : sqrt(2) * cos(angle)
      }
    }
  }

  /// The samples of a block in rows, of its dequantized coefficients.
  private static func inverse(_ coefficients: [Double], _ basis: [[Double]]) -> [[Double]] {
    let rows = basis.indices.map { v in
      basis.map { row in row.indices.reduce(0) { $0 + row[$1] * coefficients[8 * v + $1] } }
    }
    return basis.map { column in
      basis.indices.map { x in
        let sum = column.indices.reduce(0) { $0 + column[$1] * rows[$1][x] }
        return min(max(128 + sum / 8, 0), 255)
      }
    }
  }
}
