import ImageModel
import JobFile
import Planning
import Testing

@Suite struct LimitTests {
  private func image(_ limits: String, _ info: SourceInfo, _ keys: String = "quality: 85") throws -> ImagePlan
  {
    try PlannedJob(
      "limits: \(limits)\nsources: [{path: a.jpg}]\noutputs:\n  - path: '{width}.jpg'\n    \(keys)"
    ).image(info)
  }

  @Test func sourcesOfTooManyPixelsAreRefused() throws {
    let plan = try image("{max_pixels: 1MP}", SourceInfo(1001, 1000))
    #expect(
      plan.error
        == Finding(
          .maxPixels, "1001x1000 is 1001000 pixels, more than limits.max_pixels (1000000)"))
    #expect(plan.failure(ofOutput: 0) == plan.error)
    #expect(plan.outputs.map(\.path) == [nil])
    #expect(plan.decodes == [])
    #expect(plan.storedSize == PixelSize(width: 1001, height: 1000))
    #expect(try image("{max_pixels: 1MP}", SourceInfo(1000, 1000)).error == nil)
  }

  @Test func sourcesOfTooManyBytesAreRefused() throws {
    let plan = try image("{max_file: 1KiB}", SourceInfo(10, 10, bytes: 1025))
    #expect(plan.error == Finding(.maxFile, "the file has 1025 B, more than limits.max_file (1024 B)"))
    #expect(try image("{max_file: 1KiB}", SourceInfo(10, 10, bytes: 1024)).error == nil)
  }

  @Test func defaultsAreThoseOfTheContract() throws {
    #expect(try image("{}", SourceInfo(10000, 10000, bytes: 268_435_456)).error == nil)
    #expect(try image("{}", SourceInfo(10000, 10001)).error?.code == .maxPixels)
    #expect(try image("{}", SourceInfo(1, 1, bytes: 268_435_457)).error?.code == .maxFile)
    #expect(try image("{}", SourceInfo(1, 1)).seconds == 30)
    #expect(try image("{seconds_per_image: 2.5}", SourceInfo(1, 1)).seconds == 2.5)
  }

  @Test func damageIsThePlansToJudge() throws {
    let plain = try image("{}", SourceInfo(10, 10))
    #expect(plain.onCorrupt == .error)
    #expect(plain.verify == .crop)
    let mild = try image("{}\ndecode: {on_corrupt: none, verify: full}", SourceInfo(10, 10))
    #expect(mild.onCorrupt == CorruptionPolicy.none)
    #expect(mild.verify == .full)
    let refused = try image("{max_pixels: 1}\ndecode: {on_corrupt: warning}", SourceInfo(10, 10))
    #expect(refused.onCorrupt == .warning)
  }

  @Test func paddedCropsCount() throws {
    let crop = "crop: {region: '0,0,2000,501', out_of_bounds: pad}\n    resize: {width: 10}"
    let plan = try image("{max_pixels: 1MP}", SourceInfo(10, 10), crop)
    #expect(plan.error == nil)
    #expect(
      plan.outputs[0].error
        == Finding(
          .outputTooLarge,
          "the crop is 2000x501, 1002000 pixels, more than limits.max_pixels (1000000)"))
  }

  @Test func outputsCount() throws {
    let plan = try image(
      "{max_pixels: 1MP}", SourceInfo(10, 10), "resize: {width: 1000, height: 1001, fit: contain}")
    #expect(
      plan.outputs[0].error
        == Finding(
          .outputTooLarge,
          "the output is 1000x1001, 1001000 pixels, more than limits.max_pixels (1000000)"))
  }

  @Test func aSourceThatCannotBeReadFailsAllItsRows() throws {
    let job = try PlannedJob(
      "orientation: keep\nsources: [{path: d/a.jpg, exif_orientation: 8}]\noutputs: [{path: 1.jpg}, {path: 2.jpg}]"
    )
    let item = SourceExpansion(
      sources: job.spec.sources, exclude: [], base: BaseFolder("/base"), file: "", reserved: []
    ).items[0]
    let finding = Finding(.notFound, "isn't there")
    let plan = Planner(job.spec).plan(item, index: 3, info: .failure(SourceRefusal(finding)))
    #expect(plan.error == finding)
    #expect(plan.outputs.map(\.path) == ["1.jpg", "2.jpg"])
    #expect(plan.outputs.map(\.orientation) == [.leftBottom, .leftBottom])
    #expect(plan.bytes == nil && plan.version == nil)
    #expect(BatchPlan(images: [plan]).failedRows == 2)
  }
}
