import ImageModel
import ReducedJPEG
import TestSupport

/// A file with what libjpeg makes of its components, and what our decoder must make of it.
package final class JudgedJPEG {
  package let bytes: [UInt8]
  package let frame: PlainFrame
  /// What libjpeg reads; nil where it refuses.
  package private(set) lazy var read = try? TestJPEG.Coefficients(bytes)
  private let tables: TableCache
  /// Of each component what was decoded of all of it, by points.
  private var wholes: [[Int: TestPicture]]

  /// Nil where no frame is found.
  package init?(_ bytes: [UInt8], tables: TableCache = TableCache()) {
    guard let frame = PlainFrame(bytes) else { return nil }
    (self.bytes, self.frame, self.tables) = (bytes, frame, tables)
    wholes = frame.sampling.map { _ in [:] }
  }

  package func decode(_ request: ReducedRequest, piece: Int = .max) -> MemoryDecode {
    MemoryDecode(bytes, request, tables: tables, piece: piece)
  }

  /// What isn't as it must be in a decode of all at each component's points, of which some components are compared with
  /// libjpeg where that reads them without a warning; nil where nothing is.
  package func fault(
    whole points: [Int], looksAtAll: Bool = false, comparing components: Range<Int>? = nil, piece: Int = .max
  ) -> JudgedFault? {
    let decode = decode(frame.whole(points, looksAtAll: looksAtAll), piece: piece)
    if let fault = JudgedFault(decode) { return fault }
    for (component, plane) in decode.planes.enumerated() { wholes[component][points[component]] = plane }
    guard let read, read.warnings == 0 else { return nil }
    for component in components ?? points.indices {
      let own = points[component]
      if let difference = read.difference(decode.planes[component], component, points: own) {
        return .differs("\(own) points, component \(component): \(difference)")
      }
    }
    return nil
  }

  /// What isn't as it must be in a decode of regions: at points that all was decoded at before its samples must be the same.
  package func fault(_ request: ReducedRequest, piece: Int = .max) -> JudgedFault? {
    let decode = decode(request, piece: piece)
    if let fault = JudgedFault(decode) { return fault }
    for (component, wanted) in request.components.enumerated() {
      guard let whole = wholes[component][wanted.points] else { continue }
      let box = wanted.region
      let expected = whole.cropped(x: box.x, y: box.y, width: box.width, height: box.height)
      if let difference = decode.planes[component].firstDifference(expected) {
        return .differs("\(wanted.points) points, component \(component) of \(request.text): \(difference)")
      }
    }
    return nil
  }
}

/// Why a decode isn't what it must be.
package enum JudgedFault: Hashable, Sendable {
  case damaged(JPEGDamage)
  case differs(String)

  /// Nil where rows came as they must.
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

extension TestJPEG.Coefficients {
  /// What of a decoded component isn't as it must be: libjpeg's samples, but at 2 and 4 points, where libjpeg averages, what
  /// lies within 1 of the transform in double precision.
  fileprivate func difference(_ plane: TestPicture, _ component: Int, points: Int) -> String? {
    do {
      if points != 2 && points != 4 {
        return plane.firstDifference(try self.plane(component, eighths: points))
      }
      let exact = try exactPlane(component, eighths: points)
      guard (plane.width, plane.height) == (exact.width, exact.height) else { return "another size" }
      let wrong = zip(plane.samples, exact.samples).enumerated().first { abs(Double($1.0) - $1.1) > 1 }
      return wrong.map { place, values in
        "(\(place % exact.width), \(place / exact.width)) is \(values.0), not \(values.1)"
      }
    } catch {
      return "libjpeg has no such component"
    }
  }
}

extension TestPicture {
  /// The first sample of the first channel that differs.
  fileprivate func firstDifference(_ other: TestPicture) -> String? {
    if (width, height) != (other.width, other.height) {
      return "\(width)x\(height), not \(other.width)x\(other.height)"
    }
    guard samples != other.samples else { return nil }
    let place = samples.indices.first { samples[$0] != other.samples[$0] } ?? 0
    return "(\(place % width), \(place / width)) is \(samples[place]), not \(other.samples[place])"
  }
}
