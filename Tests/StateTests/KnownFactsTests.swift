import Glibc
import ImageModel
import JobFile
import Planning
import System
import TestSupport
import Testing

@testable import State

/// The file of facts about pictures in a job's state.
@Suite struct KnownFactsTests {
  private let folder: TemporaryDirectory
  private let state: Int32
  private let place: StatePlace
  private static let facts = GreyFacts(
    sharpness: 123.45, entropy: 7.1234, mean: 99, deviation: 0, phash: PictureHash(.max),
    dhash: PictureHash(7))

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("", to: ".upright/job/x")
    state = open(folder.path(".upright/job"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    place = StatePlace(in: try #require(try OutputTree.ifExisting(folder.path)))
  }

  private func known(_ versions: String = "1") -> KnownFacts {
    KnownFacts(of: "job", in: place, versions: RecipeVersions(versions))
  }

  /// The plan of a picture of this many bytes.
  private static func plan(_ bytes: Int) throws -> ImagePlan {
    let job = "version: 1\nsources: [{path: a.jpg}]\noutputs: [{path: b.jpg}]"
    let spec = try JobFileReader.read(text: Array(job.utf8), file: "job.yaml").get()
    let item = SourceItem(path: Array("a.jpg".utf8), entry: 0, fixedLength: 0)
    let info = SourceInfo(
      version: SourceVersion(FileIdentity(bytes: bytes, modified: 1, inode: 2)),
      storedSize: PixelSize(width: 40, height: 30), tag: nil, pixels: PixelFormat(.ycbcr), wholeBytes: 0,
      findings: [])
    return Planner(spec).plan(item, index: 1, info: .success(info))
  }

  @Test("Facts are found again for the same version of a picture and of the libraries")
  func kept() throws {
    let first = known()
    #expect(first.facts(of: try Self.plan(100)) == nil)
    first.add(Self.facts, of: try Self.plan(100))
    try first.save(in: state)
    #expect(known().facts(of: try Self.plan(100)) == Self.facts)
    #expect(known().facts(of: try Self.plan(101)) == nil)
    #expect(known("2").facts(of: try Self.plan(100)) == nil)
  }

  @Test("Facts that a plan doesn't use are dropped")
  func dropped() throws {
    let first = known()
    first.add(Self.facts, of: try Self.plan(100))
    first.add(Self.facts, of: try Self.plan(101))
    try first.save(in: state)
    let second = known()
    #expect(second.facts(of: try Self.plan(101)) == Self.facts)
    try second.save(in: state)
    #expect(known().facts(of: try Self.plan(100)) == nil)
    #expect(known().facts(of: try Self.plan(101)) == Self.facts)
  }

  @Test("Facts of a plan that ends early are kept beside those of earlier plans")
  func early() throws {
    let first = known()
    first.add(Self.facts, of: try Self.plan(100))
    try first.save(in: state)
    let killed = known()
    for bytes in 101...355 { killed.add(Self.facts, of: try Self.plan(bytes)) }
    try killed.saveMore(in: state)
    #expect(known().facts(of: try Self.plan(101)) == nil)
    killed.add(Self.facts, of: try Self.plan(356))
    try killed.saveMore(in: state)
    let third = known()
    #expect(third.facts(of: try Self.plan(100)) == Self.facts)
    #expect(third.facts(of: try Self.plan(101)) == Self.facts)
    // An early write keeps the records of earlier plans. The write at the plan's end drops those that the plan doesn't use.
    let fourth = known()
    for bytes in 400...700 { fourth.add(Self.facts, of: try Self.plan(bytes)) }
    try fourth.saveMore(in: state)
    #expect(known().facts(of: try Self.plan(101)) == Self.facts)
    try fourth.save(in: state)
    #expect(known().facts(of: try Self.plan(101)) == nil)
    #expect(known().facts(of: try Self.plan(400)) == Self.facts)
  }

  @Test("The place of a window is found again for the same window of the same picture")
  func windows() throws {
    let part = PixelRect<Stored>(x: 0, y: 0, width: 40, height: 30)
    let window = DetailWindow(.edges, in: part, size: PixelSize(width: 30, height: 30))
    let first = known()
    first.add([window: DetailPlace(x: 65535, y: 7)], in: try Self.plan(100))
    try first.save(in: state)
    #expect(known().places(in: try Self.plan(100))(window) == DetailPlace(x: 65535, y: 7))
    #expect(known().places(in: try Self.plan(101))(window) == nil)
    let others = [
      DetailWindow(.entropy, in: part, size: window.size),
      DetailWindow(.edges, in: part, size: PixelSize(width: 29, height: 30)),
      DetailWindow(.edges, in: part.moved(dx: 1, dy: 0), size: window.size),
    ]
    for other in others { #expect(known().places(in: try Self.plan(100))(other) == nil) }
    #expect(try folder.read(".upright/job/windows").count == 18 + 20 + 4)
  }

  @Test("The state of a job that made nothing goes with its run, unless it has facts")
  func withdrawn() throws {
    let job = "version: 1\nname: other\nsources: [{path: a.jpg}]\noutputs: [{path: b.jpg}]"
    let spec = try JobFileReader.read(text: Array(job.utf8), file: "job.yaml").get()
    let folders = JobFolders(spec, file: "job.yaml", root: nil, current: folder.path)
    for hasFacts in [false, true] {
      let state = try JobState(spec, folders, waiting: 0, unless: StopRequest())
      if hasFacts {
        let facts = known()
        facts.add(Self.facts, of: try Self.plan(100))
        try state.keep(facts)
      }
      state.withdraw()
      #expect((access(folder.path(".upright/other"), F_OK) == 0) == hasFacts)
    }
  }

  @Test("A damaged file counts as missing")
  func damaged() throws {
    let first = known()
    first.add(Self.facts, of: try Self.plan(100))
    try first.save(in: state)
    let whole = try folder.read(".upright/job/facts")
    #expect(whole.count == 16 + 64 + 4)
    for place in [0, 20, 70, 83] {
      var bytes = whole
      bytes[place] ^= 1
      try folder.write(bytes, to: ".upright/job/facts")
      #expect(known().facts(of: try Self.plan(100)) == nil, "\(place)")
    }
    try folder.write(whole.dropLast(), to: ".upright/job/facts")
    #expect(known().facts(of: try Self.plan(100)) == nil)
  }
}
