/// How a file is encoded. An option is nil if it isn't set, or if the format doesn't have it.
package struct EncodeOptions: Hashable, Sendable, Codable {
  private var storedQuality: UInt8?
  /// Chroma subsampling; grey pictures have none.
  package var chroma: ChromaSubsampling?
  /// True for a progressive JPEG (ITU-T T.81, G): it has several scans, and each scan adds detail. The encoder
  /// then holds all coefficients in memory.
  package var progressive: Bool?
  /// True for Huffman tables that fit the picture. The encoder then holds all coefficients in memory.
  package var optimize: Bool?
  /// True for a palette of at most 256 colours.
  package var palette: Bool?
  /// The most bytes of the file. The quality is lowered until the file fits.
  package var maxBytes: Int?
  /// True if every sample is kept exactly.
  package var lossless: Bool?
  private var storedEffort: UInt8?
  private var storedSpeed: UInt8?
  private var storedLevel: UInt8?
  private var storedDepth: UInt8?
  /// The compression of a TIFF's strips.
  package var compression: TIFFCompression?
  /// Whether a JPEG may or must be made from its source's coefficients.
  package var transform: LosslessUse?
  /// The text that stands for the output until it is loaded. The file doesn't depend on it.
  package var placeholder: Placeholder?

  package enum CodingKeys: String, CodingKey {
    case storedQuality = "quality"
    case chroma, progressive, optimize, palette
    case maxBytes = "max_bytes"
    case lossless
    case storedEffort = "effort"
    case storedSpeed = "speed"
    case storedLevel = "level"
    case storedDepth = "depth"
    case compression, transform, placeholder
  }

  /// TurboJPEG may encode a JPEG of at most this many pixels in one call. The call writes the whole file to
  /// memory. Larger JPEGs are always encoded some rows at a time.
  package static let mostPixelsAtOnce = 1 << 18

  /// Creates options without any value.
  package init() {}

  /// The quality, 1...100, on the scale of the Independent JPEG Group or a similar scale.
  package var quality: Int? {
    get { storedQuality.map { Int($0) } }
    set { storedQuality = newValue.map { UInt8(clamping: $0) } }
  }

  /// The effort of WebP's encoder, 0...6.
  package var effort: Int? {
    get { storedEffort.map { Int($0) } }
    set { storedEffort = newValue.map { UInt8(clamping: $0) } }
  }

  /// The speed of AVIF's encoder, 0...9.
  package var speed: Int? {
    get { storedSpeed.map { Int($0) } }
    set { storedSpeed = newValue.map { UInt8(clamping: $0) } }
  }

  /// The level of Deflate, 0...9 (RFC 1950).
  package var level: Int? {
    get { storedLevel.map { Int($0) } }
    set { storedLevel = newValue.map { UInt8(clamping: $0) } }
  }

  /// The number of bits in a sample. Nil means as many as the source has. For an AVIF, nil means 10 bits if
  /// the source has more than 8.
  package var depth: Int? {
    get { storedDepth.map { Int($0) } }
    set { storedDepth = newValue.map { UInt8(clamping: $0) } }
  }

  /// Options of a JPEG; the defaults are those of a job file.
  package static func jpeg(
    quality: Int = 85, chroma: ChromaSubsampling = .quarter, progressive: Bool = false, optimize: Bool = false
  ) -> EncodeOptions {
    var options = EncodeOptions()
    options.quality = quality
    (options.chroma, options.progressive, options.optimize) = (chroma, progressive, optimize)
    return options
  }

  /// The default options of a format.
  package static func defaults(_ format: OutputFormat) -> EncodeOptions {
    standards[format] ?? EncodeOptions()
  }

  private static let standards = Dictionary(
    uniqueKeysWithValues: OutputFormat.allCases.map { format in
      var options = EncodeOptions()
      for option in EncodeOption.all { option.set(&options, option.standard[format]) }
      return (format, options)
    })

  /// A copy of these options. An option that isn't set here gets its value from `wider`.
  package func over(_ wider: EncodeOptions) -> EncodeOptions {
    if wider == EncodeOptions() { return self }
    if self == EncodeOptions() { return wider }
    var merged = self
    for option in EncodeOption.all where option.get(self) == nil { option.set(&merged, option.get(wider)) }
    return merged
  }

  /// These options, without options and depths that the format can't have.
  package func only(for format: OutputFormat) -> EncodeOptions {
    var own = self
    for option in EncodeOption.all where !option.formats.contains(format) { option.set(&own, nil) }
    if let depth, !format.depths.contains(depth) { own.depth = nil }
    return own
  }
}

/// How many luma samples share a chroma sample.
package enum ChromaSubsampling: String, Codable, Sendable, CaseIterable {
  /// Each luma sample has a chroma sample of its own.
  case none = "4:4:4"
  /// Two luma samples side by side share a chroma sample.
  case half = "4:2:2"
  /// Four luma samples in a square share a chroma sample.
  case quarter = "4:2:0"

  /// The number of luma samples, side by side, that share a chroma sample.
  package var horizontal: Int { self == .none ? 1 : 2 }
  /// The number of luma samples, one below the other, that share a chroma sample.
  package var vertical: Int { self == .quarter ? 2 : 1 }
}

/// How a TIFF's strips are compressed, always without loss.
package enum TIFFCompression: String, Codable, Sendable, CaseIterable {
  case none, lzw, deflate
}
