import ImageModel

/// A track of pictures, and the place of its first sample (ISO/IEC 14496-12, 8.3 to 8.7).
struct HEIFTrack {
  /// The identity matrix. Its numbers have 16 fractional bits, or 30 in the last column (ISO/IEC 14496-12,
  /// 8.3.2).
  private static let identity = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30]

  /// The track's identifier; 0 if it has none.
  private(set) var number = 0
  /// False if pictures are shown turned, scaled or moved.
  private(set) var isPlain = true
  /// The identifiers of the tracks to which this track refers, by the type of the reference.
  private(set) var references: [String: [Int]] = [:]
  /// The type of the sample entry's box, `av01` or `hvc1`.
  private(set) var coding = ""
  private(set) var size = PixelSize(width: 1, height: 1)
  /// The boxes of the sample entry, such as `av1C` and `colr`.
  private(set) var properties: [ISOBox] = []
  /// The number of samples.
  private(set) var images = 0
  /// True if all samples have the same coding.
  private(set) var isUniform = true
  /// True if the first sample decodes without other samples.
  private(set) var isSync = true
  private var place: Int?
  private var length = 0

  /// The place of the first sample in the file; nil if there is none. The sample may reach beyond the file's
  /// end.
  var sample: Range<Int>? { place.flatMap { HEIFItems.extent(0, $0, length, in: 0..<Int.max) } }

  /// The type of the track's media handler; nil if it has none (ISO/IEC 14496-12, 8.4.3).
  static func handler(of track: ISOBox, _ boxes: inout ISOBoxes) throws(ImageError) -> String? {
    guard let handler = try boxes.first("mdia", "hdlr", in: track.content) else { return nil }
    var fields = try boxes.start(handler, 12)
    try fields.skip(8)
    return try fields.code()
  }

  /// Reads the boxes of a track; nil if the track has no table of samples.
  init?(_ track: ISOBox, _ boxes: inout ISOBoxes) throws(ImageError) {
    guard let table = try boxes.first("mdia", "minf", "stbl", in: track.content) else { return nil }
    for box in try boxes.boxes(in: track.content) {
      switch box.type {
      case "tkhd": try header(boxes.start(box, 88))
      case "tref": try references(box, &boxes)
      default: break
      }
    }
    for box in try boxes.boxes(in: table.content) {
      switch box.type {
      case "stsd": try entry(box, &boxes)
      case "stsz", "stz2": try sizes(boxes.start(box, 16), isCompact: box.type == "stz2")
      case "stco", "co64": try offsets(boxes.start(box, 16), bytes: box.type == "stco" ? 4 : 8)
      case "stss": try syncSamples(boxes.start(box, 12))
      default: break
      }
    }
    guard images > 0, !coding.isEmpty else { throw .noPicture }
  }

  /// Reads `tkhd` (ISO/IEC 14496-12, 8.3.2).
  private mutating func header(_ fields: consuming HeaderFields) throws(ImageError) {
    let isLong = try fields.version() == 1
    try fields.skip(isLong ? 16 : 8)
    number = try fields.number(4)
    try fields.skip(isLong ? 28 : 24)
    for entry in Self.identity where try fields.number(4) != entry { isPlain = false }
  }

  /// Reads `tref` (ISO/IEC 14496-12, 8.3.3).
  private mutating func references(_ box: ISOBox, _ boxes: inout ISOBoxes) throws(ImageError) {
    for reference in try boxes.boxes(in: box.content) where ["auxl", "prem"].contains(reference.type) {
      var fields = try boxes.fields(reference)
      while fields.left > 0 { references[reference.type, default: []].append(try fields.number(4)) }
    }
  }

  /// Reads the first entry of `stsd` (ISO/IEC 14496-12, 8.5.2 and 12.1.3).
  private mutating func entry(_ box: ISOBox, _ boxes: inout ISOBoxes) throws(ImageError) {
    let entries = try boxes.boxes(in: box.behind(8))
    guard let entry = entries.first else { throw .noPicture }
    isUniform = entries.count == 1
    var fields = try boxes.start(entry, 78)
    try fields.skip(24)
    coding = entry.type
    size = try PixelSize(inHeader: fields.number(2), fields.number(2))
    properties = try boxes.boxes(in: entry.behind(78))
  }

  /// Reads `stsz`, or `stz2` with sizes of 4, 8 or 16 bits (ISO/IEC 14496-12, 8.7.3).
  private mutating func sizes(_ fields: consuming HeaderFields, isCompact: Bool) throws(ImageError) {
    try fields.skip(4)
    let size = try fields.number(4)
    images = try fields.number(4)
    let bits = isCompact ? size & 0xFF : 32
    if !isCompact && size > 0 {
      length = size
    } else if images > 0 {
      length = try fields.number(max(bits / 8, 1)) >> (bits == 4 ? 4 : 0)
    }
  }

  /// Reads `stco` or `co64`, with offsets of `bytes` bytes (ISO/IEC 14496-12, 8.7.5). The first chunk begins
  /// with the first sample.
  private mutating func offsets(_ fields: consuming HeaderFields, bytes: Int) throws(ImageError) {
    try fields.skip(4)
    if try fields.number(4) > 0 { place = try fields.number(bytes) }
  }

  /// Reads `stss` (ISO/IEC 14496-12, 8.6.2). Without this box, every sample decodes without other samples.
  private mutating func syncSamples(_ fields: consuming HeaderFields) throws(ImageError) {
    try fields.skip(4)
    let count = try fields.number(4)
    isSync = count > 0 ? try fields.number(4) == 1 : false
  }
}
