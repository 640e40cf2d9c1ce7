@testable import ImageModel
import JobFile
import Planning
import Testing

@Suite struct ResizePlanTests {
  private func output(_ keys: String, _ info: SourceInfo = SourceInfo(300, 200)) throws -> OutputPlan {
    try PlannedJob(output: keys).output(info)
  }

  /// The examples of the IIIF Image API 3.0, section 4.2, on their picture of 300x200.
  @Test(
    arguments: [
      ("max", 300, 200), ("150,", 150, 100), ("^360,", 360, 240), (",150", 225, 150), ("^,240", 360, 240),
      ("pct:50", 150, 100), ("^pct:120", 360, 240), ("225,100", 225, 100), ("^360,360", 360, 360),
      ("!225,100", 150, 100), ("^!360,360", 360, 240),
    ])
  func sizes(_ size: String, _ width: Int, _ height: Int) throws {
    let plan = try output("resize: \"\(size)\"")
    #expect(plan.size == PixelSize(width: width, height: height))
    #expect(plan.content == PixelRect(x: 0, y: 0, width: width, height: height))
    #expect(plan.warnings == [])
  }

  @Test func whatIsNotEnlargedIsWarnedAbout() throws {
    let plan = try output("resize: {width: 400, height: 400, fit: contain}")
    let message =
      "'resize: {width: 400, height: 400, fit: contain}' is larger than the crop: made 400x400, the picture 300x200 in it; "
      + "set 'enlarge: true' in 'resize' to enlarge it"
    #expect(plan.warnings == [Finding(.notEnlarged, message)])
    #expect(plan.size == PixelSize(width: 400, height: 400))
    #expect(plan.content == PixelRect(x: 50, y: 100, width: 300, height: 200))
    #expect(try output("resize: {width: 400, enlarge: true}").warnings == [])
  }

  @Test(
    arguments: [
      ("{width: 400}", "{width: 400}", "300x200; set 'enlarge: true' in 'resize' to enlarge it"),
      (
        "{fit: cover, height: 400, width: 400, gravity: north, enlarge: false}",
        "{width: 400, height: 400, fit: cover}",
        "200x200; set 'exact: true' in 'resize' to have the size that 'resize' says"
      ),
      (
        "{width: 100, height: 400, fit: fill}", "{width: 100, height: 400, fit: fill}",
        "100x200; set 'exact: true' in 'resize' to have the size that 'resize' says"
      ),
      (
        "{width: 320, height: 320, fit: letterbox, stride: 32}",
        "{width: 320, height: 320, fit: letterbox, stride: 32}",
        "320x224, the picture 300x200 in it; set 'enlarge: true' in 'resize' to enlarge it"
      ),
      ("'!400,400'", "\"!400,400\"", "300x200; write \"^!400,400\" to enlarge it"),
    ])
  func warningNamesTheKeyAsItIsWritten(_ resize: String, _ written: String, _ rest: String) throws {
    #expect(
      try output("resize: \(resize)").warnings
        == [Finding(.notEnlarged, "'resize: \(written)' is larger than the crop: made \(rest)")])
  }

  /// Every fit that goes with `exact`, on crops that are smaller than the target on both axes, on one axis and on
  /// none.
  @Test(arguments: ["cover", "contain", "fill", "letterbox"], ["", ", enlarge: pad"])
  func exactSizesArePromised(_ fit: String, _ enlarge: String) throws {
    for (width, height) in [(30, 20), (30, 400), (400, 20), (101, 51), (100, 50), (4000, 3000), (1, 1)] {
      let plan = try output(
        "resize: {width: 100, height: 50, fit: \(fit), exact: true\(enlarge)}", SourceInfo(width, height))
      #expect(plan.size == PixelSize(width: 100, height: 50), "\(width)x\(height)")
      #expect(plan.warnings == [])
      #expect(plan.error == nil)
    }
  }

  /// A crop of 30x20 has a part of 30x15 with the shape of 100x50.
  @Test func paddedContentKeepsItsPixels() throws {
    let target = "width: 100, height: 50, exact: true, enlarge: pad"
    let cover = try output("resize: {\(target), fit: cover, gravity: southeast}", SourceInfo(30, 20))
    #expect(cover.crop == PixelRect(x: 0, y: 5, width: 30, height: 15))
    #expect(cover.content == PixelRect(x: 70, y: 35, width: 30, height: 15))
    let fill = try output("resize: {\(target), fit: fill, gravity: west}", SourceInfo(30, 200))
    #expect(fill.content == PixelRect(x: 0, y: 0, width: 30, height: 50))
    let focus = try output("resize: {\(target), fit: cover, focus: {x: 0, y: 0}}", SourceInfo(30, 20))
    #expect(focus.crop == PixelRect(x: 0, y: 0, width: 30, height: 15))
    #expect(focus.content == PixelRect(x: 35, y: 17, width: 30, height: 15))
    let contain = try output("resize: {\(target), fit: contain}", SourceInfo(30, 20))
    #expect(contain.content == PixelRect(x: 35, y: 15, width: 30, height: 20))
  }

  @Test func enlargingToTheExactSizeMayFail() throws {
    #expect(
      try output("resize: {width: 400, height: 100, fit: fill, exact: true, enlarge: error}").error
        == Finding(.wouldEnlarge, "400x100 is larger than the crop of 300x200, and 'enlarge' is 'error'"))
  }

  @Test func enlargingMayFail() throws {
    #expect(
      try output("resize: {width: 400, enlarge: error}").error
        == Finding(.wouldEnlarge, "400x267 is larger than the crop of 300x200, and 'enlarge' is 'error'"))
  }

  @Test func outputsLongerThanAJPEGFail() throws {
    #expect(
      try output("resize: {width: 65500, enlarge: true}", SourceInfo(1, 2)).error
        == Finding(.outputTooLarge, "65500x131000 is longer than a JPEG's side can be (65500)"))
    #expect(
      try output("crop: {region: '0,0,65501,1', out_of_bounds: pad}", SourceInfo(1, 2)).error
        == Finding(.outputTooLarge, "65501x1 is longer than a JPEG's side can be (65500)"))
    let largest = try output("resize: {width: 65500, height: 1, fit: fill, enlarge: true}", SourceInfo(1, 1))
    #expect(largest.error == nil)
    #expect(largest.size == PixelSize(width: 65500, height: 1))
  }

  /// A square of 100 from 300x200 at the right: the left 100 columns of a picture that is shown mirrored.
  @Test func coverCutsInWhatAViewerShows() throws {
    let plan = try output(
      "resize: {width: 100, height: 100, fit: cover, gravity: east}", SourceInfo(300, 200, tag: .topRight))
    #expect(plan.crop == PixelRect(x: 100, y: 0, width: 200, height: 200))
    #expect(plan.storedCrop == PixelRect(x: 0, y: 0, width: 200, height: 200))
    let inside = try output(
      "crop: '40,20,100,50'\n    resize: {width: 10, height: 10, fit: cover, focus: {x: 0, y: 0}}")
    #expect(inside.crop == PixelRect(x: 40, y: 20, width: 50, height: 50))
    #expect(inside.cropRequested == RequestedBox(box: [40, 20, 100, 50], space: .display))
  }

  @Test func keysOfOutputSourceAndJobAreMerged() throws {
    let job = try PlannedJob(
      """
      quality: 70
      background: "#010203"
      chroma: "4:4:4"
      sources: [{path: a.jpg, background: "#040506", metadata: {keep: [exif, xmp], gps: keep}}]
      outputs: [{path: b.jpg, quality: 60, progressive: true}, {path: c.jpg, optimize: true}]
      """)
    let outputs = try job.image(SourceInfo(8, 8)).outputs
    #expect(
      outputs.map(\.encode) == [
        EncodeOptions.jpeg(quality: 60, chroma: .none, progressive: true, optimize: false),
        EncodeOptions.jpeg(quality: 70, chroma: .none, progressive: false, optimize: true),
      ])
    #expect(outputs.map(\.background.description) == ["#040506", "#040506"])
    #expect(
      outputs.map(\.metadata)
        == Array(repeating: MetadataPolicy(keep: [.exif, .xmp], gpsStays: true), count: 2))
  }
}
