import ImageModel
import ReducedJPEG
import TestSupport

/// A file with what libjpeg makes of its components, and what our decoder must make of it.
package final class JudgedJPEG {
  package let bytes: [UInt8]
  package let read: TestJPEG.Coefficients
  /// In pixels.
  package let size: PixelSize
  private let tables: TableCache
  /// By points, the first for 1; each with a plane for each component.
  private var wholes = [[TestPicture]?](repeating: nil, count: 8)

  /// Refused where libjpeg refuses.
  package init(_ bytes: [UInt8], tables: TableCache = TableCache()) throws(TestJPEG.Refused) {
    self.bytes = bytes
    self.tables = tables
    read = try TestJPEG.Coefficients(bytes)
    size = PixelSize(
      width: read.components.map(\.width).max() ?? 0, height: read.components.map(\.height).max() ?? 0)
  }

  /// A component's samples at so many points a block.
  package func side(_ component: Int, points: Int) -> PixelSize {
    let own = read.components[component]
    return PixelSize(width: (own.width * points + 7) / 8, height: (own.height * points + 7) / 8)
  }

  /// The request for all of each component.
  package func whole(_ points: [Int], looksAtAll: Bool = false) -> ReducedRequest {
    ReducedRequest(
      storedSize: size,
      components: points.enumerated().map { component, points in
        .init(points: points, region: PixelRect(side(component, points: points)))
      }, looksAtAll: looksAtAll)
  }

  package func decode(_ request: ReducedRequest, piece: Int = .max) -> MemoryDecode {
    MemoryDecode(bytes, request, tables: tables, piece: piece)
  }

  /// What isn't as it must be in a decode of all at `points`; nil where nothing is.
  package func fault(points: Int) throws(TestJPEG.Refused) -> JudgedFault? {
    let decode = decode(whole(read.components.map { _ in points }))
    if let fault = JudgedFault(decode) { return fault }
    wholes[points - 1] = decode.planes
    for component in read.components.indices {
      if let difference = try difference(decode.planes[component], component, points: points) {
        return .differs("\(points) points, component \(component): \(difference)")
      }
    }
    return nil
  }

  /// What isn't as it must be in a decode of regions; all was decoded at these points before.
  package func fault(_ request: ReducedRequest) -> JudgedFault? {
    let decode = decode(request)
    if let fault = JudgedFault(decode) { return fault }
    for (component, wanted) in request.components.enumerated() {
      guard let whole = wholes[wanted.points - 1]?[component] else { continue }
      let box = wanted.region
      let expected = whole.cropped(x: box.x, y: box.y, width: box.width, height: box.height)
      if let difference = decode.planes[component].firstDifference(expected) {
        return .differs("\(wanted.points) points, component \(component) of \(request.text): \(difference)")
      }
    }
    return nil
  }

  /// Where libjpeg averages, at 2 and 4 points, the transform in double precision decides.
  private func difference(
    _ plane: TestPicture, _ component: Int, points: Int
  ) throws(TestJPEG.Refused) -> String? {
    if points != 2 && points != 4 {
      return plane.firstDifference(try read.plane(component, eighths: points))
    }
    let exact = try read.exactPlane(component, eighths: points)
    let wrong = zip(plane.samples, exact.samples).enumerated().first { abs(Double($1.0) - $1.1) > 1 }
    return wrong.map { place, values in
      "(\(place % exact.width), \(place / exact.width)) is \(values.0), not \(values.1)"
    }
  }
}

/// Why a decode isn't what it must be.
package enum JudgedFault: Hashable {
  case damaged(JPEGDamage)
  case differs(String)

  init?(_ decode: MemoryDecode) {
    if let damage = decode.damage {
      self = .damaged(damage)
    } else if let fault = decode.fault {
      self = .differs(fault)
    } else {
      return nil
    }
  }
}

extension ReducedRequest {
  /// Points and region of each component.
  package var text: String {
    let parts = components.map { "\($0.points): \($0.region)" }.joined(separator: ", ")
    return looksAtAll ? parts + ", looking at all" : parts
  }
}

extension TestPicture {
  /// The first sample of the first channel that differs.
  package func firstDifference(_ other: TestPicture) -> String? {
    if (width, height) != (other.width, other.height) {
      return "\(width)x\(height), not \(other.width)x\(other.height)"
    }
    guard samples != other.samples else { return nil }
    let place = samples.indices.first { samples[$0] != other.samples[$0] } ?? 0
    return "(\(place % width), \(place / width)) is \(samples[place]), not \(other.samples[place])"
  }
}
