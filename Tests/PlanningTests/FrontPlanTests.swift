import ImageModel
import JobFile
import Planning
import System
import TestSupport
import Testing

/// How much of a JPEG on the web is planned to be fetched.
@Suite struct FrontPlanTests {
  private static let keys = "hash: none"
  private static let url = "https://a.example/b.jpg"

  /// The planned front of a JPEG of 1000x8000 pixels and 2 MB, whose data begins at byte 1000.
  private static func front(
    _ crop: String, keys: String = keys, source: String = url, change: (inout SourceInfo) -> Void = { _ in }
  ) throws -> Int? {
    let job = try PlannedJob(
      "\(keys)\nsources: [{path: '\(source)'}]\noutputs: [{path: a.jpg, crop: '\(crop)'}]")
    var info = SourceInfo(1000, 8000, bytes: 2_001_000)
    (info.sampling, info.scanOffset) = ([.alone, .alone, .alone], 1000)
    change(&info)
    return try job.image(info).frontBytes
  }

  @Test("The front has the bytes of the rows down to the crop's end, and a quarter more")
  func rows() throws {
    // A tenth of the rows, less than the 64 rows that are added to any crop.
    let front = try #require(try Self.front("0,0,1000,736"))
    #expect(front == 1000 + 250_000 + (32 << 10))
    #expect(try Self.front("300,700,300,36") == front)
    // Half of the file isn't worth it.
    #expect(try Self.front("0,0,1000,3400") == nil)
  }

  @Test(
    "The whole file is needed for its hash, its damage, its cache and its lower part",
    arguments: [
      "hash: sha256", "{hash: none, decode: {verify: full}}", "{hash: none, cache: {folder: c}}",
    ])
  func whole(keys: String) throws {
    let lines = keys.hasPrefix("{") ? String(keys.dropFirst().dropLast()) : keys
    #expect(try Self.front("0,0,1000,736", keys: lines.replacing(", ", with: "\n")) == nil)
  }

  @Test("Only a JPEG of one scan on the web has a front")
  func others() throws {
    #expect(try Self.front("0,0,1000,736", source: "b.jpg") == nil)
    #expect(try Self.front("0,0,1000,736", source: "https://h.example/a.tar::b.jpg") == nil)
    #expect(try Self.front("0,0,1000,736") { $0.scanOffset = nil } == nil)
    // libjpeg decodes it.
    #expect(try Self.front("0,0,1000,736") { $0.sampling = nil } == Self.front("0,0,1000,736"))
    #expect(
      try Self.front("0,0,1000,736") {
        $0.version = SourceVersion(FileIdentity(bytes: 150_000, modified: 1, inode: 1))
      } == nil)
  }

  @Test("The memory of an image has room for the front and the whole file")
  func memory() throws {
    func peak(_ hash: String) throws -> Int {
      let job = try PlannedJob(
        "hash: \(hash)\nsources: [{path: '\(Self.url)'}]\noutputs: [{path: a.jpg, crop: '0,0,1000,736'}]")
      var info = SourceInfo(1000, 8000, bytes: 2_001_000)
      (info.sampling, info.scanOffset) = ([.alone, .alone, .alone], 1000)
      return try job.image(info).peakBytes
    }
    #expect(try peak("none") - peak("sha256") == 1000 + 250_000 + (32 << 10))
  }
}
