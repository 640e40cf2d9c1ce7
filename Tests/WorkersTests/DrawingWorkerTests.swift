import Imaging
import ImageModel
import JobFile
import Planning
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering
@testable import System
@testable import Workers

/// librsvg in a worker process.
@Suite("Drawings in a worker process", .enabled(if: OptionalLibrary.librsvg.load(), "librsvg is not there"))
struct DrawingWorkerTests {
  /// The plan of an SVG.
  private static func plan(_ file: [UInt8], _ source: OpenBytes) throws -> ImagePlan {
    let status = try FileStatus(of: source.descriptor)
    let version = SourceVersion(
      FileIdentity(bytes: file.count, modified: status.modified, inode: status.inode))
    let bytes = ByteSource(file)
    let info = try PictureHeader.read(from: bytes).survey(bytes, version, thumbnail: .never).get()
    let item = SourceItem(path: Array("a.svg".utf8), entry: 0, fixedLength: 0)
    return Planner(try RenderedImage.job([""])).plan(item, index: 1, info: .success(info))
  }

  @Test(
    "The thread that librsvg starts for filters is confined too",
    arguments: [SandboxPolicy.bestEffort, .off], [0, 2])
  func threads(_ policy: SandboxPolicy, helpers: Int) throws {
    let file = TestSVG.file(TestSVG.blurred, width: 20, height: 20)
    let source = try OpenBytes(file)
    let plan = try Self.plan(file, source)
    var settings = WorkerSettings(policy)
    settings.program = try CommandRun.program()
    let renderer = ProcessRenderer(settings.helped(by: helpers))
    let target = try OpenBytes()
    let outcome = try renderer.render(plan, source: source.descriptor, targets: [target.descriptor])
    #expect(outcome.outputs.map(\.error) == [nil])
    // The first thread, the helpers, and the thread of librsvg.
    try expectConfined(try #require(renderer.process), threads: 2 + helpers, policy)
  }
}
