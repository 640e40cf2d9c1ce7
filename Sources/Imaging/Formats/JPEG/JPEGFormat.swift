import ImageModel

/// JPEG (ITU-T T.81).
enum JPEGFormat: FormatReader {
  static func name(of start: [UInt8]) -> String? { start.starts(with: [0xFF, 0xD8]) ? "JPEG" : nil }

  static func header(_ source: ByteSource, page: Int) throws(ImageError) -> any SourceHeader {
    try JPEGHeader.read(from: source)
  }
}

extension JPEGHeader: SourceHeader {
  package func survey(
    _ source: ByteSource, _ version: SourceVersion, thumbnail use: ThumbnailUse
  ) throws(ImageError) -> Result<SourceInfo, SourceRefusal> {
    let orientation = try OrientationReading.read(self, from: source)
    var thumbnail: SourceThumbnail?
    if use == .whenLargeEnough {
      thumbnail = try SourceThumbnail.read(self, shown: orientation.tag ?? .topLeft, from: source)
    }
    let profile = try ProfileNeed.read(self, from: source)
    let gainMap = try gainMap(in: source)
    return decodedPixels.map { pixels in
      var info = SourceInfo(
        version: version, storedSize: storedSize, tag: orientation.tag, pixels: pixels, wholeBytes: heldBytes,
        findings: orientation.findings, thumbnail: thumbnail, coefficients: coefficients, sampling: sampling,
        detail: PictureDetail(lossy: source.size, pixels: storedSize.area), profile: profile)
      info.gainMap = gainMap?.map(\.facts)
      info.scanOffset = isMultiScan ? nil : scanOffset
      return info
    }.mapError {
      SourceRefusal($0.finding, bytes: version.bytes, format: .jpeg, storedSize: storedSize)
    }
  }

  package func gainMap(in source: ByteSource) throws(ImageError) -> Result<FoundGainMap, ImageError>? {
    try FoundGainMap.find(self, in: source)
  }

  private var decodedPixels: Result<PixelFormat, ImageError> {
    if let refusal { return .failure(ImageError(refusal)) }
    guard let color else { return .failure(ImageError(.componentCount, "its colours are not supported")) }
    if color == .cmyk, let absence = OptionalLibrary.lcms2.absence { return .failure(ImageError(absence)) }
    return .success(PixelFormat(color))
  }

  package func report(on source: ByteSource) throws(ImageError) -> ProbedFile {
    .jpeg(try ProbeReport.read(self, from: source))
  }

  package func keptMetadata(
    _ request: MetadataRequest, from source: ByteSource
  ) throws(ImageError) -> KeptMetadata {
    try KeptMetadata.read(self, from: source, request)
  }

  package func ownProfile(in source: ByteSource) -> [UInt8]? { nil }

  package func profile(in source: ByteSource, decoded: [UInt8]?) throws(ImageError) -> SourceProfile {
    try ICCProfile.profile(of: self, from: source)
  }
}
