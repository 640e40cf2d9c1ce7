extension DecodingEngine {
  /// How the samples of a decode at `scale` lie over a stored picture of size `stored`: of a JPEG in blocks of 8 pixels,
  /// of others as the whole picture made smaller.
  package func grid(_ scale: DCTScale, of stored: PixelSize) -> DecodeGrid {
    self == .libjpeg || self == .reduced
      ? DecodeGrid(scale) : DecodeGrid(.full, of: scale.decodedSize(of: stored), showing: stored)
  }

  /// The smallest scale that serves `content` samples for those of `cut` on both axes, or full size where none does, which
  /// leaves `oversample` decoded samples for each. `grid` says how the samples of a scale lie.
  ///
  /// libjpeg's 3/8 is taken where 4/8 would serve, and its 5/8 where full size does: those two are transforms of a block's
  /// low coefficients, and so keep what an average of twice as many samples would: measured, see docs/performance.md.
  /// All scales of our own decoder are such transforms, and `plane` may be chroma by itself, which needs fewer samples.
  /// Never fewer than one decoded sample is left.
  package func smallestScale(
    of pixels: PixelFormat, from cut: PixelSize, to content: PixelSize, oversample: Double,
    plane: DecodedPlane = .any, grid: (DCTScale) -> DecodeGrid
  ) -> DCTScale {
    scales(of: pixels).first { scale in
      let samples = max(1, oversample * need(at: scale, of: plane))
      let (width, height) = grid(scale).extent(of: cut)
      return width >= samples * Double(content.width) && height >= samples * Double(content.height)
    } ?? .full
  }

  /// The scales that are worth it, each dearer than those before it. libwebp averages samples, hidden ones too.
  private func scales(of pixels: PixelFormat) -> [DCTScale] {
    switch self {
    case .libjpeg: DCTScale.libjpeg
    case .reduced: DCTScale.all
    case .libwebp where !pixels.hasAlpha: DCTScale.all.filter { $0.eighths <= 3 }
    default: []
    }
  }

  /// The part of an average's samples that are enough.
  private func need(at scale: DCTScale, of plane: DecodedPlane) -> Double {
    switch (self, plane, scale.eighths) {
    case (_, .chroma, _): 0.5
    case (_, .subsampledChroma, _): 0.6
    case (.libjpeg, _, 3): 3.0 / 4
    case (.libjpeg, _, 5): 5.0 / 8
    case (.reduced, _, 2): 0.85
    case (.reduced, _, 3...): 0.8
    default: 1
    }
  }
}

/// What a scale is chosen for.
package enum DecodedPlane: Sendable {
  /// Luma, or all planes where they are brought to one size.
  case any
  /// Chroma by itself, for each pixel.
  case chroma
  /// Chroma by itself, for samples that pixels share.
  case subsampledChroma
}
