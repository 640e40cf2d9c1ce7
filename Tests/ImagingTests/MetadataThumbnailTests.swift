import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Thumbnails that can stand for their picture")
struct MetadataThumbnailTests {
  /// The header of a small picture.
  private static func small(
    _ marker: UInt8 = 0xC0, width: Int = 160, height: Int = 120, components: [UInt8] = [1, 2, 3],
    with segments: [[UInt8]] = [], precision: UInt8 = 8
  ) -> [UInt8] {
    JPEGBuilder.file(
      [JPEGBuilder.jfif] + segments + [
        JPEGBuilder.frame(
          marker, precision: precision, width: width, height: height,
          components: components.map { ($0, 0x11) }),
        JPEGBuilder.scan(components),
      ])
  }

  /// An EXIF segment with an orientation tag and nothing else.
  private static func tagged(_ orientation: Int) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: true)
    _ = tiff.directory([tiff.short(0x0112, orientation)])
    return JPEGBuilder.segment(0xE1, tiff.payload)
  }

  /// What is found in a picture of 640x480, and where its stream lies.
  private static func read(
    _ thumbnail: TestThumbnail, in picture: [UInt8] = JPEGBuilder.file(with: [])
  ) throws -> (found: SourceThumbnail?, stream: Range<Int>) {
    let (bytes, stream) = thumbnail.file(picture)
    let source = ByteSource(bytes)
    let header = try JPEGHeader.read(from: source)
    let orientation = try OrientationReading.read(header, from: source)
    return (
      try SourceThumbnail.read(header, shown: orientation.tag ?? .topLeft, from: source), stream
    )
  }

  private static func isUsed(_ thumbnail: TestThumbnail) throws -> Bool {
    try read(thumbnail).found != nil
  }

  private static func isUsed(_ stream: [UInt8]) throws -> Bool { try isUsed(TestThumbnail(stream)) }

  private static func changed(_ change: (inout TestThumbnail) -> Void) throws -> Bool {
    var thumbnail = TestThumbnail(small())
    change(&thumbnail)
    return try isUsed(thumbnail)
  }

  @Test("Where it lies and what it is", arguments: [true, false])
  func found(_ isBigEndian: Bool) throws {
    var thumbnail = TestThumbnail(Self.small(), tag: 6)
    thumbnail.isBigEndian = isBigEndian
    let (found, stream) = try Self.read(thumbnail)
    let expected = EmbeddedThumbnail(
      range: stream, storedSize: PixelSize(width: 160, height: 120), color: .ycbcr)
    #expect(found == SourceThumbnail(expected, wholeBytes: 0))
    // Whole blocks of 8x8 coefficients of two bytes, of three components of the picture's size.
    let progressive = try Self.read(TestThumbnail(Self.small(0xC2))).found
    #expect(progressive?.wholeBytes == 20 * 15 * 3 * 128)
  }

  @Test("Orientations that agree", arguments: 1...8)
  func orientation(_ tag: Int) throws {
    let other = tag % 8 + 1
    var thumbnail = TestThumbnail(Self.small(), tag: tag)
    #expect(try Self.isUsed(thumbnail))
    thumbnail.ownTag = tag
    #expect(try Self.isUsed(thumbnail))
    for wrong in [other, 0, 9] {
      thumbnail.ownTag = wrong
      #expect(try !Self.isUsed(thumbnail))
    }
    thumbnail.ownTag = nil
    thumbnail.stream = Self.small(with: [Self.tagged(tag)])
    #expect(try Self.isUsed(thumbnail))
    for wrong in [other, 0, 9] {
      thumbnail.stream = Self.small(with: [Self.tagged(wrong)])
      #expect(try !Self.isUsed(thumbnail))
    }
  }

  @Test("A picture without a tag has orientation 1")
  func untagged() throws {
    #expect(try Self.changed { $0.ownTag = 1 })
    #expect(try !Self.changed { $0.ownTag = 3 })
    #expect(try !Self.isUsed(Self.small(with: [Self.tagged(3)])))
  }

  @Test("Kinds of JPEG that aren't decoded, and what is none")
  func kinds() throws {
    #expect(try Self.isUsed(Self.small(0xC2)))
    let refused = [
      Self.small(0xC3), Self.small(0xC5), Self.small(0xC9), Self.small(0xC1, precision: 12),
      Self.small(components: [1, 2]), Self.small(components: [1, 2, 3, 4]), Array("II*\0".utf8),
      [0xFF, 0xD8],
      Array(Self.small().dropLast(10)), [0],
    ]
    for stream in refused { #expect(try !Self.isUsed(stream)) }
  }

  @Test("Grey stands for grey, and colour for colour")
  func colours() throws {
    let grey = Self.small(components: [1])
    #expect(try !Self.isUsed(grey))
    let picture = JPEGBuilder.file([JPEGBuilder.frame(components: [(1, 0x11)]), JPEGBuilder.scan([1])])
    #expect(try Self.read(TestThumbnail(grey), in: picture).found?.picture.color == .grey)
    #expect(try Self.read(TestThumbnail(Self.small()), in: picture).found == nil)
  }

  @Test("Sizes", arguments: [(160, 120, true), (160, 119, true), (160, 117, false), (160, 107, false)])
  func sizes(_ width: Int, _ height: Int, _ isUsed: Bool) throws {
    #expect(try Self.isUsed(Self.small(width: width, height: height)) == isUsed)
  }

  @Test("Sizes that no thumbnail has")
  func hugeAndNone() throws {
    for (width, height) in [(65535, 65535), (65535, 49151), (0, 0), (160, 0), (0, 120), (641, 480)] {
      #expect(try !Self.isUsed(Self.small(width: width, height: height)), "\(width)x\(height)")
    }
    #expect(try Self.isUsed(Self.small(width: 640, height: 480)))
  }

  @Test("Other compressions, and none")
  func compression() throws {
    for compression in [nil, 0, 1, 7] { #expect(try !Self.changed { $0.compression = compression }) }
  }

  @Test("Places outside the block")
  func places() throws {
    let length = Self.small().count
    // The stream is the first thing behind the header of 8 bytes.
    #expect(try Self.changed { ($0.offset, $0.length) = (8, length) })
    for offset in [0, 7, 9, 65535, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      #expect(try !Self.changed { $0.offset = offset }, "offset \(offset)")
    }
    for length in [0, 1, 65535, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      #expect(try !Self.changed { $0.length = length }, "length \(length)")
    }
    #expect(try !Self.changed { ($0.offset, $0.length) = (0xFFFF_FFFF, 0xFFFF_FFFF) })
  }

  @Test("A stream that ends with the block, and one that is a byte longer")
  func lastByte() throws {
    let thumbnail = TestThumbnail(Self.small())
    let block = thumbnail.payload.bytes.count - 6
    #expect(try Self.changed { $0.length = block - 8 })
    #expect(try !Self.changed { $0.length = block - 7 })
  }

  @Test("A directory that leads to itself")
  func loop() throws {
    #expect(try !Self.changed { $0.isLoop = true })
    // Itself as the next but one makes no difference.
    var tiff = TIFFBuilder(isBigEndian: false)
    let stream = tiff.append(Self.small())
    let place = tiff.bytes.count
    let second = tiff.directory(
      [tiff.short(0x0103, 6), tiff.long(0x0201, stream), tiff.long(0x0202, Self.small().count)], next: place)
    tiff.setMain(tiff.directory([], next: second))
    let bytes = JPEGBuilder.file(with: [JPEGBuilder.segment(0xE1, tiff.payload)])
    let header = try JPEGHeader.read(from: ByteSource(bytes))
    #expect(try SourceThumbnail.read(header, shown: .topLeft, from: ByteSource(bytes)) != nil)
  }

  @Test("A block cut off anywhere")
  func cutBlock() throws {
    let payload = TestThumbnail(Self.small(), tag: 6).payload.bytes
    for length in 0..<payload.count {
      let bytes = JPEGBuilder.file(with: [JPEGBuilder.segment(0xE1, Array(payload[..<length]))])
      let header = try JPEGHeader.read(from: ByteSource(bytes))
      let found = try SourceThumbnail.read(header, shown: .rightTop, from: ByteSource(bytes))
      // The last bytes are the maker's name, and before it the offset of no further directory.
      #expect((found != nil) == (length >= payload.count - 6), "\(length) bytes of \(payload.count)")
    }
  }

  @Test("The first EXIF block alone is looked at")
  func firstBlock() throws {
    let thumbnail = TestThumbnail(Self.small()).payload.bytes
    var empty = TIFFBuilder(isBigEndian: true)
    _ = empty.directory([])
    let segments = [empty.payload, thumbnail].map { JPEGBuilder.segment(0xE1, $0) }
    for (order, isUsed) in [(segments, false), (Array(segments.reversed()), true)] {
      let source = ByteSource(JPEGBuilder.file(with: order))
      let header = try JPEGHeader.read(from: source)
      #expect(try (SourceThumbnail.read(header, shown: .topLeft, from: source) != nil) == isUsed)
    }
  }
}
