import ImageModel

/// What an output's content goes through, sample by sample, between resample and encoder: what was held in working form
/// becomes what the file is to hold.
package struct PixelConversion {
  private let working: WorkingPixels
  private let target: PixelFormat
  private let background: RGBColor
  private let transform: ColorTransform?
  /// True where samples that lose bits are dithered, in place of rounded.
  private let dithers: Bool

  /// For what is held as `working`, of a source of `depth`, whose colours go through `transform`, and that is encoded as
  /// `target`, over `background` where that has no alpha.
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

  /// True where nothing is to be done, so that planes can be finished one after the other.
  package var isNothing: Bool { working.isFinal(for: target) && transform == nil }

  /// The planes of the target, in place where their depth is the same. Throws `memory`.
  package func converted(_ content: consuming [Channel]) throws(Finding) -> [Channel] {
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
      content = try content.each { plane throws(Finding) in try plane.narrowed(dithers: dithers) }
    }
    if color == .rgb && target.color == .ycbcr { YCbCr.convert(fromRGB: content) }
    return target.depth == .sixteen ? try content.widened() : content
  }

  /// Brings colours to what the target has, but for Y, Cb and Cr, which what isn't yet comes to at the end; says what they are.
  private func convertColors(_ content: inout [Channel]) throws(Finding) -> ColorModel {
    var color = working.color
    if color == .ycbcr && (transform != nil || target.color != .ycbcr) {
      YCbCr.convert(toRGB: content)
      color = .rgb
    }
    if let transform {
      if target.depth == .sixteen { content = try content.widened() }
      content = try transform.convert(content)
    }
    if color == .cmyk {
      if transform == nil { Ink.convertToRGB(&content) }
      color = .rgb
    }
    if color == .grey && target.color != .grey, let grey = content.first {
      content.insert(contentsOf: [try grey.copy(), try grey.copy()], at: 0)
      color = .rgb
    }
    return color
  }
}

extension [Channel] {
  fileprivate func widened() throws(Finding) -> [Channel] {
    try each { plane throws(Finding) in try plane.widened() }
  }

  fileprivate func each(
    _ body: (Channel) throws(Finding) -> Channel
  ) throws(Finding) -> [Channel] {
    var planes: [Channel] = []
    for plane in self { planes.append(try body(plane)) }
    return planes
  }
}
