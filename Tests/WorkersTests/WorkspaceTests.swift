import ImageModel
import Imaging
import System
import RenderingSupport
import TestSupport
import Testing
import Workers

@Suite("What a worker keeps leaves no trace in the next image")
struct WorkspaceTests {
  private static let outputs = [
    "resize: {width: 60, height: 40, fit: contain}", "resize: {width: 31}", "",
    "crop: {x: 21, y: 7, width: 50, height: 33}, resize: {width: 70, enlarge: true}",
    "resize: {width: 44, height: 50, fit: cover}, progressive: true",
    "crop: {x: -9, y: -5, width: 300, height: 200, out_of_bounds: pad}, resize: {width: 80}",
  ]

  /// The outputs' bytes of a picture as one kind of file, of which the end may be missing.
  private static func render(
    _ picture: TestPicture, _ process: TestJPEG.Process, cut: Bool = false, tag: UInt8, _ workspace: Workspace
  ) throws -> [[UInt8]] {
    let file = try TestJPEG(.ycbcr, process).file(picture)
    let image = try RenderedImage(
      RenderedImage.job(outputs, more: "decode: {on_corrupt: none}"),
      cut ? Array(file.prefix(file.count / 2)) : file,
      stored: picture.size, tag: tag, workspace: workspace)
    try #require(image.errors.allSatisfy { $0 == nil }, "\(image.errors)")
    return image.files
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>, [TestJPEG.Process.baseline, .progressive, .planar])
  func same(_ tag: UInt8, _ process: TestJPEG.Process) throws {
    let picture = TestPicture.smooth(width: 163, height: 121)
    for cut in [false, true] {
      let clean = try Self.render(picture, process, cut: cut, tag: tag, Workspace())
      let used = Workspace()
      for (width, height) in [(163, 121), (330, 250), (90, 70)] {
        for other in [TestJPEG.Process.baseline, .progressive] {
          _ = try Self.render(.noisy(width: width, height: height), other, tag: 9 - tag, used)
          #expect(
            try Self.render(picture, process, cut: cut, tag: tag, used) == clean,
            "after \(width)x\(height), \(other)")
        }
      }
    }
  }

  private static let large = [
    ["resize: {width: 90}", "crop: {x: 3, y: 5, width: 1000, height: 700}"],
    ["progressive: true"], ["resize: {width: 700}, optimize: true"], ["resize: {width: 1100}"],
  ]

  @Test("What an image takes stays within its plan's peak, whatever its worker has kept")
  func peaks() throws {
    var settings = WorkerSettings(.bestEffort, measures: true)
    settings.program = try CommandRun.program()
    let renderer = ProcessRenderer(settings)
    for (width, height) in [(1500, 1400), (1250, 1800), (1600, 900)] {
      for process in [TestJPEG.Process.progressive, .baseline] {
        let picture = TestPicture.smooth(width: width, height: height)
        let file = try TestJPEG(.ycbcr, process).file(picture)
        for outputs in Self.large {
          let image = try RenderedImage(RenderedImage.job(outputs), file, stored: picture.size, tag: 6)
          let targets = try outputs.map { _ in try OpenBytes() }
          let outcome = try renderer.render(
            image.plan, source: image.source.descriptor, targets: targets.map(\.descriptor))
          #expect(outcome == image.outcome)
          let taken = try #require(renderer.measurement).stages
          let most = Stage.rendering.map { taken[$0].bytes }.max() ?? 0
          #expect(most <= image.plan.peakBytes, "\(width)x\(height), \(process), \(outputs)")
        }
      }
    }
  }
}
