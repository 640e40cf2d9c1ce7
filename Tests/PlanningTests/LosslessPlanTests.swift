import Foundation
import ImageModel
import JSON
import Reporting
import Testing

@testable import Planning

/// Outputs that are made of coefficients.
struct LosslessPlanTests {
  /// A JPEG of 320x240 with MCUs of 16x16.
  private static func source() -> SourceInfo {
    var info = SourceInfo(320, 240, tag: .rightTop)
    info.coefficients = SourceCoefficients(MCUGrid(PixelSize(width: 16, height: 16)), bytes: 230_400)
    return info
  }

  private static func plan(_ outputs: String) throws -> ImagePlan {
    try PlannedJob("sources: [{path: a.jpg}]\nencode: {lossless: auto}\noutputs: [\(outputs)]").image(
      source())
  }

  @Test("All outputs without loss are made of coefficients that are read once, beside a decode for others")
  func shared() throws {
    let plan = try Self.plan(
      "{path: a.jpg}, {path: b.jpg, resize: {width: 20}}, {path: c.jpg, crop: '0,0,32,64'}, {path: d.png}")
    #expect(plan.decodes.map(\.isOfCoefficients) == [true, false])
    #expect(plan.outputs.map(\.decode) == [0, 1, 0, 1])
    #expect(plan.decodes[0].region == PixelRect(x: 0, y: 0, width: 320, height: 240))
    #expect(plan.outputs.map { $0.warnings.map(\.code) } == [[], [.notLossless], [], []])
  }

  @Test("All coefficients count in the peak")
  func memory() throws {
    var large = Self.source()
    large.coefficients?.bytes += 5_000_000
    let job = try PlannedJob(output: "encode: {lossless: require}")
    #expect(try job.image(large).peakBytes == job.image(Self.source()).peakBytes + 5_000_000)
    #expect(try job.image(Self.source()).peakBytes >= 230_400)
  }

  @Test("A preview is decoded small all the same")
  func preview() throws {
    let job = try PlannedJob(
      "sources: [{path: a.jpg}]\nencode: {lossless: auto}\noutputs: [{path: b.jpg}]")
    let preview = Planner(job.spec).preview(of: try job.image(Self.source()), Self.source()).image
    #expect(preview.outputs.count == 2)
    #expect(preview.decodes.allSatisfy { !$0.isOfCoefficients })
  }

  @Test("A plan that was forged is refused")
  func forged() throws {
    let text = try JSONText.encode(try Self.plan("{path: a.jpg}"))
    #expect(try JSONDecoder().decode(ImagePlan.self, from: Data(text.utf8)).isConsistent)
    for (part, other) in [
      (#""engine":"libjpeg""#, #""engine":"libpng""#),
      (#""format":"jpeg","pixels""#, #""format":"png","pixels""#),
      (#""size":[320,240],"filter""#, #""size":[160,120],"filter""#),
      (#""content":[0,0,240,320]"#, #""content":[1,0,239,320]"#),
    ] {
      let forged = text.replacing(part, with: other)
      #expect(forged != text, "\(part)")
      #expect(try !JSONDecoder().decode(ImagePlan.self, from: Data(forged.utf8)).isConsistent, "\(other)")
    }
  }
}
