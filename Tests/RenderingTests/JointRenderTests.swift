import ImageModel
import Imaging
import JobFile
import Planning
import Rendering
import RenderingSupport
import Survey
import System
import TestSupport
import Testing

/// Outputs and the small picture for the facts, made in one pass.
@Suite struct JointRenderTests {
  private struct Rendered: Equatable {
    var files: [[UInt8]]
    var errors: [Finding?]
    var hashes: [String?]
    var findings: [[Finding]]
  }

  private static func render(_ plan: ImagePlan, _ source: OpenBytes) throws -> Rendered {
    let targets = try plan.outputs.map { _ in try OpenBytes() }
    let outcome = ImageRenderer.render(
      plan, source: source.descriptor, targets: targets.map { Optional($0.descriptor) },
      workspace: Workspace())
    return Rendered(
      files: try targets.map { try $0.read() }, errors: outcome.outputs.map(\.error),
      hashes: outcome.outputs.map(\.sha256),
      findings: outcome.outputs.map(\.findings))
  }

  /// A noisy photo of 600x440, stored for a viewer that turns it.
  private static func file(_ process: TestJPEG.Process, damagedAt place: Double?) throws -> [UInt8] {
    var jpeg = TestJPEG(.ycbcr, process)
    (jpeg.quality, jpeg.sampling) = (80, [.init(2, 2)])
    var file = try jpeg.file(.noisy(width: 600, height: 440, channels: 3))
    guard let place else { return file }
    let first = Int(Double(file.count) * place)
    for index in first..<first + 40 { file[index] = 0xFE }
    return file
  }

  @Test(
    "Outputs and small picture are those that are made alone, also of damaged data",
    arguments: [TestJPEG.Process.baseline, .progressive], [nil, 0.4, 0.9])
  func bytes(_ process: TestJPEG.Process, _ damage: Double?) throws {
    let file = try Self.file(process, damagedAt: damage)
    let source = try OpenBytes(file)
    let status = try FileStatus(of: source.descriptor)
    let header = try JPEGHeader.read(from: ByteSource(file))
    let info = SourceInfo(
      version: SourceVersion(FileIdentity(bytes: file.count, modified: status.modified, inode: status.inode)),
      storedSize: PixelSize(width: 600, height: 440), tag: .rightTop, pixels: PixelFormat(.ycbcr),
      wholeBytes: header.heldBytes, findings: [], sampling: header.sampling)
    let job = try RenderedImage.job(
      ["crop: '60,20,150,100', resize: {width: 30}", "resize: {width: 100}", ""],
      more: "where: {not_blank: true}", chroma: "4:2:0")
    let planner = Planner(job)
    let plan = planner.plan(
      SourceItem(path: Array("a.jpg".utf8), entry: 0, fixedLength: 0), index: 1, info: .success(info))
    let small = planner.smallPicture(of: plan, info, side: 256)
    #expect(small.outputs[0].pixels == PixelFormat(.grey) && small.decodes[0].components?.all.count == 1)
    let joint = try #require(planner.together(plan, with: small, info))
    #expect(joint.peakBytes >= plan.peakBytes + small.peakBytes)
    let (own, alone) = (try Self.render(plan.withRoomForLibjpeg, source), try Self.render(small, source))
    let both = try Self.render(joint, source)
    #expect(both.files == own.files + alone.files)
    #expect(both.errors == own.errors + alone.errors)
    #expect(both.hashes == own.hashes + [nil])
    #expect(both.findings == own.findings + alone.findings)
    if damage == nil {
      #expect(alone.errors == [nil])
      // Shown upright, as samples alone.
      #expect(small.outputs[0].size == PixelSize(width: 188, height: 256))
      #expect(alone.files[0].count == 188 * 256)
    }
  }
}
