import ImageModel

/// The header of a HEIC or AVIF file (ISO/IEC 23008-12; AV1 Image File Format 1.1).
struct HEIFHeaderReader {
  /// What auxiliary pictures that are alpha call themselves (ISO/IEC 23008-12, 6.5.8; ISO/IEC 23001-8, MIAF 7.3.5).
  private static let alphaNames = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1",
  ].map { Array($0.utf8) }
  /// Brands of files with a track (ISO/IEC 23008-12, 10.3 and B.3; AV1 Image File Format 1.1, 6.3).
  private static let sequenceBrands: Set = ["avis", "msf1", "hevc", "hevx"]
  private static let deepest = 8

  private var boxes: ISOBoxes
  private var items: HEIFItems?
  private var sequence: HEIFSequence?

  static func read(_ source: ByteSource) throws(Finding) -> PictureHeader {
    var reader = HEIFHeaderReader(boxes: ISOBoxes(source))
    try reader.topLevel(source.size)
    return try reader.header()
  }

  private init(boxes: ISOBoxes) { self.boxes = boxes }

  /// `ftyp`, `meta`, and of a sequence `moov`.
  private mutating func topLevel(_ size: Int) throws(Finding) {
    let file = 0..<size
    let type = try boxes.box(at: 0, in: file)
    guard type.content.upperBound <= size else { throw .cutHeader }
    let isSequence = try Self.isSequence(boxes.fields(type))
    var place = type.content.upperBound
    while place < size, items == nil || isSequence && sequence == nil {
      let box = try boxes.box(at: place, in: file)
      place = box.content.upperBound
      // Picture data may be cut; it is of no interest here.
      if place > size, !["meta", "moov"].contains(box.type) { break }
      guard place <= size else { throw .cutHeader }
      if box.type == "meta", items == nil { items = try HEIFItems(box, &boxes) }
      if box.type == "moov", isSequence { sequence = try HEIFSequence(box, &boxes) }
    }
  }

  private static func isSequence(_ fields: HeaderFields) throws(Finding) -> Bool {
    var fields = fields
    var brands = [try fields.code()]
    try fields.skip(4)
    while fields.left >= 4 { brands.append(try fields.code()) }
    return !sequenceBrands.isDisjoint(with: brands)
  }

  private mutating func header() throws(Finding) -> PictureHeader {
    guard let items, let primary = items.primary, let item = items.items[primary] else {
      return try sequenceHeader()
    }
    let parts = parts(of: primary, item, items)
    let coded = parts.last ?? primary
    let properties = items.properties(of: primary)
    let shape = try shape(properties)
    var header = PictureHeader(
      format: try Self.format(items.items[coded]?.type ?? ""), storedSize: shape.size, colors: .rgb,
      bits: try bits(properties + items.properties(of: coded)), orientation: shape.orientation)
    header.hasAlpha = try hasAlpha(parts, items)
    header.icc = try profile(properties + items.properties(of: coded))
    header.exif = try exif(of: primary, items)
    header.xmp = items.referring("cdsc", to: primary).first {
      items.items[$0]?.contentType == Array("application/rdf+xml".utf8)
    }.flatMap { items.places[$0] }
    header.images = sequence?.images ?? 1
    header.isAnimated = sequence != nil
    return header
  }

  /// A sequence that has no picture of its own beside it.
  private mutating func sequenceHeader() throws(Finding) -> PictureHeader {
    guard let sequence else { throw .noPicture }
    return PictureHeader(
      format: try Self.format(sequence.coding), storedSize: sequence.size, colors: .rgb,
      bits: try bits(sequence.properties), hasAlpha: sequence.hasAlpha, images: sequence.images,
      isAnimated: true, orientation: .topLeft, icc: try profile(sequence.properties))
  }

  /// An item, and the first one that it is derived from, and so on down to one that is coded (ISO/IEC 23008-12,
  /// 6.6).
  private func parts(of primary: Int, _ item: HEIFItems.Item, _ items: HEIFItems) -> [Int] {
    var parts = [primary]
    for _ in 0..<Self.deepest {
      guard let last = parts.last, ["grid", "iden", "iovl"].contains(items.items[last]?.type),
        let next = items.references.first(where: { $0.type == "dimg" && $0.from == last })?.to.first
      else { break }
      parts.append(next)
    }
    return parts
  }

  private static func format(_ coding: String) throws(Finding) -> SourceFormat {
    switch coding {
    case "av01": return .avif
    case "hvc1", "hev1": return .heic
    default:
      throw Finding(.unsupportedFormat, "HEIF whose picture is coded as '\(coding)' is not supported")
    }
  }
}

extension HEIFHeaderReader {
  /// The size behind all crops and before all turns, and the turns put together.
  ///
  /// `irot` turns by 90 degrees counterclockwise as often as it says (ISO/IEC 23008-12, 6.5.10). `imir` exchanges
  /// top and bottom for axis 0, left and right for axis 1 (ISO/IEC 23008-12:2022, 6.5.12, whose note names EXIF's 4
  /// and 2; the edition of 2017 was read both ways, and libheif and libavif follow the later one).
  private mutating func shape(
    _ properties: [ISOBox]
  ) throws(Finding) -> (size: PixelSize, orientation: ExifOrientation) {
    guard let extents = properties.first(where: { $0.type == "ispe" }) else {
      throw Finding(.badHeader, "its picture has no size")
    }
    var fields = try boxes.start(extents, 12)
    try fields.skip(4)
    var size = try PixelSize(inHeader: fields.number(4), fields.number(4))
    var orientation = ExifOrientation.topLeft
    for property in properties where ["irot", "imir", "clap"].contains(property.type) {
      var fields = try boxes.fields(property)
      if property.type == "clap" {
        size = try CleanAperture(&fields).cut(size)
        continue
      }
      let number = try fields.number(1)
      if property.type == "imir" {
        orientation = orientation.mirrored(leftToRight: number & 1 == 1)
        continue
      }
      for _ in 0..<number & 3 {
        orientation = orientation.turnedCounterclockwise
        size = size.transposed
      }
    }
    return (orientation.turned(size), orientation)
  }

  /// The most bits of any channel that `pixi` says (ISO/IEC 23008-12, 6.5.6), else what the coding's own record
  /// says: `av1C` (AV1 in ISO base media, 2.3.3) or `hvcC` (ISO/IEC 14496-15, 8.3.2.1).
  private mutating func bits(_ properties: [ISOBox]) throws(Finding) -> Int {
    var bits = 0
    if let pixel = properties.first(where: { $0.type == "pixi" }) {
      var fields = try boxes.start(pixel, 260)
      try fields.skip(4)
      for _ in 0..<(try fields.number(1)) { bits = max(bits, try fields.number(1)) }
    } else if let coding = properties.first(where: { $0.type == "av1C" }) {
      var fields = try boxes.start(coding, 3)
      try fields.skip(2)
      let flags = try fields.number(1)
      bits = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
    } else if let coding = properties.first(where: { $0.type == "hvcC" }) {
      var fields = try boxes.start(coding, 18)
      try fields.skip(17)
      bits = try fields.number(1) & 7 + 8
    }
    guard (1...32).contains(bits) else { throw Finding(.badHeader, "it says \(bits) bits a sample") }
    return bits
  }

  /// `colr` with a profile (ISO/IEC 14496-12, 12.1.5).
  private mutating func profile(_ properties: [ISOBox]) throws(Finding) -> PictureHeader.ICCPlace? {
    for property in properties where property.type == "colr" {
      var fields = try boxes.start(property, 4)
      if ["prof", "rICC"].contains(try fields.code()) {
        return PictureHeader.ICCPlace(range: property.behind(4), isDeflated: false)
      }
    }
    return nil
  }

  /// True where an auxiliary picture of one of the parts is alpha.
  private mutating func hasAlpha(_ parts: [Int], _ items: HEIFItems) throws(Finding) -> Bool {
    for item in parts.flatMap({ items.referring("auxl", to: $0) }) {
      for property in items.properties(of: item) where property.type == "auxC" {
        var fields = try boxes.fields(property)
        try fields.skip(4)
        if Self.alphaNames.contains(fields.text()) { return true }
      }
    }
    return false
  }

  /// The TIFF structure of the picture's `Exif` item, behind the field that says how far off it is (ISO/IEC
  /// 23008-12, A.2.1).
  private mutating func exif(of primary: Int, _ items: HEIFItems) throws(Finding) -> Range<Int>? {
    let item = items.referring("cdsc", to: primary).first { items.items[$0]?.type == "Exif" }
    guard let item, let place = items.places[item], place.count >= 4 else { return nil }
    var fields = try boxes.start(ISOBox(type: "Exif", content: place), 4)
    let offset = try fields.number(4)
    return offset < place.count - 4 ? place.dropFirst(4 + offset) : nil
  }
}

extension ExifOrientation {
  /// The orientation of a picture whose rows become columns, whose left and right and then top and bottom are
  /// exchanged, where that is so.
  private init(transposes: Bool, flipsHorizontally: Bool, flipsVertically: Bool) {
    let match = Self.allCases.first {
      $0.transposes == transposes && $0.flipsHorizontally == flipsHorizontally
        && $0.flipsVertically == flipsVertically
    }
    self = match ?? .topLeft
  }

  /// What is shown, turned by another 90 degrees counterclockwise.
  var turnedCounterclockwise: ExifOrientation {
    ExifOrientation(
      transposes: !transposes, flipsHorizontally: flipsVertically, flipsVertically: !flipsHorizontally)
  }

  /// What is shown, then mirrored left to right or else top to bottom.
  func mirrored(leftToRight: Bool) -> ExifOrientation {
    ExifOrientation(
      transposes: transposes, flipsHorizontally: flipsHorizontally != leftToRight,
      flipsVertically: flipsVertically == leftToRight)
  }
}
