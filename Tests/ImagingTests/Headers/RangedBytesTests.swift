import Glibc
import ImageModel
import System
import TestSupport
import Testing

@testable import Imaging

/// Files that come by ranges.
@Suite("Files that come by ranges")
struct RangedBytesTests {
  private static let file = (0..<100).map { UInt8($0) }

  @Test("Known bytes are read, and unknown bytes are wanted")
  func wanted() throws {
    let ranges = RangedBytes(size: 100)
    let source = ByteSource(ranges)
    ranges.add(Array(Self.file[10..<20]), at: 10)
    #expect(try source.read(at: 12, count: 8) == Array(12..<20))
    #expect(ranges.wanted == nil)
    #expect(throws: ImageError(.ioError(ENODATA))) { try source.read(at: 15, count: 10) }
    #expect(ranges.wanted == 20..<25)
    #expect(throws: ImageError(.ioError(ENODATA))) { try source.read(at: 0, count: 4) }
    #expect(ranges.wanted == 20..<25, "the first failure stays")
    ranges.add(Array(Self.file[20..<30]), at: 20)
    #expect(ranges.wanted == nil)
    #expect(try source.read(at: 15, count: 10) == Array(15..<25))
  }

  @Test("A reader that reads ahead gets what is known, if that is enough")
  func ahead() throws {
    let ranges = RangedBytes(size: 100)
    ranges.add(Array(Self.file[0..<20]), at: 0)
    #expect(try ByteSource(ranges).read(at: 5, count: 50, least: 15) == Array(5..<20))
    #expect(throws: ImageError.self) { try ByteSource(ranges).read(at: 5, count: 50, least: 16) }
    #expect(ranges.wanted == 20..<21)
  }

  @Test("The file ends at its size, and a part at its own end")
  func ends() throws {
    let ranges = RangedBytes(size: 100)
    ranges.add(Self.file + [1, 2, 3], at: 0)
    let source = ByteSource(ranges)
    #expect(try source.read(at: 95, count: 50) == Array(95..<100))
    #expect(try source.read(at: 100, count: 1).isEmpty)
    #expect(try source.part(10..<15).read(at: 3, count: 50) == [13, 14])
    #expect(ranges.wanted == nil && ranges.count == 100)
  }

  @Test("All bytes of a file are there once no piece is missing")
  func whole() {
    let ranges = RangedBytes(size: 100)
    #expect(ranges.whole == nil)
    for (range, isWhole) in [(0..<40, false), (50..<100, false), (39..<50, true)] {
      ranges.add(Array(Self.file[range]), at: range.lowerBound)
      #expect(ranges.whole == (isWhole ? Self.file : nil))
    }
    #expect(RangedBytes(size: 0).whole == nil)
  }

  /// The pieces are those of a table of 100 places, each known or not.
  @Test("Pieces in any order and with any overlap join")
  func pieces() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let ranges = RangedBytes(size: 100)
      var known: Set<Int> = []
      for _ in 0..<8 {
        let start = Int.random(in: 0..<100, using: &random)
        let end = Int.random(in: start...min(start + 30, 100), using: &random)
        ranges.add(Array(Self.file[start..<end]), at: start)
        known.formUnion(start..<end)
        #expect(ranges.count == known.count)
        let first = Int.random(in: 0..<100, using: &random)
        let read = try? ByteSource(ranges).read(at: first, count: 20)
        let wanted = first..<min(first + 20, 100)
        #expect(read == (known.isSuperset(of: wanted) ? Array(Self.file[wanted]) : nil))
      }
    }
  }

  @Test("A survey finds the same by ranges of any length", arguments: [1, 7, 100, 4096])
  func surveys(step: Int) throws {
    let picture = TestPicture(width: 20, height: 10, channels: 3) { x, y, channel in
      UInt8(5 * x + y + 50 * channel)
    }
    for file in PictureBuilder.samples + [try TestJPEG(.ycbcr).file(picture)] {
      #expect(
        RangedReading(file, step: step).result(Self.survey)
          == Result { () throws(ImageError) in
            try Self.survey(ByteSource(file))
          })
    }
  }

  private static func survey(_ source: ByteSource) throws(ImageError) -> Result<SourceInfo, SourceRefusal> {
    let version = SourceVersion(FileIdentity(bytes: source.size, modified: 1, inode: 1))
    return try SourceFormat.header(of: source).survey(source, version, thumbnail: .whenLargeEnough)
  }
}
