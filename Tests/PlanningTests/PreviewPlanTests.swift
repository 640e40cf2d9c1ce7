import ImageModel
import JobFile
import TestSupport
import Testing

@testable import Planning

/// What a preview makes of a plan.
@Suite struct PreviewPlanTests {
  private static func preview(
    _ output: String, _ tag: ExifOrientation?, _ width: Int = 4000, _ height: Int = 3000
  ) throws -> ImagePlan {
    let job = try PlannedJob(output: output)
    let info = SourceInfo(width, height, tag: tag)
    return Planner(job.spec).preview(of: try job.image(info), info).image
  }

  @Test("The whole picture is upright and fits into 512x512", arguments: ExifOrientation.allCases)
  func picture(_ tag: ExifOrientation) throws {
    let picture = try Self.preview("crop: '0,0,10,10'", tag).outputs[0]
    let turns = tag.rawValue > 4
    #expect(picture.size == (turns ? PixelSize(width: 384, height: 512) : PixelSize(width: 512, height: 384)))
    // Made in stored orientation, then turned.
    #expect(picture.resample?.size == PixelSize(width: 512, height: 384))
    #expect(picture.turn == tag)
    #expect(picture.storedCrop == PixelRect(x: 0, y: 0, width: 4000, height: 3000))
    #expect(
      picture.crop
        == PixelRect(x: 0, y: 0, width: turns ? 3000 : 4000, height: turns ? 4000 : 3000))
    #expect(
      picture.content
        == PixelRect(x: 0, y: 0, width: turns ? 384 : 512, height: turns ? 512 : 384))
  }

  @Test("Small pictures keep their size, and no side gets lost")
  func sizes() throws {
    #expect(
      try Self.preview("crop: '0,0,1,1'", nil, 512, 300).outputs[0].size == PixelSize(width: 512, height: 300)
    )
    // 513 x 300 is 512 x 299.4.
    #expect(
      try Self.preview("crop: '0,0,1,1'", nil, 513, 300).outputs[0].size == PixelSize(width: 512, height: 299)
    )
    #expect(
      try Self.preview("crop: '0,0,1,1'", nil, 4000, 2).outputs[0].size == PixelSize(width: 512, height: 1))
  }

  @Test("Without an orientation that counts the picture is shown as stored")
  func ignored() throws {
    let picture = try Self.preview("orientation: ignore", .rightTop).outputs[0]
    #expect(picture.turn == .topLeft)
    #expect(picture.size == PixelSize(width: 512, height: 384))
    #expect(try Self.preview("orientation: keep", .rightTop).outputs[0].turn == .rightTop)
  }

  @Test("An output of at most 256 pixels keeps its geometry")
  func small() throws {
    for tag in ExifOrientation.allCases {
      let job = try PlannedJob(output: "crop: '100,200,1000,500'\n    resize: {width: 256}")
      let info = SourceInfo(4000, 3000, tag: tag)
      let planned = try job.image(info).outputs[0]
      let shown = Planner(job.spec).preview(of: try job.image(info), info).image.outputs[1]
      #expect(shown.size == PixelSize(width: 256, height: 128))
      #expect(shown.resample?.size == planned.resample?.size)
      #expect(shown.storedCrop == planned.storedCrop)
      #expect(shown.content == planned.content)
      #expect(shown.turn == tag)
    }
  }

  /// 800x600 as shown is 256x192. Of the canvas of 900x600, content of 800 at 50: 256x171 (170.67), edges at 14.2 and 241.8.
  @Test("A larger one is shrunk, its content with it", arguments: ExifOrientation.allCases)
  func large(_ tag: ExifOrientation) throws {
    let turned = { (width: Int, height: Int) in tag.turned(PixelSize(width: width, height: height)) }
    let whole = try Self.preview("crop: '100,200,800,600'", tag).outputs[1]
    #expect(whole.size == PixelSize(width: 256, height: 192))
    #expect(whole.content == PixelRect(x: 0, y: 0, width: 256, height: 192))
    #expect(whole.resample?.size == turned(256, 192))

    let canvas = try Self.preview(
      "crop: '100,200,800,600'\n    resize: {width: 900, height: 600, fit: contain}", tag
    ).outputs[1]
    #expect(canvas.size == PixelSize(width: 256, height: 171))
    #expect(canvas.content == PixelRect(x: 14, y: 0, width: 228, height: 171))
    #expect(canvas.resample?.size == turned(228, 171))
  }

  /// Kept in stored orientation: 600x800 as encoded for those that are turned.
  @Test("One that keeps its tag stays as stored")
  func kept() throws {
    let output = try Self.preview("orientation: keep\n    crop: '100,200,800,600'", .rightTop).outputs[1]
    #expect(output.size == PixelSize(width: 192, height: 256))
    #expect(output.resample?.size == PixelSize(width: 192, height: 256))
    #expect(output.turn == .topLeft)
    #expect(output.orientation == .rightTop)
  }

  @Test("Content of a canvas so large that nothing would be left has a pixel")
  func thin() throws {
    let output = try Self.preview(
      "crop: '0,0,4000,2'\n    resize: {width: 2000, height: 2000, fit: contain, gravity: south}", nil
    ).outputs[1]
    #expect(output.size == PixelSize(width: 256, height: 256))
    #expect(output.content == PixelRect(x: 0, y: 255, width: 256, height: 1))
    #expect(output.resample?.size == PixelSize(width: 256, height: 1))
  }

  @Test("Decodes are chosen anew, so that a large picture is decoded small")
  func decodes() throws {
    // At full size in the run. Of 4000 for 512, 2/8 leaves less than twice as many samples.
    let job = try PlannedJob(output: "quality: 85")
    let info = SourceInfo(4000, 3000)
    let plan = try job.image(info)
    #expect(plan.decodes.map(\.scale) == [.full])
    let preview = Planner(job.spec).preview(of: plan, info).image
    #expect(preview.decodes.map(\.scale.eighths) == [3])
    #expect(preview.outputs.map(\.decode) == [0, 0])
    #expect(preview.peakBytes > 0 && preview.peakBytes < plan.peakBytes / 4)
  }

  @Test("Nothing but the colour profile goes along, and nothing is hashed or chained")
  func encoding() throws {
    let job = try PlannedJob(
      """
      sources: [{path: a.jpg}]
      quality: 100
      progressive: true
      metadata: {keep: [icc, exif, xmp, comment], gps: keep}
      outputs:
        - {path: b.jpg, resize: {width: 1200}}
        - {path: c.jpg, resize: {width: 120}}
      """)
    let info = SourceInfo(4000, 3000)
    let plan = try job.image(info)
    #expect(plan.outputs.map(\.base) == [nil, 0])
    let preview = Planner(job.spec).preview(of: plan, info).image
    #expect(preview.hash == .none)
    for output in preview.outputs {
      #expect(output.encode == EncodeOptions.jpeg(quality: 75))
      #expect(output.metadata == MetadataPolicy(keep: [.icc]))
      #expect(output.base == nil)
    }
  }

  @Test("At most 24 outputs are shown, those that fail among them")
  func many() throws {
    let outputs = (1...30).map { "  - {path: \($0).jpg, crop: '\($0 == 3 ? 5000 : $0),0,10,10'}" }
    let job = try PlannedJob("sources: [{path: a.jpg}]\noutputs:\n" + outputs.joined(separator: "\n"))
    let info = SourceInfo(4000, 3000)
    let preview = Planner(job.spec).preview(of: try job.image(info), info).image
    #expect(preview.outputs.map(\.path) == [nil] + (1...24).map { "\($0).jpg" })
    #expect(
      preview.outputs.map { $0.error?.code } == [nil, nil, nil, .cropEmpty] + Array(repeating: nil, count: 21)
    )
  }
}
