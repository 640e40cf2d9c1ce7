import ImageModel

extension OutputPlan {
  /// The same with its content from decoded samples that lie on `grid`, unless that is of another output's.
  func moved(to grid: DecodeGrid) -> OutputPlan {
    var output = self
    if base == nil { output.resample = resample(on: grid) }
    return output
  }

  /// How chroma lies over its content of a decode of `pixels`: as in the file, where that takes samples as they are
  /// resampled; nil where each pixel has its own.
  func chromaGrid(_ pixels: PixelFormat) -> ChromaGrid? {
    guard format == .jpeg, color == nil, let resample, resample.filter != .point,
      resample.size != storedCrop?.size, content?.size == size,
      pixels.color == .ycbcr, let target = self.pixels, working(pixels)?.isFinal(for: target) == true
    else { return nil }
    return ChromaGrid(encode.chroma ?? .none, of: resample.size, turn: turn)
  }

  /// What is resampled into each plane, of a decode of `pixels` or of the content of `base`, the output that is its base.
  package func geometries(
    from decode: DecodePlan, of pixels: PixelFormat, base: OutputPlan?
  ) -> [PlaneGeometry] {
    guard let resample, let working = working(pixels) else { return [] }
    let (chroma, larger) = (chromaGrid(pixels), base?.chromaGrid(pixels))
    let grids = base == nil ? decode.components?.grids : nil
    return (0..<working.planes).map { plane in
      let isChroma = plane > 0
      var geometry = resample
      if let grids {
        geometry = self.resample(on: grids[plane]) ?? resample
      } else if isChroma, let larger {
        geometry = larger.resample(resample)
      }
      return PlaneGeometry(geometry, over: isChroma ? chroma : nil)
    }
  }
}

extension ImagePlan {
  /// What a decode gives.
  package func pixels(of decode: DecodePlan) -> PixelFormat? {
    decode.thumbnail.map { PixelFormat($0.color) } ?? pixels
  }
}
