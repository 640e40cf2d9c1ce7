import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// What a probe tells apart within an EXIF block, whatever file it lies in.
struct ExifGroupsTests {
  private typealias B = PictureBuilder

  private static let small = JPEGBuilder.file([
    JPEGBuilder.frame(width: 160, height: 120), JPEGBuilder.scan(),
  ])

  /// A block with a GPS directory of `gps`, a MakerNote of seven bytes and a thumbnail.
  private static func block(
    of picture: (TIFFBuilder) -> [TIFFBuilder.Field] = { _ in [] },
    _ gps: (TIFFBuilder) -> [TIFFBuilder.Field]
  ) -> TIFFBuilder {
    var tiff = TIFFBuilder(isBigEndian: false)
    let place = tiff.directory(gps(tiff))
    let exif = tiff.directory([
      TIFFBuilder.Field(tag: 0x927C, type: 7, count: 7, value: Array("maker n".utf8))
    ])
    let next = tiff.directory([tiff.long(0x0201, tiff.bytes.count + 30), tiff.long(0x0202, small.count)])
    _ = tiff.append(small)
    tiff.setMain(
      tiff.directory(picture(tiff) + [tiff.long(0x8769, exif), tiff.long(0x8825, place)], next: next))
    return tiff
  }

  /// A table of two fields takes up 2 + 2 x 12 bytes, and three fractions 24 behind it.
  private static let whole = block { [$0.ascii(0x0001, "N"), $0.rationals(0x0002, [52, 31, 12])] }
  private static let expected = ExifGroups(
    gpsBytes: 26 + 24, makerNotesBytes: 7,
    thumbnail: .init(bytes: small.count, size: PixelSize(width: 160, height: 120)))

  private static func groups(_ file: [UInt8]) throws -> ExifGroups {
    switch try ProbedFile.read(from: ByteSource(file)) {
    case .jpeg(let report): report.exifGroups
    case .picture(let report): report.exifGroups
    }
  }

  @Test("Each format's EXIF block is taken apart")
  func formats() throws {
    let (exif, payload) = (Self.whole.bytes, Self.whole.payload)
    var heic = HEIFBuilder()
    heic.items = [.init("av01"), .init("Exif", data: [0, 0, 0, 0] + exif)]
    heic.references = [("cdsc", 2, [1])]
    for file in [
      JPEGBuilder.file(with: [JPEGBuilder.segment(0xE1, payload)]),
      B.png([B.ihdr(), B.pngChunk("eXIf", exif), B.pngChunk("IDAT")]),
      B.webp([B.vp8x(300, 200, flags: 0x08), B.vp8(300, 200), B.riffChunk("EXIF", exif)]),
      heic.bytes,
    ] { #expect(try Self.groups(file) == Self.expected) }
  }

  @Test("A TIFF's own fields are taken apart as those of a block, and the next directory is another page")
  func tiff() throws {
    let file = Self.block(of: { tiff in
      [
        tiff.short(0x0100, 1), tiff.short(0x0101, 1), tiff.short(0x0102, 8), tiff.short(0x0103, 1),
        tiff.short(0x0106, 1), tiff.long(0x0111, 8), tiff.long(0x0117, 1),
        TIFFBuilder.Field(tag: 0x83BB, type: 7, count: 5, value: [0x1C, 2, 80, 0, 0]),
      ]
    }) { [$0.ascii(0x0001, "N"), $0.rationals(0x0002, [52, 31, 12])] }.bytes
    guard case .picture(let report) = try ProbedFile.read(from: ByteSource(file)) else {
      Issue.record("a TIFF is no picture")
      return
    }
    #expect(report.exifGroups == ExifGroups(gpsBytes: 50, makerNotesBytes: 7, thumbnail: nil))
    #expect(report.hasGPS)
    // The header, a main directory of two pointers, an empty one of EXIF, and that of GPS.
    #expect(
      report.metadata == [.init(kind: "exif", bytes: 8 + 30 + 6 + 30 + 24), .init(kind: "iptc", bytes: 5)])
  }

  @Test("Bytes that several fields share count once, and what isn't there not at all")
  func shared() throws {
    var tiff = Self.block { _ in [] }
    #expect(ExifGroups(payload: tiff.payload).gpsBytes == nil)
    // A version alone says no place.
    tiff = Self.block {
      [TIFFBuilder.Field(tag: 0, type: 1, count: 4, value: [2, 3, 0, 0] + $0.number(0, 0))]
    }
    #expect(ExifGroups(payload: tiff.payload).gpsBytes == nil)
    // Both fields say that their 24 bytes lie at 8; the directory's table is of 26.
    let fraction = TIFFBuilder.Field(tag: 0x0002, type: 5, count: 3, value: tiff.number(8, 4))
    let gps = tiff.directory([fraction, fraction])
    tiff.setMain(tiff.directory([tiff.long(0x8825, gps)]))
    #expect(ExifGroups(payload: tiff.payload) == ExifGroups(gpsBytes: 26 + 24))
    #expect(ExifGroups(payload: []) == ExifGroups())
    #expect(try Self.groups(JPEGBuilder.file(with: [])) == ExifGroups())
  }

  @Test("A block that is cut anywhere is read as far as it goes")
  func cut() {
    let payload = Self.whole.payload
    for length in 0..<payload.count {
      let groups = ExifGroups(payload: Array(payload.prefix(length)))
      #expect(groups.makerNotesBytes ?? 7 == 7 && groups.gpsBytes ?? 50 <= 50, "\(length)")
    }
  }
}
