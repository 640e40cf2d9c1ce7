@testable import ImageModel
import JobFile
import Planning
import Testing

@Suite struct CropPlanTests {
  private func output(_ crop: String, _ info: SourceInfo = SourceInfo(300, 200)) throws -> OutputPlan {
    try PlannedJob(output: "crop: \(crop)").output(info)
  }

  /// The examples of the IIIF Image API 3.0, section 4.1, on their picture of 300x200.
  @Test(
    arguments: [
      ("full", PixelRect<Display>(x: 0, y: 0, width: 300, height: 200), false),
      ("square", PixelRect(x: 50, y: 0, width: 200, height: 200), false),
      ("'125,15,120,140'", PixelRect(x: 125, y: 15, width: 120, height: 140), false),
      ("'pct:41.6,7.5,40,70'", PixelRect(x: 125, y: 15, width: 120, height: 140), false),
      ("'125,15,200,200'", PixelRect(x: 125, y: 15, width: 175, height: 185), true),
      ("'pct:41.6,7.5,66.6,100'", PixelRect(x: 125, y: 15, width: 175, height: 185), true),
      ("120x140+125+15", PixelRect(x: 125, y: 15, width: 120, height: 140), false),
      ("{x: 12.5%, y: 10%, width: 50%, height: 60}", PixelRect(x: 38, y: 20, width: 150, height: 60), false),
      (
        "{width: 10, height: 20, gravity: southeast}", PixelRect(x: 290, y: 180, width: 10, height: 20), false
      ),
      ("{aspect: '3:1', gravity: south}", PixelRect(x: 0, y: 100, width: 300, height: 100), false),
      (
        "{width: 30, height: 20, focus: {x: 30%, y: 0}}", PixelRect(x: 75, y: 0, width: 30, height: 20), false
      ),
    ])
  func regions(_ crop: String, _ box: PixelRect<Display>, _ isClipped: Bool) throws {
    let plan = try output(crop)
    #expect(plan.crop == box)
    #expect(plan.size == box.size)
    let message = "the crop reaches beyond the picture and was clipped to 175x185+125+15"
    #expect(plan.warnings == (isClipped ? [Finding(.cropClipped, message)] : []))
    #expect(plan.error == nil)
  }

  /// One box of 40x20 whose corner is 100,50 in each format of datasets, on 200x100.
  @Test(
    arguments: [
      "box: [100, 50, 40, 20], format: coco", "box: [100, 50, 140, 70], format: voc",
      "box: [101, 51, 140, 70], format: voc1", "box: [0.6, 0.6, 0.2, 0.2], format: yolo",
      "box: [0.5, 0.5, 0.7, 0.7], format: albumentations",
      "box: [0.5, 0.7, 0.5, 0.7], format: openimages", "box: [0.5, 0.5, 0.7, 0.7], format: tfds",
      "box: [50, 50, 20, 20], format: label-studio",
    ])
  func boxesOfDatasets(_ box: String) throws {
    let plan = try output("{\(box)}", SourceInfo(200, 100))
    #expect(plan.crop == PixelRect(x: 100, y: 50, width: 40, height: 20))
    let turned = try output("{\(box), space: stored}", SourceInfo(200, 100, tag: .rightTop))
    #expect(turned.crop == PixelRect(x: 30, y: 100, width: 20, height: 40))
    #expect(turned.storedCrop == PixelRect(x: 100, y: 50, width: 40, height: 20))
  }

  @Test func theRequestIsToldAsItWasAsked() throws {
    #expect(try output("full").cropRequested == nil)
    let stored = try output(
      "{x: 10%, y: 2.5, width: 20, height: 25%, space: stored}", SourceInfo(300, 200, tag: .leftBottom))
    #expect(stored.cropRequested == RequestedBox(box: [30, 2.5, 20, 50], space: .stored))
    let clipped = try output("'-10,0,20,20'")
    #expect(clipped.cropRequested == RequestedBox(box: [-10, 0, 20, 20], space: .display))
    #expect(clipped.crop == PixelRect(x: 0, y: 0, width: 10, height: 20))
  }

  @Test func gravityIsThatOfTheCropsSpace() throws {
    let info = SourceInfo(300, 200, tag: .rightTop)
    let shown = try output("{width: 30, height: 20, gravity: northwest}", info)
    #expect(shown.crop == PixelRect(x: 0, y: 0, width: 30, height: 20))
    // The stored corner of row 0 and column 0 is shown at the top right.
    let stored = try output("{width: 30, height: 20, gravity: northwest, space: stored}", info)
    #expect(stored.crop == PixelRect(x: 180, y: 0, width: 20, height: 30))
  }

  @Test func paddedBoxesKeepTheirSize() throws {
    let plan = try output("{region: '-10,-5,400,100', out_of_bounds: pad}")
    #expect(plan.crop == PixelRect(x: -10, y: -5, width: 400, height: 100))
    #expect(plan.storedCrop == PixelRect(x: -10, y: -5, width: 400, height: 100))
    #expect(plan.size == PixelSize(width: 400, height: 100))
    #expect(plan.warnings == [])
    let job = try PlannedJob(
      output: "crop: {region: '-10,-5,400,100', out_of_bounds: pad}\n    resize: {width: 200}")
    let image = try job.image(SourceInfo(300, 200))
    #expect(image.outputs[0].size == PixelSize(width: 200, height: 50))
    // 2 samples for each of 200 pixels are 400: no scale below 1. Decoded is what there is.
    #expect(image.decodes.map(\.region) == [PixelRect(x: 0, y: 0, width: 300, height: 95)])
  }

  @Test func cropsThatCannotBe() throws {
    let outside = try output("{region: '290,0,20,20', out_of_bounds: error}")
    #expect(
      outside.error
        == Finding(.cropOutOfBounds, "the crop 20x20+290+0 reaches beyond the picture of 300x200"))
    let turned = try output("'200,0,20,20'", SourceInfo(300, 200, tag: .rightTop))
    #expect(
      turned.error == Finding(.cropEmpty, "the crop 20x20+200+0 holds no pixel of the picture of 200x300"))
    for plan in [outside, turned] {
      #expect(plan.crop == nil)
      #expect(plan.size == nil)
      #expect(plan.resample == nil)
      #expect(plan.path == "b.jpg")
    }
  }

  @Test func theNearestLevelsCropHoldsAlone() throws {
    let job = try PlannedJob(
      """
      crop: "0,0,10,10"
      sources: [{path: a.jpg, crop: "0,0,20,20"}]
      outputs: [{path: a/b.jpg}, {path: c.jpg, crop: "0,0,30,30"}, {path: d.jpg, crop: full}]
      """)
    let sizes = try job.image(SourceInfo(300, 200)).outputs.map(\.size?.width)
    #expect(sizes == [20, 30, 300])
  }
}
