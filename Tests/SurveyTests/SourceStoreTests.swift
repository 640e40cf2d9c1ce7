import Glibc
import ImageModel
import JobFile
import System
import TestSupport
import Testing

@testable import Planning
@testable import Survey

/// Sources of a job in a folder, by the store that opens them.
@Suite("The store of sources")
struct SourceStoreTests {
  private let folder: TemporaryDirectory
  private let store: SourceStore

  /// The job's folder has the files `a` and `b`.
  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("first", to: "a")
    try folder.write("second", to: "b")
    let job = "version: 1\nsources: [a]\noutputs: [{path: a.jpg}]"
    let spec = try JobFileReader.read(text: Array(job.utf8), file: "job.yaml").get()
    store = SourceStore(JobFolders(spec, file: "job.yaml", root: nil, current: folder.path))
  }

  /// The plan of a source whose file is as it is now. Without a file, the plan has `error`.
  private func image(_ source: String, error: Finding? = nil) -> ImagePlan {
    let file = FileIdentity(at: source.first == "/" ? source : folder.path(source))
    return ImagePlan(
      index: 1, source: source, id: source, bytes: file?.bytes, modified: file?.modified, inode: file?.inode,
      format: nil, storedSize: nil, pixels: nil, peakBytes: 1, isUntagged: false, hash: .sha256,
      onCorrupt: .error, verify: .crop, seconds: 1, decodes: [], outputs: [], boxes: nil, error: error,
      warnings: [])
  }

  private static let missing = Finding(.notFound, "there is no such file")

  /// The text of an open source.
  private static func text(_ source: borrowing OpenSource) throws -> String {
    String(decoding: try source.descriptor.read(99, at: 0), as: UTF8.self)
  }

  /// The reason why `open` fails; nil if it doesn't fail.
  private static func refusal(_ open: () throws(OpeningError) -> OpenSource) -> Finding? {
    do throws(OpeningError) { _ = try open() } catch { return error.finding }
    return nil
  }

  @Test("A source of the planned version is opened")
  func same() throws {
    let image = image("a")
    let source = try store.open(image)
    #expect(try Self.text(source) == "first")
    #expect(source.version == image.version)
    #expect(source.opened == image.version)
    #expect(source.heldBytes == 0)
    #expect(store.version(of: image) == image.version)
  }

  @Test("A source that was written again has changed")
  func written() throws {
    let image = image("a")
    try folder.write("longer", to: "a")
    #expect(Self.refusal { () throws(OpeningError) in try store.open(image) } == .sourceChanged)
    #expect(store.version(of: image)?.bytes == 6)
  }

  @Test("A source in whose place another file was moved has changed")
  func moved() throws {
    let image = image("a")
    try folder.write("other", to: "c")
    #expect(rename(folder.path("c"), folder.path("a")) == 0)
    #expect(Self.refusal { () throws(OpeningError) in try store.open(image) } == .sourceChanged)
  }

  @Test("A source that is gone isn't found")
  func gone() throws {
    let image = image("a")
    #expect(unlink(folder.path("a")) == 0)
    #expect(Self.refusal { () throws(OpeningError) in try store.open(image) } == Self.missing)
    #expect(Self.refusal { () throws(OpeningError) in try store.open(named: "a") } == Self.missing)
    #expect(store.version(of: image) == nil)
    store.prefetch(image)
  }

  @Test("A URL is no file, and isn't found if the job doesn't name it")
  func urls() throws {
    let image = image("https://h.example/a")
    try folder.makeFolder("https:")
    try folder.makeFolder("https:/h.example")
    try folder.write("no", to: "https:/h.example/a")
    #expect(
      Self.refusal { () throws(OpeningError) in try store.open(named: image.source) }
        == Finding(.notFound, "is a URL that the job doesn't name"))
    #expect(store.version(of: image) == nil)
    #expect(try !store.isSource(#require(FileStatus(at: folder.path("https:/h.example/a"))), of: image))
    store.prefetch(image)
  }

  @Test("A folder is no source")
  func special() throws {
    try folder.makeFolder("c")
    #expect(
      Self.refusal { () throws(OpeningError) in try store.open(named: "c") }
        == Finding(.notAFile, "is a folder, not a regular file"))
  }

  @Test("A name is a path in the base folder, or an absolute path")
  func names() throws {
    let other = try TemporaryDirectory()
    try other.write("elsewhere", to: "d")
    #expect(try Self.text(store.open(named: "b")) == "second")
    #expect(try Self.text(store.open(named: "./b")) == "second")
    #expect(try Self.text(store.open(named: other.path("d"))) == "elsewhere")
    #expect(try Self.text(store.open(image(other.path("d")))) == "elsewhere")
  }

  @Test("A source before its plan is read by the bytes of its name")
  func items() throws {
    let odd: [UInt8] = [0xFF, 0x2E]
    try folder.touch(bytes: odd)
    let item = { (path: [UInt8]) in SourceItem(path: path, entry: 0, fixedLength: path.count) }
    let text = try store.read(item(Array("b".utf8)), trouble: { _ in }) { source throws(SourceRefusal) in
      try? source.bytes.read(at: 0, count: 100)
    }
    #expect(text == Array("second".utf8))
    #expect(try store.read(item(odd), trouble: { _ in }) { $0.version.bytes } == 0)
    #expect(store.version(ofReadable: item(Array("b".utf8))) == image("b").version)
    #expect(store.version(ofReadable: item(Array("c".utf8))) == nil)
    #expect(throws: SourceRefusal(Self.missing)) {
      try store.read(item(Array("c".utf8)), trouble: { _ in }) { _ in }
    }
  }

  @Test("The first of many sources that isn't as it was planned")
  func firstChanged() throws {
    let images = [image("a"), image("c", error: Self.missing), image("b")]
    #expect(store.firstChanged(images) == nil)
    try folder.write("another text", to: "b")
    #expect(store.firstChanged(images)?.source == "b")
    try folder.write("new", to: "c")
    #expect(store.firstChanged(images)?.source == "c")
    #expect(unlink(folder.path("a")) == 0)
    #expect(store.firstChanged(images)?.source == "a")
  }

  @Test("A source that was refused for what it is counts as unchanged")
  func refused() throws {
    let image = image("c", error: Finding(.notAFile, "is a folder, not a regular file"))
    try folder.makeFolder("c")
    #expect(store.firstChanged([image]) == nil)
  }

  @Test("A file is a source under any of its names")
  func isSource() throws {
    #expect(link(folder.path("a"), folder.path("c")) == 0)
    let file = try #require(FileStatus(at: folder.path("c")))
    #expect(store.isSource(file, of: image("a")))
    #expect(!store.isSource(file, of: image("b")))
    #expect(!store.isSource(file, of: image("d")))
  }
}
