import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// A block as a camera writes it, with bytes that can be looked for.
struct CameraBlock {
  static let place = [0x4C61_7431, 0x4C61_7432, 0x4C61_7433]
  static let thumbnail = [UInt8](repeating: 0xA7, count: 300)
  static let makerNote = [UInt8](repeating: 0x5B, count: 50)

  var payload: [UInt8]
  /// The bytes of the GPS position in the block's order.
  var placeBytes: [UInt8]
  /// Where IFD1 begins in the payload.
  var thumbnailStart: Int

  init(isBigEndian: Bool, orientation: Int? = 6) {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    let interop = tiff.directory([
      tiff.ascii(0x0001, "R98"), tiff.long(0x1001, 4032), tiff.long(0x1002, 3024),
    ])
    let note = TIFFBuilder.Field(
      tag: 0x927C, type: 7, count: Self.makerNote.count, value: Self.makerNote)
    let exif = tiff.directory([
      tiff.ascii(0x9003, "2024:01:02 03:04:05"), note, tiff.long(0xA002, 4032), tiff.long(0xA003, 3024),
      tiff.long(0xA005, interop),
    ])
    let gps = tiff.directory([
      tiff.ascii(0x0001, "N"), tiff.rationals(0x0002, Self.place), tiff.ascii(0x001D, "2024:01:02"),
    ])
    placeBytes = Self.place.flatMap { tiff.number($0, 4) + tiff.number(1, 4) }
    let main =
      [tiff.short(0x0100, 4032), tiff.short(0x0101, 3024), tiff.ascii(0x010F, "Maker & Co")]
      + (orientation.map { [tiff.short(0x0112, $0)] } ?? [])
      + [tiff.rationals(0x011A, [72]), tiff.long(0x8769, exif), tiff.long(0x8825, gps)]
    let start = tiff.append([])
    let length = 2 + 12 * main.count + 4 + 12 + 8
    tiff.setMain(tiff.directory(main, next: start + length))
    precondition(tiff.bytes.count == start + length)
    thumbnailStart = 6 + tiff.bytes.count
    let table = 2 + 12 * 3 + 4
    _ = tiff.directory([
      tiff.short(0x0103, 6), tiff.long(0x0201, tiff.bytes.count + table),
      tiff.long(0x0202, Self.thumbnail.count),
    ])
    _ = tiff.append(Self.thumbnail)
    payload = tiff.payload
  }

  /// What libexif reads in the block after an edit to 300x200.
  static func tags(orientation: String?) -> [ExifTagText] {
    let main = [("ImageWidth", "300"), ("ImageLength", "200"), ("Make", "Maker & Co")]
    let turn = orientation.map { [("Orientation", $0)] } ?? []
    let exif = [
      ("DateTimeOriginal", "2024:01:02 03:04:05"), ("MakerNote", "50 bytes undefined data"),
      ("PixelXDimension", "300"), ("PixelYDimension", "200"),
    ]
    let interop = [
      ("InteroperabilityIndex", "R98"), ("RelatedImageWidth", "300"), ("RelatedImageLength", "200"),
    ]
    return (main + turn + [("XResolution", "72")]).map {
      ExifTagText(directory: "0", name: $0.0, value: $0.1)
    }
      + exif.map { ExifTagText(directory: "EXIF", name: $0.0, value: $0.1) }
      + interop.map { ExifTagText(directory: "Interoperability", name: $0.0, value: $0.1) }
  }
}

struct MetadataExifEditorTests {
  static func edit(
    _ payload: [UInt8], _ orientation: WrittenOrientation = .upright, gpsStays: Bool = false
  ) throws(Unfollowable) -> [UInt8] {
    try block(payload, orientation, gpsStays: gpsStays).payload ?? []
  }

  static func block(
    _ payload: [UInt8], _ orientation: WrittenOrientation = .upright, _ framing: Framing = .same,
    gpsStays: Bool = false
  ) throws(Unfollowable) -> EditedBlock {
    let size = PixelSize(width: 300, height: 200)
    let policy = MetadataPolicy(keep: [.exif], gpsStays: gpsStays)
    return try ExifEditor(
      request: MetadataRequest(
        policy: policy, orientation: orientation, size: size, framing: framing)
    ).edited(
      payload)
  }

  @Test("Orientation and sizes are corrected and all else reads as before", arguments: [true, false])
  func tags(isBigEndian: Bool) throws {
    let cases: [(Int?, WrittenOrientation, String?)] = [
      (6, .upright, "Top-left"), (nil, .upright, nil), (6, .tag(.leftBottom), "Left-bottom"),
      (nil, .tag(.rightTop), "Right-top"), (6, .none, nil), (nil, .none, nil),
    ]
    for (before, written, after) in cases {
      let block = CameraBlock(isBigEndian: isBigEndian, orientation: before)
      let edited = try Self.edit(block.payload, written)
      let tags = LibExifTags(payload: edited)?.tags()
      #expect(tags == CameraBlock.tags(orientation: after), "\(before ?? 0) \(written)")
    }
  }

  @Test("Place and thumbnail are gone, and the block ends where they did", arguments: [true, false])
  func erased(isBigEndian: Bool) throws {
    let block = CameraBlock(isBigEndian: isBigEndian)
    #expect(block.payload.holds(block.placeBytes))
    #expect(block.payload.holds(CameraBlock.thumbnail))
    let edited = try Self.edit(block.payload)
    #expect(!edited.holds(Array(block.placeBytes.prefix(4))))
    #expect(!edited.holds(Array("2024:01:02\0".utf8)))
    #expect(!edited.holds([0xA7]))
    #expect(edited.holds(CameraBlock.makerNote))
    #expect(edited.count == block.thumbnailStart)
  }

  @Test("With gps kept only the thumbnail goes", arguments: [true, false])
  func keptPlace(isBigEndian: Bool) throws {
    let block = CameraBlock(isBigEndian: isBigEndian)
    let edited = try Self.edit(block.payload, gpsStays: true)
    #expect(edited.holds(block.placeBytes))
    #expect(edited.count == block.thumbnailStart)
    let counts = (0..<5).map { LibExifTags(payload: edited)?.count(directory: $0) }
    // libexif counts no pointers to directories.
    #expect(counts == [5, 0, 4, 3, 3])
  }

  @Test(
    "A tag that is added where there is no room moves IFD0 to the end, where a maker's notes keep their place"
  )
  func appended() throws {
    var tiff = TIFFBuilder(isBigEndian: false)
    let note = TIFFBuilder.Field(tag: 0x927C, type: 7, count: 3, value: [7, 8, 9])
    _ = tiff.directory([tiff.ascii(0x010F, "Odd"), note])
    let header = Array("Exif\0\0".utf8) + [0x49, 0x49, 42, 0]
    let expected =
      header + [38, 0, 0, 0] + [UInt8](repeating: 0, count: 26) + [0, 0, 0, 0]
      + [3, 0, 0x0F, 1, 2, 0, 4, 0, 0, 0] + Array("Odd\0".utf8)
      + [0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0x7C, 0x92, 7, 0, 3, 0, 0, 0, 7, 8, 9, 0, 0, 0, 0, 0]
    #expect(try Self.edit(tiff.payload, .tag(.leftBottom)) == expected)
  }

  @Test("Without a maker's notes nothing is left of a tag that goes")
  func removed() throws {
    var tiff = TIFFBuilder(isBigEndian: true)
    _ = tiff.directory([tiff.short(0x0112, 3), tiff.ascii(0x010F, "Maker"), tiff.short(0x0128, 2)])
    #expect(
      try Self.edit(tiff.payload, .none)
        == Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 2, 1, 0x0F, 0, 2, 0, 0, 0, 6, 0, 0, 0, 38]
        + [1, 0x28, 0, 3, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0] + Array("Maker\0".utf8))
  }

  @Test func minimal() {
    let block = ExifEditor.minimal(.rightTop)
    #expect(block.count == 6 + 8 + 2 + 12 + 4)
    #expect(LibExifTags(payload: block)?.orientation() == 6)
    #expect(ExifOrientationField(payload: block) == .valid(.rightTop, oddity: nil))
  }

  @Test("A value that IFD1 shares with IFD0 stays")
  func sharedValue() throws {
    var tiff = TIFFBuilder(isBigEndian: true)
    let shared = tiff.append([0, 0, 0, 96, 0, 0, 0, 1])
    let field = TIFFBuilder.Field(tag: 0x011A, type: 5, count: 1, value: tiff.number(shared, 4))
    let main = tiff.directory([field], next: tiff.bytes.count + 18)
    _ = tiff.directory([field, tiff.short(0x0103, 6)])
    tiff.setMain(main)
    // The builder counts four value bytes as inline: what it wrote is a pointer to the shared value.
    let edited = try Self.edit(tiff.payload)
    let tags = LibExifTags(payload: edited)?.tags()
    #expect(tags == [ExifTagText(directory: "0", name: "XResolution", value: "96")])
    #expect(edited.count == 6 + 8 + 18 + 8)
  }
}
