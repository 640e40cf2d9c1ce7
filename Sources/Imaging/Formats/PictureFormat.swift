import ImageModel

/// A format whose headers are read into a ``PictureHeader``.
protocol PictureFormat: FormatReader {
  /// Reads the header of a page.
  ///
  /// - Throws: `bad_header`, `zero_size`, `io_error`.
  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader

  /// The memory that a decode of the picture needs, and other facts for planning.
  ///
  /// - Throws: `bad_header`, `io_error`.
  static func demand(_ header: PictureHeader, _ source: ByteSource) throws(ImageError) -> DecodeDemand
}

extension PictureFormat {
  static func header(_ source: ByteSource, page: Int) throws(ImageError) -> any SourceHeader {
    try read(source, page: page)
  }
}

/// Facts about a decode that planning needs, or the reason why the file is refused.
struct DecodeDemand {
  /// Why the picture can't be decoded; nil if it can. Faults of the picture's size and colours are found
  /// elsewhere.
  var refusal: Finding?
  /// Bytes that a decode holds in addition to the decoded rows.
  var wholeBytes = 0
  /// See ``SourceInfo/layers``.
  var layers = 0
  /// The detail that an encoder must keep.
  var detail: PictureDetail
  /// Smaller copies of the picture in the file.
  var reduced: [SourceSmallerCopy] = []
  /// The facts about a raw file.
  var raw: SourceRaw?
}

extension PictureHeader {
  /// The picture's detail, if the file codes pictures without loss. `bytes` is the size of the whole file,
  /// with all its images.
  func losslessDetail(_ bytes: Int) -> PictureDetail {
    let channels = (colors == .grey || colors == .palette ? 1 : colors == .cmyk ? 4 : 3) + (hasAlpha ? 1 : 0)
    return PictureDetail(
      lossless: bytes / max(1, images), plain: storedSize.area * channels * bits / 8)
  }

  /// The picture's detail, if the file codes pictures with loss. `bytes` is the size of the whole file, with
  /// all its images. The format is assumed to take half as many bytes as JPEG for the same detail.
  func lossyDetail(_ bytes: Int) -> PictureDetail {
    PictureDetail(lossy: bytes / max(1, images), pixels: storedSize.area, efficiency: 2)
  }
}

extension PictureHeader: SourceHeader {
  package func survey(
    _ source: ByteSource, _ version: SourceVersion, thumbnail use: ThumbnailUse
  ) throws(ImageError) -> Result<SourceInfo, SourceRefusal> {
    let orientation = try OrientationReading.read(self, from: source)
    let demand = try demand(source)
    let pixels = decodedPixels
    let refusal =
      storedSize.refusal ?? colorRefusal ?? format.engine.optionalLibrary?.absence ?? demand.refusal
      ?? (pixels.color.isAlwaysConverted ? OptionalLibrary.lcms2.absence : nil)
    let profile = try ProfileNeed.read(self, from: source)
    if let refusal {
      return .failure(SourceRefusal(refusal, bytes: version.bytes, format: format, storedSize: storedSize))
    }
    let animation = isAnimated ? [Finding(.animated, "an animation: one picture of it is taken")] : []
    var info = SourceInfo(
      version: version, storedSize: storedSize, tag: orientation.tag, format: format, pixels: pixels,
      wholeBytes: demand.wholeBytes,
      findings: orientation.findings + colorFindings + animation + (drawing?.findings ?? []),
      reduced: demand.reduced, detail: demand.detail, profile: profile)
    info.page = page
    info.raw = demand.raw
    info.frames = frames
    info.layers = demand.layers
    info.gainMap = try gainMap(in: source)?.map(\.facts)
    return .success(info)
  }

  package func gainMap(in source: ByteSource) throws(ImageError) -> Result<FoundGainMap, ImageError>? {
    try FoundGainMap.find(self, in: source)
  }

  func demand(_ source: ByteSource) throws(ImageError) -> DecodeDemand {
    // The memory for a refused size isn't asked for, and may be more than a number can say.
    guard storedSize.refusal == nil, let format = format.reader as? any PictureFormat.Type else {
      return DecodeDemand(detail: .unknown)
    }
    return try format.demand(self, source)
  }

  package func report(on source: ByteSource) throws(ImageError) -> ProbedFile {
    .picture(try PictureReport.read(self, from: source))
  }

  package func keptMetadata(
    _ request: MetadataRequest, from source: ByteSource
  ) throws(ImageError) -> KeptMetadata {
    try KeptMetadata.read(self, from: source, request)
  }

  package func ownProfile(in source: ByteSource) throws(ImageError) -> [UInt8]? {
    if let codedProfile { return codedProfile }
    return try rawProfile(from: source)
  }

  package func profile(in source: ByteSource, decoded: [UInt8]?) -> SourceProfile {
    guard hasProfile || codedProfile != nil else { return .none }
    return decoded.map(SourceProfile.whole) ?? .unusable
  }
}
