import ImageModel
import Imaging
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering
@testable import System

@Suite("Outputs made of larger outputs")
struct ChainedOutputTests {
  private static let outputs = [
    "resize: {width: 12}", "resize: {width: 240}",
    "resize: {width: 40, height: 40, fit: contain}, orientation: keep",
    "resize: {width: 25, height: 25, fit: fill}",
  ]

  private static func image(_ tag: UInt8, crop: String = "") throws -> (
    image: RenderedImage, shown: TestPicture
  ) {
    let stored = TestPicture.smooth(width: 321, height: 243)
    let file = try stored.file()
    let job = try RenderedImage.job(outputs.map { "\($0)\(crop)" }, more: "background: '#c83c5a'")
    let image = try RenderedImage(job, file, stored: stored.size, tag: tag)
    try #require(image.errors.allSatisfy { $0 == nil })
    return (image, try TestJPEG.decode(file).picture.shown(tag))
  }

  @Test("Each shows what it should", arguments: [1, 4, 6, 7] as [UInt8])
  func pictures(_ tag: UInt8) throws {
    let (image, shown) = try Self.image(tag)
    #expect(image.plan.outputs.map(\.base) == [1, nil, 1, 1])
    #expect(try image.picture(0).psnr(ExpectedFit.width(12).result(of: shown)) >= 40)
    #expect(try image.picture(1).psnr(ExpectedFit.width(240).result(of: shown)) >= 40)
    let contained = ExpectedFit.contain(40, 40).result(of: shown, background: [105, 119, 196])
    #expect(try image.picture(2).shown(tag).psnr(contained) >= 40)
    #expect(try image.picture(3).psnr(ExpectedFit.fill(25, 25).result(of: shown)) >= 40)
  }

  @Test("One that is made alone has the bytes that it has among all")
  func alone() throws {
    let (image, _) = try Self.image(6)
    for wanted in Self.outputs.indices {
      let targets = try Self.outputs.indices.map { $0 == wanted ? try OpenBytes() : nil }
      let outcome = ImageRenderer.render(
        image.plan, source: image.source.descriptor, targets: targets.map { $0?.descriptor },
        workspace: Workspace())
      #expect(try targets[wanted]?.read() == image.files[wanted])
      #expect(outcome.outputs[wanted] == image.outcome.outputs[wanted])
      for other in Self.outputs.indices where other != wanted {
        #expect(outcome.outputs[other] == OutputOutcome())
      }
    }
  }

  @Test("One that can't be written is no loss to what is made of it")
  func unwritten() throws {
    let (image, _) = try Self.image(6)
    let full = try Descriptor.open("/dev/full", 1)
    let small = try OpenBytes()
    let outcome = ImageRenderer.render(
      image.plan, source: image.source.descriptor, targets: [small.descriptor, full.number, nil, nil],
      workspace: Workspace())
    #expect(outcome.outputs[1].systemError == 28)
    #expect(outcome.outputs[0] == image.outcome.outputs[0])
    #expect(try small.read() == image.files[0])
  }
}
