/// How a file is encoded: what is nil isn't said, or is nothing that its format has.
package struct EncodeOptions: Hashable, Sendable, Codable {
  private var storedQuality: UInt8?
  /// Chroma subsampling; grey pictures have none.
  package var chroma: ChromaSubsampling?
  /// Several scans of growing detail (ITU-T T.81, G); all coefficients are held in memory.
  package var progressive: Bool?
  /// Huffman tables fitted to the picture; all coefficients are held in memory.
  package var optimize: Bool?
  /// A palette of at most 256 colours.
  package var palette: Bool?
  /// The most bytes of the file, for which quality is lowered.
  package var maxBytes: Int?
  /// Every sample as it was.
  package var lossless: Bool?
  private var storedEffort: UInt8?
  private var storedSpeed: UInt8?
  private var storedLevel: UInt8?
  private var storedDepth: UInt8?
  /// Of a TIFF's strips.
  package var compression: TIFFCompression?
  /// Whether a JPEG is made of its source's coefficients where it can be.
  package var transform: LosslessUse?

  package enum CodingKeys: String, CodingKey {
    case storedQuality = "quality"
    case chroma, progressive, optimize, palette
    case maxBytes = "max_bytes"
    case lossless
    case storedEffort = "effort"
    case storedSpeed = "speed"
    case storedLevel = "level"
    case storedDepth = "depth"
    case compression, transform
  }

  /// The most pixels of a JPEG that is encoded in one call, into memory for the whole file. Larger ones are encoded row by
  /// row, which doesn't hold the file.
  package static let mostPixelsAtOnce = 1 << 18

  /// Nothing said.
  package init() {}

  /// 1...100, as the Independent JPEG Group means it, or alike.
  package var quality: Int? {
    get { storedQuality.map { Int($0) } }
    set { storedQuality = newValue.map { UInt8(clamping: $0) } }
  }

  /// How hard WebP's encoder tries, 0...6.
  package var effort: Int? {
    get { storedEffort.map { Int($0) } }
    set { storedEffort = newValue.map { UInt8(clamping: $0) } }
  }

  /// How little AVIF's encoder tries, 0...9.
  package var speed: Int? {
    get { storedSpeed.map { Int($0) } }
    set { storedSpeed = newValue.map { UInt8(clamping: $0) } }
  }

  /// How hard Deflate works, 0...9 (RFC 1950).
  package var level: Int? {
    get { storedLevel.map { Int($0) } }
    set { storedLevel = newValue.map { UInt8(clamping: $0) } }
  }

  /// Bits a sample; nil for the source's, of an AVIF 10 for what has more than 8.
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

  /// The options of a format where the job sets none.
  package static func defaults(_ format: OutputFormat) -> EncodeOptions {
    var options = EncodeOptions()
    for option in EncodeOption.all { option.set(&options, option.standard[format]) }
    return options
  }

  /// These options, and those of `wider` that aren't set here.
  package func over(_ wider: EncodeOptions) -> EncodeOptions {
    var merged = self
    for option in EncodeOption.all where option.get(self) == nil { option.set(&merged, option.get(wider)) }
    return merged
  }

  /// The options that a format has.
  package func only(for format: OutputFormat) -> EncodeOptions {
    var own = self
    for option in EncodeOption.all where !option.formats.contains(format) { option.set(&own, nil) }
    if let depth, !format.depths.contains(depth) { own.depth = nil }
    return own
  }
}

/// How many luma samples share a chroma sample.
package enum ChromaSubsampling: String, Codable, Sendable, CaseIterable {
  /// One each.
  case none = "4:4:4"
  /// Two side by side.
  case half = "4:2:2"
  /// Four in a square.
  case quarter = "4:2:0"

  /// Luma samples across for each chroma sample.
  package var horizontal: Int { self == .none ? 1 : 2 }
  /// Luma samples down for each chroma sample.
  package var vertical: Int { self == .quarter ? 2 : 1 }
}

/// How a TIFF's strips are compressed, always without loss.
package enum TIFFCompression: String, Codable, Sendable, CaseIterable {
  case none, lzw, deflate
}
