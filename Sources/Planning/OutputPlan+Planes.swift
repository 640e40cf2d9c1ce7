import ImageModel

extension OutputPlan {
  /// This output, with its content taken from decoded samples on `grid`. An output that is made from another
  /// output stays unchanged.
  func moved(to grid: DecodeGrid) -> OutputPlan {
    var output = self
    if base == nil { output.resample = resample(on: grid) }
    return output
  }

  /// The grid of the content's chroma, if the encoder takes chroma with the file's subsampling. Nil if the
  /// encoder takes full chroma.
  func chromaGrid(_ pixels: PixelFormat) -> ChromaGrid? {
    guard format == .jpeg, color == nil, let resample, resample.filter != .point,
      resample.size != storedCrop?.size || mayTakeStoredChroma, content?.size == size,
      pixels.color == .ycbcr, let target = self.pixels, working(pixels)?.isFinal(for: target) == true
    else { return nil }
    return ChromaGrid(encode.chroma ?? .none, of: resample.size, turn: turn)
  }

  /// The least pixels of a picture whose chroma samples an output may take as they are stored. libjpeg-turbo decodes
  /// smaller pictures faster than the reduced decoder, whose tables are larger.
  private static let leastPixels = 1 << 16

  private var mayTakeStoredChroma: Bool { displaySize.map { $0.area >= Self.leastPixels } ?? false }

  /// The geometry of each plane's resample. The input is a decode whose pixel format is `pixels`. If the
  /// output has a `base`, the input is the content of `base`.
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
      return PlaneGeometry(geometry, over: isChroma ? chroma : nil, shownAs: orientation)
    }
  }
}

extension ImagePlan {
  /// True if a decode takes luma of a picture that has chroma too.
  package func takesLumaAlone(_ decode: DecodePlan) -> Bool {
    pixels?.color == .ycbcr && decode.components?.all.count == 1
  }

  /// The pixel format of a decode.
  package func pixels(of decode: DecodePlan) -> PixelFormat? {
    if let thumbnail = decode.thumbnail { return PixelFormat(thumbnail.color) }
    if takesLumaAlone(decode) { return PixelFormat(.grey) }
    return pixels.map { decode.frames?.pixels($0) ?? $0 }
  }
}
