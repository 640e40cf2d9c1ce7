import ImageModel
import JSON
import Planning
import Reporting
import Testing

@Suite struct PlanTextTests {
  @Test func aSourceReadsLikeThis() throws {
    let image = try PlannedBatch().images[0]
    #expect(
      PlanText { $0 }.lines(image) == """
        b/x.jpg: stored 200x100, ycbcr, peak 1.2 MB
          warning: XMP says 1
          decode 1: scale 8/8, region 200x100+0+0 of the stored picture, 200x100 samples
          -> x-z.jpg: 40x40, from decode 1
             orientation 6 (bake), shown as 100x200
             crop 50x60+10+20 as shown, 60x50+20+40 as stored, resampled to 40x33 by lanczos3
          -> x-c.jpg: 100x200, from decode 1
             orientation 6 (bake), shown as 100x200
             crop 100x200+0+0 as shown, 200x100+0+0 as stored, not resampled

        """)
  }

  @Test func warningsAndFailuresOfOutputsAreShown() throws {
    var image = try PlannedBatch().images[1]
    image.outputs[1].error = Finding(.cropEmpty, "nothing is left")
    #expect(
      PlanText { $0 }.lines(image) == """
        a.jpg: stored 40x30, grey, untagged, peak 1.2 MB
          decode 1: scale 8/8, region 40x30+0+0 of the stored picture, 40x30 samples
          -> a-z.jpg: 40x40, from decode 1
             orientation 1 (bake), shown as 40x30
             crop 30x10+10+20 as shown, 30x10+10+20 as stored, not resampled
             warning: the crop reaches beyond the picture and was clipped to 30x10+10+20
             warning: 'resize: {width: 40, height: 40, fit: contain}' is larger than the crop: made 40x40, the picture 30x10 in it; set 'enlarge: true' in 'resize' to enlarge it
          -> a-c.jpg: fails: nothing is left (crop_empty)

        """)
  }

  @Test func aSourceThatFailsHasNoOutputs() throws {
    var image = try PlannedBatch().images[0]
    image.storedSize = nil
    image.error = Finding(.emptyFile, "is empty")
    #expect(
      PlanText { $0 }.lines(image) == "b/x.jpg\n  warning: XMP says 1\n  fails: is empty (empty_file)\n")
  }

  @Test func theSummaryCounts() throws {
    var plan = BatchPlan(images: try PlannedBatch().images)
    plan.images[1].peakBytes = 2_000_000
    #expect(PlanText.summary(plan) == "2 sources, 4 outputs; memory 19.0 MB and up to 2.0 MB an image\n")
    plan.images.removeFirst()
    plan.images[0].outputs[0].error = Finding(.cropEmpty, "")
    plan.images[0].outputs.removeLast()
    #expect(
      PlanText.summary(plan)
        == "1 source, 1 output, 1 of them would fail; memory 19.0 MB and up to 2.0 MB an image\n")
    #expect(
      PlanText.summary(BatchPlan(images: []))
        == "0 sources, 0 outputs; memory 19.0 MB and up to 0 B an image\n")
  }

  @Test func theHeaderOfAPlanNamesWhatWillRun() throws {
    #expect(
      try JSONText.encode(PlanHeader(PlannedBatch.header))
        == ##"{"tool":"upright 9","recipe_number":7,"libraries":{"giflib":"5.2.1","lcms2":"2.14","libaom":"3.6.0","libdav1d":"1.0.0","libde265":"1.0.11","libdeflate":"1.14","libjpeg-turbo":"2.1.5+01234567","libpng":"1.6.39","libraw":"0.20.2","libtiff":"4.5.0","libwebp":"1.2.4","zlib":"1.2.13"},"##
        + ##""job_sha256":"0a","base_bytes":19000000}"##)
  }
}
