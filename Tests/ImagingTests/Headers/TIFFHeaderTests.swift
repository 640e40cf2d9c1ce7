import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct TIFFHeaderTests {
  /// A file of one directory with a size of 5x6 and these fields.
  private static func file(
    isBigEndian: Bool = false, next: Int = 0, _ fields: (TIFFBuilder) -> [TIFFBuilder.Field]
  ) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    _ = tiff.directory([tiff.short(0x100, 5), tiff.long(0x101, 6)] + fields(tiff), next: next)
    return tiff.bytes
  }

  private static func shorts(_ tiff: TIFFBuilder, _ tag: Int, _ values: [Int]) -> TIFFBuilder.Field {
    TIFFBuilder.Field(tag: tag, type: 3, count: values.count, value: values.flatMap { tiff.number($0, 2) })
  }

  private static func header(
    _ colors: PictureHeader.Colors, bits: Int = 1, alpha: Bool = false, images: Int = 1
  ) -> PictureHeader {
    PictureHeader(
      format: .tiff, storedSize: PixelSize(width: 5, height: 6), colors: colors, bits: bits, hasAlpha: alpha,
      images: images)
  }

  @Test(
    "Colours are what the photometric interpretation says, in both byte orders", arguments: [true, false])
  func colors(isBigEndian: Bool) throws {
    let colors: [(Int, PictureHeader.Colors)] = [
      (0, .grey), (1, .grey), (2, .rgb), (3, .palette), (4, .grey), (5, .cmyk), (6, .ycbcr), (8, .lab),
      (9, .lab), (10, .lab),
    ]
    for (photometric, expected) in colors {
      let file = Self.file(isBigEndian: isBigEndian) { [$0.short(0x106, photometric), $0.short(0x115, 3)] }
      #expect(try pictureHeader(file).get() == Self.header(expected))
    }
  }

  @Test("Without a photometric interpretation three samples are RGB, and fewer grey")
  func noPhotometric() throws {
    #expect(try pictureHeader(Self.file { _ in [] }).get() == Self.header(.grey))
    #expect(try pictureHeader(Self.file { [$0.short(0x115, 3)] }).get() == Self.header(.rgb))
  }

  @Test("Alpha is an extra sample that says so, or a fourth one of RGB that nothing is said of")
  func alpha() throws {
    func header(_ photometric: Int, _ bits: [Int], extra: [Int]?) throws -> PictureHeader {
      try pictureHeader(
        Self.file {
          [
            Self.shorts($0, 0x102, bits), $0.short(0x106, photometric), $0.short(0x115, bits.count),
          ] + (extra.map { [Self.shorts(TIFFBuilder(isBigEndian: false), 0x152, $0)] } ?? [])
        }
      ).get()
    }
    #expect(try header(2, [8, 8, 8, 8], extra: [2]) == Self.header(.rgb, bits: 8, alpha: true))
    #expect(try header(2, [16, 16, 16, 16], extra: nil) == Self.header(.rgb, bits: 16, alpha: true))
    #expect(try header(2, [8, 8, 8, 8], extra: [0]) == Self.header(.rgb, bits: 8, alpha: true))
    #expect(try header(2, [8, 8, 8, 8, 8], extra: [0, 0]) == Self.header(.rgb, bits: 8))
    #expect(try header(5, [8, 8, 8, 8], extra: nil) == Self.header(.cmyk, bits: 8))
    #expect(try header(5, [8, 8, 8, 8, 8], extra: [1]) == Self.header(.cmyk, bits: 8, alpha: true))
    #expect(try header(1, [8, 16], extra: [0]) == Self.header(.grey, bits: 16))
    #expect(try header(1, [8, 8], extra: [1]) == Self.header(.grey, bits: 8, alpha: true))
  }

  @Test("XMP and the profile are where their fields say; what lies outside counts as missing")
  func metadata() throws {
    func bytes(_ tag: Int, _ value: [UInt8]) -> TIFFBuilder.Field {
      .init(tag: tag, type: 7, count: value.count, value: value)
    }
    let file = Self.file { _ in [bytes(0x2BC, Array("<x/> ".utf8)), bytes(0x8773, Array("profile".utf8))] }
    let header = try pictureHeader(file).get()
    #expect(PictureHeader.bytes(header.xmp, of: file) == Array("<x/> ".utf8))
    #expect(PictureHeader.bytes(header.icc?.range, of: file) == Array("profile".utf8))
    #expect(header.icc?.isDeflated == false)
    let cut = Array(file.dropLast(1))
    #expect(try pictureHeader(cut).get().xmp == header.xmp)
    #expect(try pictureHeader(Array(file.dropLast(2))).get().icc == nil)
  }

  @Test("Pages are counted along the chain, a cycle once, and not what lies outside")
  func pages() throws {
    func pages(_ nexts: [(own: Int, next: Int)]) throws -> Int {
      var tiff = TIFFBuilder(isBigEndian: false)
      for (own, next) in nexts {
        #expect(tiff.directory([tiff.short(0x100, 5), tiff.long(0x101, 6)], next: next) == own)
      }
      return try pictureHeader(tiff.bytes).get().images
    }
    #expect(try pages([(8, 38), (38, 68), (68, 0)]) == 3)
    #expect(try pages([(8, 8)]) == 1)
    #expect(try pages([(8, 38), (38, 8)]) == 2)
    #expect(try pages([(8, 38), (38, 900)]) == 2)
    #expect(try pages([(8, 0xFFFF_FFFF)]) == 1)
    #expect(try pages([(8, 3)]) == 1)
  }

  @Test("No more than 4,096 pages are counted")
  func manyPages() throws {
    var tiff = TIFFBuilder(isBigEndian: true)
    for index in 0..<5000 {
      _ = tiff.directory([tiff.short(0x100, 5), tiff.long(0x101, 6)], next: 8 + 30 * (index + 1))
    }
    #expect(try pictureHeader(tiff.bytes).get().images == 4096)
  }

  @Test("BigTIFF says the same", arguments: [true, false])
  func bigTIFF(isBigEndian: Bool) throws {
    let page = [(0x100, 16, 1, 5), (0x101, 4, 1, 6), (0x102, 3, 1, 8), (0x106, 3, 1, 3), (0x112, 3, 1, 6)]
    let file = BigTIFFBuilder(isBigEndian: isBigEndian, directories: [page, page]).bytes
    let header = try pictureHeader(file).get()
    #expect(header == Self.header(.palette, bits: 8, images: 2))
    #expect(try OrientationReading.read(header, from: ByteSource(file)).tag == .rightTop)
  }

  @Test("Orientation and place are those of the first directory")
  func orientation() throws {
    func reading(_ fields: (TIFFBuilder) -> [TIFFBuilder.Field]) throws -> OrientationReading {
      let file = Self.file(fields)
      return try OrientationReading.read(pictureHeader(file).get(), from: ByteSource(file))
    }
    #expect(try reading { [$0.short(0x112, 8)] } == OrientationReading(tag: .leftBottom, findings: []))
    #expect(try reading { _ in [] } == OrientationReading(tag: nil, findings: []))
    #expect(
      try reading { [$0.short(0x112, 9)] }
        == OrientationReading(
          tag: nil,
          findings: [
            Finding(.orientationInvalid, "the orientation tag says 9, which is not in 1...8; 1 is used")
          ]))
    #expect(
      try reading { [Self.shorts($0, 0x112, [6, 6])] }.findings
        == [
          Finding(
            .orientationInvalid, "the orientation tag holds 2 x SHORT, not one SHORT; 1 is used")
        ])
    #expect(
      try TIFFHeaderReader.hasGPS(
        ByteSource(Self.file { [$0.long(0x8825, 8)] })))
    #expect(try !TIFFHeaderReader.hasGPS(ByteSource(Self.file { [$0.long(0x8825, 9999)] })))
    #expect(try !TIFFHeaderReader.hasGPS(ByteSource(Self.file { _ in [] })))
  }

  @Test("Each refusal has its code and its words")
  func refusals() {
    var empty = TIFFBuilder(isBigEndian: true)
    _ = empty.directory([])
    var early = empty
    early.setMain(4)
    let big = BigTIFFBuilder(isBigEndian: true, directories: [])
    var wrong = big.bytes
    wrong[5] = 4
    let cases: [([UInt8], Finding.Code, String)] = [
      (empty.bytes, .badHeader, "its first directory has no size"),
      (early.bytes, .badHeader, "a directory begins within the first 8 bytes"),
      (wrong, .badHeader, "its offsets are not of 8 bytes"),
      (Self.file { [$0.short(0x102, 0)] }, .badHeader, "it says 0 bits a sample"),
      (Self.file { [$0.short(0x115, 0)] }, .badHeader, "it says 0 samples a pixel"),
      (
        Self.file { [$0.short(0x102, 64)] }, .unsupportedFormat, "TIFF with 64 bits a sample is not supported"
      ),
      (
        Self.file { [$0.long(0x106, 32844)] }, .unsupportedFormat,
        "TIFF with photometric interpretation 32844 is not supported"
      ),
      (
        BigTIFFBuilder(isBigEndian: false, directories: [[(0x100, 16, 1, 0), (0x101, 4, 1, 6)]]).bytes,
        .zeroSize, "its size is 0x6"
      ),
      (
        BigTIFFBuilder(isBigEndian: false, directories: [[(0x100, 16, 1, -1), (0x101, 4, 1, 6)]]).bytes,
        .badHeader, "it says a size of \(Int.max)x6, which no picture has"
      ),
      (big.bytes, .badHeader, "it ends within its header"),
      (
        [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0xFF, 0xFF], .badHeader,
        "a directory has 65535 fields, more than 4096"
      ),
    ]
    for (bytes, code, message) in cases { #expect(pictureRefusal(bytes) == Finding(code, message)) }
  }
}
