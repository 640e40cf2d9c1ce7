extension DecodingEngine {
  /// How the samples of a decode at `scale` lie over a stored picture of size `stored`: libjpeg's in blocks of 8 pixels,
  /// others' as the whole picture made smaller.
  package func grid(_ scale: DCTScale, of stored: PixelSize) -> DecodeGrid {
    self == .libjpeg
      ? DecodeGrid(scale) : DecodeGrid(.full, of: scale.decodedSize(of: stored), showing: stored)
  }

  /// The smallest scale that serves `content` samples for those of `cut` on both axes, or full size where none does, which
  /// leaves `oversample` decoded samples for each. `grid` says how the samples of a scale lie.
  ///
  /// libjpeg's 3/8 is taken where 4/8 would serve, and its 5/8 where full size does: those two are transforms of a block's
  /// low coefficients, and so keep what an average of twice as many samples would: measured, see docs/performance.md.
  /// Never fewer than one decoded sample is left.
  package func smallestScale(
    of pixels: PixelFormat, from cut: PixelSize, to content: PixelSize, oversample: Double,
    grid: (DCTScale) -> DecodeGrid
  ) -> DCTScale {
    scales(of: pixels).first { scale in
      let samples = max(1, oversample * need(at: scale))
      let (width, height) = grid(scale).extent(of: cut)
      return width >= samples * Double(content.width) && height >= samples * Double(content.height)
    } ?? .full
  }

  /// The scales that are worth it, each dearer than those before it. libwebp averages samples, hidden ones too.
  private func scales(of pixels: PixelFormat) -> [DCTScale] {
    switch self {
    case .libjpeg: DCTScale.ladder
    case .libwebp where !pixels.hasAlpha: DCTScale.ladder.filter { $0.eighths <= 3 }
    default: []
    }
  }

  /// The part of an average's samples that are enough.
  private func need(at scale: DCTScale) -> Double {
    switch (self, scale.eighths) {
    case (.libjpeg, 3): 3.0 / 4
    case (.libjpeg, 5): 5.0 / 8
    default: 1
    }
  }
}
