import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct MetadataOrientationTests {
  /// A block whose IFD0 has these fields between two others.
  private static func block(
    isBigEndian: Bool, _ fields: (TIFFBuilder) -> [TIFFBuilder.Field]
  ) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    let all = [tiff.ascii(0x010F, "Maker")] + fields(tiff) + [tiff.rationals(0x011A, [72])]
    _ = tiff.directory(all)
    return tiff.payload
  }

  @Test("All eight values in both byte orders", arguments: [true, false], ExifOrientation.allCases)
  func values(isBigEndian: Bool, orientation: ExifOrientation) {
    let payload = Self.block(isBigEndian: isBigEndian) { [$0.short(0x0112, Int(orientation.rawValue))] }
    #expect(ExifOrientationField(payload: payload) == .valid(orientation, oddity: nil))
    #expect(LibExifTags(payload: payload)?.orientation() == UInt16(orientation.rawValue))
  }

  @Test("Odd types and values", arguments: [true, false])
  func odd(isBigEndian: Bool) {
    typealias Field = TIFFBuilder.Field
    let cases: [((TIFFBuilder) -> Field, ExifOrientationField)] = [
      ({ $0.short(0x0112, 0) }, .invalid("the orientation tag says 0, which is not in 1...8")),
      ({ $0.short(0x0112, 9) }, .invalid("the orientation tag says 9, which is not in 1...8")),
      ({ $0.short(0x0112, 65535) }, .invalid("the orientation tag says 65535, which is not in 1...8")),
      ({ $0.long(0x0112, 6) }, .valid(.rightTop, oddity: "is stored as LONG, not SHORT")),
      ({ $0.long(0x0112, 0x60000) }, .invalid("the orientation tag says 393216, which is not in 1...8")),
      (
        { _ in Field(tag: 0x0112, type: 1, count: 1, value: [8]) },
        .valid(.leftBottom, oddity: "is stored as BYTE, not SHORT")
      ),
      (
        { $0.rationals(0x0112, [6]) }, .invalid("the orientation tag holds 1 x RATIONAL, not one SHORT")
      ),
      (
        { Field(tag: 0x0112, type: 3, count: 2, value: $0.number(6, 2) + $0.number(6, 2)) },
        .invalid("the orientation tag holds 2 x SHORT, not one SHORT")
      ),
      (
        { Field(tag: 0x0112, type: 3, count: 0, value: $0.number(6, 2)) },
        .invalid("the orientation tag holds 0 x SHORT, not one SHORT")
      ),
      (
        { _ in Field(tag: 0x0112, type: 77, count: 1, value: [6]) },
        .invalid("the orientation tag holds 1 x type 77, not one SHORT")
      ),
    ]
    for (field, expected) in cases {
      let payload = Self.block(isBigEndian: isBigEndian) { [field($0)] }
      #expect(ExifOrientationField(payload: payload) == expected)
    }
    #expect(ExifOrientationField(payload: Self.block(isBigEndian: isBigEndian) { _ in [] }) == .missing)
  }

  @Test("A block cut at any byte gives its value once the field is there", arguments: [true, false])
  func cuts(isBigEndian: Bool) {
    let payload = Self.block(isBigEndian: isBigEndian) { [$0.short(0x0112, 6)] }
    // Identifier 6, header 8, count 2, two fields of 12.
    let whole = 6 + 8 + 2 + 24
    for length in payload.indices {
      let expected: ExifOrientationField =
        switch length {
        case ..<10: .invalid("the EXIF block has no TIFF header")
        case ..<16: .invalid("the EXIF block's first directory lies outside the block")
        case ..<whole: .invalid("the EXIF block is cut off before an orientation tag")
        default: .valid(.rightTop, oddity: nil)
        }
      #expect(ExifOrientationField(payload: Array(payload.prefix(length))) == expected, "\(length)")
    }
  }

  @Test("Broken directories", arguments: [true, false])
  func broken(isBigEndian: Bool) {
    var far = TIFFBuilder(isBigEndian: isBigEndian)
    far.setMain(0xFFFF_FFFF)
    #expect(
      ExifOrientationField(payload: far.payload)
        == .invalid("the EXIF block's first directory lies outside the block"))
    var header = TIFFBuilder(isBigEndian: isBigEndian)
    header.setMain(0)
    #expect(
      ExifOrientationField(payload: header.payload)
        == .invalid("the EXIF block's first directory lies outside the block"))
    var long = TIFFBuilder(isBigEndian: isBigEndian)
    _ = long.append(long.number(0xFFFF, 2) + [UInt8](repeating: 0, count: 120))
    #expect(
      ExifOrientationField(payload: long.payload)
        == .invalid("the EXIF block is cut off before an orientation tag"))
    var circle = TIFFBuilder(isBigEndian: isBigEndian)
    _ = circle.directory([circle.short(0x0112, 3), circle.long(0x8769, 8)], next: 8)
    #expect(ExifOrientationField(payload: circle.payload) == .valid(.bottomRight, oddity: nil))
  }

  @Test("Changed bytes give one of the eight values, none, or a reason")
  func mutations() {
    var random = TestRandom(seed: 2)
    let payload = Self.block(isBigEndian: false) { [$0.short(0x0112, 6)] }
    for _ in 0..<20000 {
      var changed = payload
      for _ in 0..<Int(random.next(4) + 1) { changed[random.next(changed.count)] = UInt8(random.next(256)) }
      if case .valid(_, nil) = ExifOrientationField(payload: changed),
        let other = LibExifTags(payload: changed)?.orientation()
      {
        #expect((1...8).contains(other))
      }
    }
  }
}

struct MetadataOrientationConflictTests {
  private static func exif(_ value: Int?) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: true)
    _ = tiff.directory(value.map { [tiff.short(0x0112, $0)] } ?? [tiff.short(0x0128, 2)])
    return JPEGBuilder.segment(0xE1, tiff.payload)
  }

  /// A block that ends behind its identifier.
  private static let headless = JPEGBuilder.segment(0xE1, Array("Exif\0\0".utf8))

  private static func xmp(_ value: String) -> [UInt8] {
    let text = "<x xmlns:t=\"http://ns.adobe.com/tiff/1.0/\"><t:Orientation> \(value) </t:Orientation></x>"
    return JPEGBuilder.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(text.utf8))
  }

  @Test("Of several blocks the first that has the tag holds, and XMP is only compared")
  func conflicts() throws {
    let zero = "the orientation tag says 0, which is not in 1...8; 1 is used"
    let headless = "the EXIF block has no TIFF header; 1 is used"
    let cases: [([[UInt8]], ExifOrientation?, [Finding])] = [
      ([], nil, []),
      ([Self.exif(nil)], nil, []),
      ([Self.exif(6), Self.exif(6)], .rightTop, []),
      ([Self.exif(nil), Self.exif(6)], .rightTop, []),
      (
        [Self.exif(6), Self.exif(3), Self.exif(8)], .rightTop,
        [Finding(.orientationConflict, "another EXIF block says orientation 3; 6 of the first is used")]
      ),
      (
        [Self.exif(0), Self.exif(6)], nil,
        [
          Finding(.orientationInvalid, zero),
          Finding(.orientationConflict, "another EXIF block says orientation 6; 1 of the first is used"),
        ]
      ),
      ([Self.exif(0), Self.exif(1)], nil, [Finding(.orientationInvalid, zero)]),
      ([Self.headless, Self.exif(1)], nil, [Finding(.orientationInvalid, headless)]),
      (
        [Self.headless, Self.exif(1), Self.exif(8)], nil,
        [
          Finding(.orientationInvalid, headless),
          Finding(.orientationConflict, "another EXIF block says orientation 8; 1 of the first is used"),
        ]
      ),
      ([Self.exif(6), Self.xmp("6")], .rightTop, []),
      (
        [Self.exif(6), Self.xmp("1")], .rightTop,
        [Finding(.xmpOrientationConflict, "XMP says orientation 1 and EXIF 6; 6 is used")]
      ),
      ([Self.xmp("1")], nil, []),
      (
        [Self.xmp("8")], nil,
        [Finding(.xmpOrientationConflict, "XMP says orientation 8 and EXIF none; 1 is used")]
      ),
    ]
    for (segments, tag, findings) in cases {
      let source = ByteSource(JPEGBuilder.file(with: segments))
      let reading = try OrientationReading.read(JPEGHeader.read(from: source), from: source)
      #expect(reading == OrientationReading(tag: tag, findings: findings))
    }
  }
}
