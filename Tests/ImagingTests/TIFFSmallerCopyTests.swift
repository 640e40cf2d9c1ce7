import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// Smaller copies of a TIFF's page, and decodes of them.
@Suite struct TIFFSmallerCopyTests {
  private static func grey(_ width: Int, _ height: Int, orientation: UInt8? = nil) -> TestTIFF {
    var tiff = TestTIFF(width, height, photometric: 1, channels: 1, bits: 8) { x, y, _ in
      (x * 7 + y * 31 + width) & 255
    }
    if let orientation {
      tiff.fields = [TIFFBuilder.Field(tag: 0x112, type: 3, count: 1, value: [orientation, 0])]
    }
    return tiff
  }

  private static func sizes(_ pages: [TestTIFF], of page: Int = 0) throws -> [PixelSize] {
    try TIFFSmallerCopy.all(of: page, in: ByteSource(TestTIFF.file(pages))).map(\.image.storedSize)
  }

  private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

  @Test func directoriesBehindThePage() throws {
    let pyramid = [Self.grey(41, 30), Self.grey(20, 15).marked(1), Self.grey(10, 7).marked(1)]
    #expect(try Self.sizes(pyramid) == [size(20, 15), size(10, 7)])
    // Masks lie between them; what isn't marked is a page of its own, and ends them. Behind other pages than the first no
    // directory is known to be a copy of them.
    let masked = [
      pyramid[0], Self.grey(41, 30).marked(4), pyramid[1], Self.grey(20, 15).marked(5), pyramid[2],
      Self.grey(80, 60), Self.grey(40, 30).marked(1),
    ]
    #expect(try Self.sizes(masked) == [size(20, 15), size(10, 7)])
    #expect(try Self.sizes(masked, of: 5) == [])
    #expect(try Self.sizes([pyramid[0], Self.grey(20, 15), pyramid[2]]) == [])
    #expect(try Self.sizes([pyramid[0].marked(2), pyramid[1]]) == [size(20, 15)])
    #expect(try Self.sizes([pyramid[0].marked(4), pyramid[1]]) == [])
  }

  @Test func directoriesOfSubIFDs() throws {
    var page = Self.grey(41, 30)
    page.copies = [Self.grey(21, 15).marked(1), Self.grey(20, 15), Self.grey(11, 8).marked(1)]
    #expect(try Self.sizes([page]) == [size(21, 15), size(11, 8)])
    #expect(try Self.sizes([Self.grey(9, 9), page], of: 1) == [size(21, 15), size(11, 8)])
  }

  @Test func othersAreNone() throws {
    let page = Self.grey(41, 30, orientation: 6)
    #expect(try Self.sizes([page, Self.grey(20, 15, orientation: 6).marked(1)]) == [size(20, 15)])
    #expect(try Self.sizes([page, Self.grey(20, 15).marked(1)]) == [])
    let upright = [Self.grey(41, 30), Self.grey(20, 15, orientation: 1).marked(1)]
    #expect(try Self.sizes(upright) == [size(20, 15)])
    #expect(try Self.sizes([page, Self.grey(20, 15, orientation: 1).marked(1)]) == [])
    #expect(try Self.sizes([page, Self.grey(15, 20).marked(1)]) == [])
    #expect(try Self.sizes([page, Self.grey(30, 22).marked(1)]) == [])
  }

  /// A chain that leads out of the file, or back to where it was, is no copy and no failure.
  @Test func brokenChains() throws {
    var lost = Self.grey(41, 30)
    lost.fields = [TIFFBuilder.Field(tag: 0x14A, type: 4, count: 1, value: [0, 0, 0, 127])]
    #expect(try Self.sizes([lost, Self.grey(20, 15).marked(1)]) == [size(20, 15)])
    let file = TestTIFF.file([Self.grey(41, 30), Self.grey(20, 15).marked(1)])
    let copies = try TIFFSmallerCopy.all(of: 0, in: ByteSource(file))
    let offset = try #require(copies.first?.image.offset)
    var loop = file
    let next = offset + 2 + 12 * (Int(file[offset]) + Int(file[offset + 1]) << 8)
    loop.replaceSubrange(next..<next + 4, with: (0..<4).map { UInt8(offset >> (8 * $0) & 255) })
    #expect(try TIFFSmallerCopy.all(of: 0, in: ByteSource(loop)) == copies)
  }

  private static func half(photometric: Int, channels: Int, bits: Int, extra: [Int] = []) -> TestTIFF {
    var tiff = TestTIFF(20, 15, photometric: photometric, channels: channels, bits: bits) { x, _, _ in x & 1 }
    (tiff.extra, tiff.map) = (extra, photometric == 3 ? [Int](repeating: 0, count: 3 << bits) : [])
    return tiff.marked(1)
  }

  @Test("A copy of fewer bits, of a palette, or without the picture's alpha stands for nothing")
  func coarser() throws {
    let color = TestTIFF(40, 30, photometric: 2, channels: 3, bits: 8) { x, _, _ in x }
    #expect(try Self.sizes([color, Self.half(photometric: 2, channels: 3, bits: 8)]) == [size(20, 15)])
    #expect(try Self.sizes([color, Self.half(photometric: 3, channels: 1, bits: 8)]) == [])
    #expect(try Self.sizes([color, Self.half(photometric: 2, channels: 4, bits: 8, extra: [2])]) == [])
    let grey = TestTIFF(40, 30, photometric: 1, channels: 1, bits: 4) { x, _, _ in x & 15 }
    #expect(try Self.sizes([grey, Self.half(photometric: 1, channels: 1, bits: 1)]) == [])
    #expect(try Self.sizes([grey, Self.half(photometric: 0, channels: 1, bits: 8)]) == [size(20, 15)])
  }

  /// Samples of 8 and 16 bits, in planes or not, with alpha, by rows, strips and tiles.
  @Test(arguments: TestTIFF.Compression.allCases, [false, true])
  func decodesOfOtherKinds(_ compression: TestTIFF.Compression, isPlanar: Bool) throws {
    for (bits, tile) in [(8, nil), (16, nil), (8, 16), (16, 16)] as [(Int, Int?)] {
      var copy = TestTIFF(20, 15, photometric: 2, channels: 4, bits: bits) { x, y, channel in
        (x * 7919 + y * 104729 + channel * 31337) & (1 << bits - 1)
      }
      (copy.compression, copy.isPlanar, copy.extra) = (compression, isPlanar, [2])
      copy.isBigEndian = isPlanar
      if let tile { copy.tile = (tile, tile) }
      var page = TestTIFF(41, 31, photometric: 2, channels: 4, bits: bits) { _, _, _ in 9 }
      (page.copies, page.extra, page.isBigEndian) = ([copy.marked(1)], [2], isPlanar)
      let file = page.file
      let image = try #require(try TIFFSmallerCopy.all(of: 0, in: ByteSource(file)).first).image
      let region = PixelRect<Decoded>(x: 5, y: 4, width: 16, height: 12)
      let pixels = PixelFormat(.rgb, depth: bits == 16 ? .sixteen : .eight, hasAlpha: true)
      let decoded = try TIFFDecoderTests.decode(
        file, image.storedSize, pixels, directory: image.offset, region)
      let expected: [Int] = (4..<16).flatMap { y in
        (5..<21).flatMap { x in
          let first = (min(y, 14) * 20 + min(x, 19)) * 4
          return copy.samples[first..<first + 4]
        }
      }
      #expect(decoded.samples == expected)
    }
  }

  /// A page's directory that is broken behind its fields, or a chain without end, is nothing to a copy.
  @Test func onlyItsOwnDirectoryIsRead() throws {
    var page = Self.grey(41, 31)
    page.copies = [Self.grey(20, 15).marked(1)]
    let file = page.file
    let image = try #require(try TIFFSmallerCopy.all(of: 0, in: ByteSource(file)).first).image
    var broken = file
    let main = Int(file[4]) | Int(file[5]) << 8
    broken.replaceSubrange(main..<main + 2, with: [255, 255])
    let decoded = try TIFFDecoderTests.decode(
      broken, image.storedSize, PixelFormat(.grey), directory: image.offset,
      PixelRect(x: 0, y: 0, width: 20, height: 15))
    #expect(decoded.samples == page.copies[0].samples)
  }

  /// 41x31 halved is 20x15: the region reaches one column and one row further, which repeat the last.
  @Test(arguments: [nil, 16], [false, true])
  func aDecodeOfIt(tile: Int?, isDeflated: Bool) throws {
    var copy = Self.grey(20, 15).marked(1)
    if let tile { copy.tile = (tile, tile) }
    copy.compression = isDeflated ? .deflate : .none
    let file = TestTIFF.file([Self.grey(41, 31), copy])
    let image = try #require(try TIFFSmallerCopy.all(of: 0, in: ByteSource(file)).first).image
    for region in [
      PixelRect<Decoded>(x: 0, y: 0, width: 21, height: 16), PixelRect(x: 3, y: 2, width: 9, height: 14),
    ] {
      let decoded = try TIFFDecoderTests.decode(
        file, image.storedSize, PixelFormat(.grey), directory: image.offset, region)
      let expected = (region.y..<region.bottom).flatMap { y in
        (region.x..<region.right).map { x in copy.samples[min(y, 14) * 20 + min(x, 19)] }
      }
      #expect(decoded.samples == expected)
    }
    for region in [
      PixelRect<Decoded>(x: 0, y: 0, width: 22, height: 15), PixelRect(x: 20, y: 0, width: 1, height: 9),
    ] {
      #expect(throws: ImageError(.sourceChanged, "changed after it was planned")) {
        try TIFFDecoderTests.decode(
          file, image.storedSize, PixelFormat(.grey), directory: image.offset, region)
      }
    }
  }
}
