extension DecodingEngine {
  /// How the samples of a decode at `scale` lie over a stored picture of size `stored`. A JPEG is scaled in
  /// blocks of 8 pixels, a raw file in cells of 2x2 pixels, other formats as a whole.
  package func grid(_ scale: DCTScale, of stored: PixelSize) -> DecodeGrid {
    self == .libjpeg || self == .reduced || self == .libraw
      ? DecodeGrid(scale) : DecodeGrid(.full, of: scale.decodedSize(of: stored), showing: stored)
  }

  /// The smallest scale that gives `oversample` decoded samples for each pixel of `content`, on both axes;
  /// full size if none does. `cut` is the stored box that becomes `content`. `grid` maps stored pixels to
  /// samples at a scale.
  ///
  /// At 3/8 and 5/8, libjpeg transforms only the low coefficients of a block. This keeps more detail than an
  /// average of pixels at the same scale (docs/performance.md has measurements). So 3/8 is used where an
  /// average would need 4/8, and 5/8 where an average would need full size. The reduced decoder transforms in
  /// this way at all scales. `plane` may be chroma, which needs fewer samples. Each pixel of `content` keeps
  /// at least one decoded sample.
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

  /// The useful scales, from the cheapest to the dearest. If the picture has alpha, there is none for
  /// libwebp, because libwebp would average the colours of transparent pixels too.
  private func scales(of pixels: PixelFormat) -> [DCTScale] {
    switch self {
    case .libjpeg: DCTScale.libjpeg
    case .reduced: DCTScale.all
    case .libraw: [.half]
    case .libwebp where !pixels.hasAlpha: DCTScale.all.filter { $0.eighths <= 3 }
    default: []
    }
  }

  /// The fraction of `oversample` that suffices at a scale. The fraction is below 1 for chroma. It is also
  /// below 1 for transforms that keep more detail than an average of samples.
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

/// The planes that a scale is chosen for.
package enum DecodedPlane: Sendable {
  /// Any plane but chroma, or all planes if they share one scale.
  case any
  /// Chroma alone, resampled to one sample for each pixel of the output.
  case chroma
  /// Chroma alone, for an output with subsampled chroma.
  case subsampledChroma
}
