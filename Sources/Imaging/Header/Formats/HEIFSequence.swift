import ImageModel

/// The first track of pictures in a `moov` box (ISO/IEC 14496-12, 8; ISO/IEC 23008-12, 7).
struct HEIFSequence {
  private static let pictures = Array("pict".utf8)
  private static let auxiliary = Array("auxv".utf8)

  /// As the sample entry's box is called, `av01` or `hvc1`.
  private(set) var coding = ""
  private(set) var size = PixelSize(width: 1, height: 1)
  /// The number of samples.
  private(set) var images = 0
  /// True where a track of auxiliary pictures, such as alpha, goes with it.
  private(set) var hasAlpha = false
  /// The boxes of the sample entry, `av1C` and `colr` among them.
  private(set) var properties: [ISOBox] = []

  /// Nil where there is no track of pictures.
  init?(_ moov: ISOBox, _ boxes: inout ISOBoxes) throws(Finding) {
    var isFound = false
    for track in try boxes.boxes(in: moov.content) where track.type == "trak" {
      let media = try boxes.first("mdia", in: track.content)
      guard let media, let handler = try boxes.first("hdlr", in: media.content) else { continue }
      var fields = try boxes.start(handler, 12)
      try fields.skip(8)
      let kind = try fields.take(4)
      if kind == Self.auxiliary { hasAlpha = true }
      guard kind == Self.pictures, !isFound,
        let table = try boxes.first("minf", "stbl", in: media.content)
      else { continue }
      try samples(table, &boxes)
      isFound = true
    }
    if !isFound { return nil }
  }

  /// `stsd` and `stsz` or `stz2` (ISO/IEC 14496-12, 8.5.2, 8.7.3 and 12.1.3).
  private mutating func samples(_ table: ISOBox, _ boxes: inout ISOBoxes) throws(Finding) {
    for box in try boxes.boxes(in: table.content) {
      switch box.type {
      case "stsz", "stz2":
        var fields = try boxes.start(box, 12)
        try fields.skip(8)
        images = try fields.number(4)
      case "stsd":
        guard let entry = try boxes.boxes(in: box.behind(8)).first else { throw .noPicture }
        var fields = try boxes.start(entry, 78)
        try fields.skip(24)
        coding = entry.type
        size = try PixelSize(inHeader: fields.number(2), fields.number(2))
        properties = try boxes.boxes(in: entry.behind(78))
      default: break
      }
    }
    guard images > 0, !coding.isEmpty else { throw .noPicture }
  }
}
