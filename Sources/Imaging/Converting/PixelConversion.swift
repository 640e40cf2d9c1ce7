import ImageModel

/// Converts an output's resampled pixels, sample by sample, from the working form to the file's pixel
/// format.
package struct PixelConversion {
  private let working: WorkingPixels
  private let target: PixelFormat
  private let background: RGBColor
  private let transform: ColorTransform?
  /// True if lost bits are dithered; false if they are rounded.
  private let dithers: Bool

  /// A conversion from the form `working` through `transform` to `target`. `depth` is the source's depth. If
  /// `target` has no alpha, the pixels are composed over `background`.
  package init(
    _ working: WorkingPixels, from depth: SampleDepth, to target: PixelFormat, background: RGBColor,
    transform: ColorTransform? = nil
  ) {
    self.working = working
    self.target = target
    self.background = background
    self.transform = transform
    dithers = depth == .sixteen && target.depth == .eight
  }

  /// True if pixels stay as they are. Each plane can then be finished before the next one.
  package var isNothing: Bool { working.isFinal(for: target) && transform == nil }

  /// Converts the planes of an output's content to the target's pixel format. The conversion works in place
  /// if the depth stays. Throws `memory`.
  package func converted(_ content: consuming [Channel]) throws(ImageError) -> [Channel] {
    var content = content
    if working.isPremultiplied, let alpha = content.last {
      for plane in content.prefix(working.color.samples) { plane.divide(by: alpha) }
    }
    if working.isLinear { for plane in content.prefix(working.color.samples) { plane.encodeLight() } }
    let color = try convertColors(&content)
    if working.hasAlpha && !target.hasAlpha, let alpha = content.popLast() {
      for (plane, sample) in zip(content, background.samples(PixelFormat(color))) {
        plane.compose(alpha, over: sample)
      }
    }
    if target.depth == .eight {
      content = try content.each { plane throws(ImageError) in try plane.narrowed(dithers: dithers) }
    }
    if color == .rgb && target.color == .ycbcr { YCbCr.convert(fromRGB: content) }
    return target.depth == .sixteen ? try content.widened() : content
  }

  /// Converts colours to the target's colour space, and returns their colour model. RGB for a YCbCr target
  /// stays RGB here; ``converted(_:)`` turns it into YCbCr in its last step.
  private func convertColors(_ content: inout [Channel]) throws(ImageError) -> ColorModel {
    var color = working.color
    if color == .ycbcr && transform == nil && target.color == .grey {
      // Luma is the grey picture.
      content.removeSubrange(1..<3)
      return .grey
    }
    if color == .ycbcr && (transform != nil || target.color != .ycbcr) {
      YCbCr.convert(toRGB: content)
      color = .rgb
    }
    if let transform {
      if target.depth == .sixteen { content = try content.widened() }
      content = try transform.convert(content)
    }
    if color == .cmyk && transform == nil { Ink.convertToRGB(&content) }
    if color.isAlwaysConverted { color = .rgb }
    if color == .grey && target.color != .grey, let grey = content.first {
      content.insert(contentsOf: [try grey.copy(), try grey.copy()], at: 0)
      color = .rgb
    }
    return color
  }
}

extension [Channel] {
  fileprivate func widened() throws(ImageError) -> [Channel] {
    try each { plane throws(ImageError) in try plane.widened() }
  }

  fileprivate func each(
    _ body: (Channel) throws(ImageError) -> Channel
  ) throws(ImageError) -> [Channel] {
    var planes: [Channel] = []
    for plane in self { planes.append(try body(plane)) }
    return planes
  }
}
