import ImageModel
import System
import TestSupport
import Testing

@testable import Imaging

@Suite("A JPEG in a range of a file")
struct PixelRangeTests {
  private static let size = PixelSize(width: 61, height: 43)

  /// What a decode of `range` gives, and the SHA-256 of what it read.
  private static func decoded(
    _ bytes: [UInt8], _ range: Range<Int>, onCorrupt: CorruptionPolicy = .error
  ) throws -> (picture: TestPicture, warnings: [Finding], sha256: String) {
    let file = try OpenBytes(bytes)
    let digest: SHA256? = SHA256()
    let decoder = try PictureDecoder(.libjpeg, descriptor: file.descriptor, range: range, digest: digest)
    var samples: [UInt8] = []
    let request = DecodeRequest(
      storedSize: size, pixels: PixelFormat(.grey), scale: .full, region: PixelRect(size),
      deadline: PixelDecoding.never,
      onCorrupt: onCorrupt)
    try decoder.decode(request) { strip throws(ImageError) in
      for y in strip.firstRow..<strip.endRow {
        let row = strip.samples(0, y, 0..<size.width, as: UInt8.self)
        samples += (0..<size.width).map { row?[$0] ?? 0 }
      }
    }
    try decoder.drain(limit: bytes.count)
    let picture = TestPicture(width: size.width, height: size.height, channels: 1, samples: samples)
    return (picture, decoder.warnings, digest?.finish() ?? "")
  }

  private static func file(_ process: TestJPEG.Process, seed: UInt64 = 1) throws -> [UInt8] {
    try TestJPEG(.grey, process).file(
      .noisy(width: size.width, height: size.height, channels: 1, seed: seed))
  }

  @Test("Nothing beside it is read", arguments: [TestJPEG.Process.baseline, .progressive])
  func alone(_ process: TestJPEG.Process) throws {
    let (before, own) = (try Self.file(process, seed: 2), try Self.file(process))
    let range = before.count..<before.count + own.count
    let found = try Self.decoded(before + own + before, range)
    #expect(try found.picture == TestJPEG.decode(own).picture)
    #expect(found.warnings == [])
    #expect(found.sha256 == SHA256.digest(of: own))
  }

  @Test(
    "It ends where the range does, whatever follows", arguments: [TestJPEG.Process.baseline, .progressive])
  func cut(_ process: TestJPEG.Process) throws {
    let own = try Self.file(process)
    let cut = own.count / 2
    #expect(throws: ImageError(.corrupt, "damaged image data: the file ends too early (jpeg_eof)")) {
      _ = try Self.decoded(own, 0..<cut)
    }
    let part = try Self.decoded([7] + own, 1..<1 + cut, onCorrupt: .none)
    let alone = try Self.decoded(Array(own[..<cut]), 0..<Int.max, onCorrupt: .none)
    #expect(part.picture == alone.picture)
    #expect(part.warnings == alone.warnings)
    #expect(part.sha256 == SHA256.digest(of: Array(own[..<cut])))
  }

  @Test("Scans behind it aren't its own")
  func scans() throws {
    let (own, many) = (try Self.file(.progressive), try Self.file(.scans(120)))
    let cut = own.count - 2
    let found = try Self.decoded(Array(own[..<cut]) + many[2...], 0..<cut, onCorrupt: .none)
    #expect(try found.picture == TestJPEG.decode(own).picture)
    #expect(throws: ImageError(.tooManyScans, "has more scans than any camera writes")) {
      _ = try Self.decoded(own + many, own.count..<own.count + many.count)
    }
  }
}
