import ImageModel

extension GreyPicture {
  /// The samples of the picture at another size, row by row, by Lanczos of three lobes, along one axis after the other.
  /// Both times they are rounded to 8 bits.
  ///
  /// The kernel ends at the picture's edges, and the axis that comes first is the one of Pillow 13. So hashes equal
  /// those of other programs.
  func resized(to target: PixelSize) -> [UInt8] {
    let across = Taps(from: size.width, to: target.width)
    let down = Taps(from: size.height, to: target.height)
    if size.height - target.height > 2 * max(size.width - target.width, 0) {
      let columns = down.reduced(samples.turned(width: size.width), width: size.height)
      return across.reduced(columns.turned(width: target.height), width: size.width)
    }
    let columns = across.reduced(samples, width: size.width).turned(width: target.width)
    return down.reduced(columns, width: size.height).turned(width: target.height)
  }
}

extension [UInt8] {
  /// The columns of rows of `width` samples, one after the other.
  fileprivate func turned(width: Int) -> [UInt8] {
    (0..<width).flatMap { x in stride(from: x, to: count, by: width).map { self[$0] } }
  }
}

/// The weights that make a row of samples of another one.
private struct Taps {
  /// For each result, its first sample and the index of its first weight.
  private var starts: [(sample: Int, weight: Int)] = []
  /// In units of 2^-22. Those of a result stand side by side.
  private var weights: [Int] = []

  init(from count: Int, to target: Int) {
    let scale = Double(count) / Double(target)
    let step = 1 / max(scale, 1)
    for place in 0..<target {
      let middle = (Double(place) + 0.5) * scale
      let first = max(Int(middle - 3 / step + 0.5), 0)
      let end = min(Int(middle + 3 / step + 0.5), count)
      starts.append((first, weights.count))
      weights += withUnsafeTemporaryAllocation(of: Double.self, capacity: end - first) { values in
        values.initialize(repeating: 0)
        ResampleFilter.lanczos3.evaluate(into: values, first: Double(first) + 0.5 - middle, step: step)
        let total = values.reduce(0, +)
        return values.map { Int(($0 / total * 4_194_304).rounded()) }
      }
    }
  }

  /// The results for rows of `width` samples, which lie one after the other.
  func reduced(_ samples: [UInt8], width: Int) -> [UInt8] {
    stride(from: 0, to: samples.count, by: width).flatMap { reduced(samples[$0..<$0 + width]) }
  }

  /// The results for one row.
  private func reduced(_ row: ArraySlice<UInt8>) -> [UInt8] {
    row.withUnsafeBufferPointer { row in
      weights.withUnsafeBufferPointer { weights in
        starts.indices.map { place in
          let (first, start) = starts[place]
          let end = place + 1 < starts.count ? starts[place + 1].weight : weights.count
          var sum = 1 << 21
          for number in 0..<end - start { sum += weights[start + number] * Int(row[first + number]) }
          return UInt8(clamping: sum >> 22)
        }
      }
    }
  }
}
