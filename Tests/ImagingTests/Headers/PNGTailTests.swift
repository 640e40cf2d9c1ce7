import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// PNGs that come by ranges, with chunks behind their data.
@Suite("PNGs that come by ranges")
struct PNGTailTests {
  /// The size of a chunk of data. A part of one chunk may stay unknown, in front of the end.
  private static let chunk = 8192 + 12

  /// A PNG with `count` chunks of data of 8 KiB, and chunks behind these.
  private static func file(_ count: Int, behind chunks: [[UInt8]]) -> [UInt8] {
    var random = SplitMix64(seed: 3)
    let data = (0..<count).map { _ in
      TestPNG.chunk("IDAT", (0..<8192).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    return file(data + chunks)
  }

  /// A PNG of these chunks, in RGB. Only IHDR has a wrong CRC.
  private static func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    return start + PictureBuilder.ihdr() + chunks.joined() + TestPNG.chunk("IEND", [])
  }

  private static let exif = TestPNG.chunk("eXIf", Array("MM\0*".utf8))

  /// The number of bytes that came until the header was known, by ranges of 64 KiB. The header must be that of the
  /// whole file.
  private func bytes(for file: [UInt8]) throws -> Int {
    let ranges = RangedBytes(size: file.count)
    while true {
      let header = Result { () throws(ImageError) in try PictureHeader.read(from: ByteSource(ranges)) }
      guard let wanted = ranges.wanted else {
        #expect(try header.get() == PictureHeader.read(from: ByteSource(file)))
        return ranges.count
      }
      let end = min(max(wanted.upperBound, wanted.lowerBound + 65_536), file.count)
      ranges.add(Array(file[wanted.lowerBound..<end]), at: wanted.lowerBound)
    }
  }

  @Test("Chunks behind the data are found from the end, in 128 KiB together")
  func tail() throws {
    let xmp = TestPNG.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0en\0\0<x/>".utf8))
    for chunks in [[], [Self.exif], [xmp, TestPNG.chunk("tIME", [7, 234, 11, 26, 18, 0, 0]), Self.exif]] {
      let count = try bytes(for: Self.file(250, behind: chunks))
      #expect(count == 131_072)
    }
  }

  @Test("A small file, and one whose data is one chunk, need no more than these")
  func small() throws {
    let few = Self.file(12, behind: [Self.exif])
    #expect(try few.count - Self.chunk...few.count ~= bytes(for: few))
    let one = Self.file([TestPNG.chunk("IDAT", [UInt8](repeating: 7, count: 1 << 20)), Self.exif])
    #expect(try bytes(for: one) == 65_536 + Self.exif.count + 12)
  }

  @Test("The whole file is read if its end can't be trusted")
  func broken() throws {
    let wrongCRC = Self.exif.dropLast() + [(Self.exif.last ?? 0) ^ 1]
    let file = Self.file(60, behind: [Array(wrongCRC)])
    #expect(try file.count - Self.chunk...file.count ~= bytes(for: file))
    let large = TestPNG.chunk("teSt", [UInt8](repeating: 1, count: 70_000))
    #expect(try bytes(for: Self.file(60, behind: [Self.exif, large])) > 60 * 8192)
    let cut = Array(Self.file(60, behind: [Self.exif]).dropLast(2))
    #expect(try cut.count - Self.chunk...cut.count ~= bytes(for: cut))
  }
}
