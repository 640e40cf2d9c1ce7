import ImageModel

/// What an output's content goes through, sample by sample, between resample and encoder: what was held in working form
/// becomes what the file is to hold.
package struct PixelConversion {
  private let working: WorkingPixels
  /// What colours are once they may be mixed with the background.
  private let color: ColorModel
  private let target: PixelFormat
  private let background: RGBColor
  /// True where samples that lose bits are dithered, in place of rounded.
  private let dithers: Bool

  /// For what is held as `working`, of a source of `depth`, and encoded as `target`, over `background` where that has no
  /// alpha.
  package init(
    _ working: WorkingPixels, from depth: SampleDepth, to target: PixelFormat, background: RGBColor
  ) {
    self.working = working
    color = working.color == .grey && target.color != .grey ? .rgb : working.color
    self.target = target
    self.background = background
    dithers = depth == .sixteen && target.depth == .eight
  }

  /// True where nothing is to be done, so that planes can be finished one after the other.
  package var isNothing: Bool {
    working.isFinal(for: target)
  }

  /// The planes of the target, in place where their depth is the same. Throws `memory`.
  package func converted(_ content: consuming [Channel]) throws(Finding) -> [Channel] {
    var content = content
    if working.color == .grey && color == .rgb, let grey = content.first {
      content.replaceSubrange(0..<1, with: [grey, try grey.copy(), try grey.copy()])
    }
    if working.hasAlpha { content = settleAlpha(content) }
    if target.depth == .eight { content = try narrowed(content) }
    if color == .rgb && target.color == .ycbcr { YCbCr.convert(fromRGB: content) }
    if color == .ycbcr && target.color == .rgb { YCbCr.convert(toRGB: content) }
    if target.depth == .sixteen { content = try widened(content) }
    return content
  }

  /// Alpha as the target has it: not multiplied into the colours, or gone.
  private func settleAlpha(_ content: [Channel]) -> [Channel] {
    let samples = background.samples(PixelFormat(color))
    guard let alpha = content.last else { return content }
    for (plane, sample) in zip(content, samples) {
      if target.hasAlpha {
        if working.isPremultiplied { plane.divide(by: alpha) }
      } else {
        plane.compose(alpha, over: sample, isPremultiplied: working.isPremultiplied)
      }
    }
    return target.hasAlpha ? content : Array(content.prefix(color.samples))
  }

  private func narrowed(_ content: [Channel]) throws(Finding) -> [Channel] {
    var planes: [Channel] = []
    for plane in content { planes.append(try plane.narrowed(dithers: dithers)) }
    return planes
  }

  private func widened(_ content: [Channel]) throws(Finding) -> [Channel] {
    var planes: [Channel] = []
    for plane in content { planes.append(try plane.widened()) }
    return planes
  }
}
