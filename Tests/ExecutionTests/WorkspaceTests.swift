import ImageModel
import TestSupport
import Testing

@testable import Execution
@testable import Imaging

@Suite("What a worker keeps leaves no trace in the next image")
struct WorkspaceTests {
  private static let outputs = [
    "resize: {width: 60, height: 40, fit: contain}", "resize: {width: 31}", "",
    "crop: {x: 21, y: 7, width: 50, height: 33}, resize: {width: 70, enlarge: true}",
    "resize: {width: 44, height: 50, fit: cover}, progressive: true",
    "crop: {x: -9, y: -5, width: 300, height: 200, out_of_bounds: pad}, resize: {width: 80}",
  ]

  private static func render(_ picture: TestPicture, tag: UInt8, _ workspace: Workspace) throws -> [[UInt8]] {
    let image = try RenderedImage(
      RenderedImage.job(outputs), picture.file(), stored: picture.size, tag: tag, workspace: workspace)
    try #require(image.errors.allSatisfy { $0 == nil }, "\(image.errors)")
    return image.files
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func same(_ tag: UInt8) throws {
    let picture = TestPicture.smooth(width: 163, height: 121)
    let clean = try Self.render(picture, tag: tag, Workspace())
    let used = Workspace()
    for (width, height) in [(163, 121), (330, 250), (90, 70)] {
      _ = try Self.render(.noisy(width: width, height: height), tag: 9 - tag, used)
      #expect(try Self.render(picture, tag: tag, used) == clean, "after \(width)x\(height)")
    }
    #expect(used.buffers.lookups.hits > used.buffers.lookups.misses)
  }
}
