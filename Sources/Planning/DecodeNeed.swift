import ImageModel

/// The part of the stored picture that one output needs, and the size to which this part is resampled.
struct DecodeNeed {
  /// The output's index in the plan.
  var output: Int
  var crop: PixelRect<Stored>
  var size: PixelSize
  /// The size of the output's chroma planes, if the encoder takes subsampled chroma. Nil if the encoder takes
  /// full chroma.
  var chromaSize: PixelSize?
  var filter: ResampleFilter
  /// True if the output is resampled in linear light. Smaller scales and smaller copies can't serve such an
  /// output: they average samples that aren't linear.
  var isLinear: Bool

  /// True if the picture's pixels are needed unchanged.
  var isAsStored: Bool { filter == .point || crop.size == size }

  /// True if `thumbnail` has enough pixels for the output; the picture's size is `stored`. An output
  /// resampled by `point` needs the picture's own pixels.
  func isCovered(by thumbnail: EmbeddedThumbnail, _ stored: PixelSize) -> Bool {
    filter != .point && thumbnail.covers(size, from: crop.size, of: stored)
  }

  /// True if `copy` can be decoded in place of the picture.
  func isServed(by copy: SmallerCopy, oversample: Double) -> Bool {
    filter != .point && !isLinear && copy.serves(size, from: crop, oversample: oversample)
  }

  /// The smallest scale that serves the output; `grid` gives the positions of samples at a scale.
  func smallestScale(
    by engine: DecodingEngine, of pixels: PixelFormat, oversample: Double, isChroma: Bool = false,
    _ grid: (DCTScale) -> DecodeGrid
  ) -> DCTScale {
    filter == .point || isLinear
      ? .full
      : engine.smallestScale(
        of: pixels, from: crop.size, to: isChroma ? chromaSize ?? size : size, oversample: oversample,
        plane: !isChroma ? .any : chromaSize == nil ? .chroma : .subsampledChroma, grid: grid)
  }
}

extension OutputPlan {
  /// Sets the decode with the index `decode` as the input of this output. The samples of this decode lie on
  /// `grid`.
  mutating func take(from decode: Int, on grid: DecodeGrid) {
    self.decode = decode
    resample = resample(on: grid)
  }
}
