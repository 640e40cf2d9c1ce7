import CCodecs
import ImageModel

/// A conversion of pixels from one ICC profile to another by Little CMS.
package final class ColorTransform {
  /// The "profile" of L*a*b*, which Little CMS makes itself.
  static let lab: [UInt8] = []

  private let handle: OpaquePointer
  private let source: ColorModel
  private let target: ColorModel
  private let depth: SampleDepth

  /// Makes the conversion from colours `source` with the profile `from` to colours `target` with the profile
  /// `to`. All samples have one depth.
  ///
  /// Nil if Little CMS is missing, or if a profile is broken, doesn't fit its pixels or takes more memory
  /// than ``ProfileMemory`` predicts.
  package init?(
    _ source: ColorModel, in from: [UInt8], to target: ColorModel, in to: [UInt8], intent: ColorIntent,
    depth: SampleDepth
  ) {
    let most = ProfileMemory.fixed + (ProfileMemory(from).bytes + ProfileMemory(to).bytes) * 9 / 8
    let handle = from.withUnsafeBufferPointer { from in
      to.withUnsafeBufferPointer { to in
        var (first, second) = (
          shim_color_space(profile: from.baseAddress, size: from.count, color: source.shim),
          shim_color_space(profile: to.baseAddress, size: to.count, color: target.shim)
        )
        return shim_transform_create(&first, &second, intent.shim, Int32(depth.bytes), most)
      }
    }
    guard let handle else { return nil }
    self.handle = handle
    (self.source, self.target, self.depth) = (source, target, depth)
  }

  deinit { shim_transform_destroy(handle) }

  /// Converts content in place. The colour planes become the target's colour planes; later planes, such as
  /// alpha, stay. Throws `memory`.
  func convert(_ content: [Channel]) throws(ImageError) -> [Channel] {
    let (from, to) = (source.samples, target.samples)
    var planes = Array(content.prefix(from))
    guard planes.count == from, let first = planes.first else { return content }
    while planes.count < to { planes.append(try first.copy()) }
    switch depth {
    case .eight: run(planes.compactMap(\.eight), from, to)
    case .sixteen: run(planes.compactMap(\.sixteen), from, to)
    }
    return Array(planes.prefix(to) + content.dropFirst(from))
  }

  private func run<Sample>(_ planes: [ContentPlane<Sample>], _ from: Int, _ to: Int) {
    guard let box = planes.first?.content, planes.count == max(from, to) else { return }
    var input = [Sample](repeating: 0, count: box.width * from)
    var output = [Sample](repeating: 0, count: box.width * to)
    for y in 0..<box.height {
      for (channel, plane) in planes.prefix(from).enumerated() {
        let row = plane.plane.row(plane.content.y + y)
        for x in 0..<box.width { input[x * from + channel] = row[plane.content.x + x] }
      }
      shim_transform_run(handle, input, &output, Int32(box.width))
      for (channel, plane) in planes.prefix(to).enumerated() {
        let row = plane.plane.row(plane.content.y + y)
        for x in 0..<box.width { row[plane.content.x + x] = output[x * to + channel] }
      }
    }
  }
}

extension ColorIntent {
  fileprivate var shim: shim_intent { self == .relative ? SHIM_RELATIVE : SHIM_PERCEPTUAL }
}

extension Channel {
  fileprivate var eight: ContentPlane<UInt8>? {
    if case .eight(let plane) = self { plane } else { nil }
  }

  fileprivate var sixteen: ContentPlane<UInt16>? {
    if case .sixteen(let plane) = self { plane } else { nil }
  }
}
