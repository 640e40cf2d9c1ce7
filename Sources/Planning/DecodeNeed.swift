import ImageModel

/// What one output takes of the stored picture.
struct DecodeNeed {
  /// Its place among the plan's outputs.
  var output: Int
  var crop: PixelRect<Stored>
  var size: PixelSize
  /// Of chroma planes that are smaller, where components are decoded by themselves.
  var chromaSize: PixelSize?
  var filter: ResampleFilter
  /// True where it is resampled in linear light: smaller scales and copies are averages of samples that aren't linear.
  var isLinear: Bool

  /// True where pixels of the picture are wanted as they are.
  var isAsStored: Bool { filter == .point || crop.size == size }

  /// True where a thumbnail of a picture of size `stored` has pixels enough. `point` is for pixels of the picture itself.
  func isCovered(by thumbnail: EmbeddedThumbnail, _ stored: PixelSize) -> Bool {
    filter != .point && thumbnail.covers(size, from: crop.size, of: stored)
  }

  /// True where a copy of the picture can be decoded in its place.
  func isServed(by copy: ReducedImage, oversample: Double) -> Bool {
    filter != .point && !isLinear && copy.serves(size, from: crop, oversample: oversample)
  }

  /// The smallest scale that serves it; `grid` says how the samples of a scale lie.
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
  /// Takes its crop from a decode whose samples lie on `grid`.
  mutating func take(from decode: Int, on grid: DecodeGrid) {
    self.decode = decode
    resample = resample(on: grid)
  }
}
