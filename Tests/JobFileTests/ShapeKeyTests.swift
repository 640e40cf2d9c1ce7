import ImageModel
import Testing

@testable import JobFile

/// The keys `shapes` and `keypoints` of sources.
@Suite struct ShapeKeyTests {
  private func source(_ keys: String) throws -> SourceEntry {
    let text =
      "version: 1\nsources: {annotations: a, space: display, \(keys)}\noutputs: [{path: \"{stem}.jpg\"}]\n"
    return try #require(try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get().sources.first)
  }

  @Test("A job names the shapes of COCO; other formats always have theirs")
  func kinds() throws {
    #expect(try source("format: coco").shapes == [])
    #expect(try source("format: coco, shapes: polygons").shapes == [.polygons])
    #expect(try source("format: coco, shapes: [polygons, keypoints]").shapes == [.polygons, .keypoints])
    #expect(try source("format: coco, shapes: masks").shapes == [.masks])
    #expect(try source("format: yolo-seg").shapes == [.polygons])
    #expect(try source("format: yolo-obb").shapes == [.polygons])
    #expect(try source("format: dota").shapes == [.polygons])
    #expect(try source("format: yolo-pose, keypoints: 17").shapes == [.keypoints])
  }

  /// A job whose `sources` stand in line 2; the keys begin in column 43.
  private static func wrong(_ keys: String, _ errors: String...) -> WrongJob {
    WrongJob(
      text:
        "version: 1\nsources: {annotations: a, space: display, \(keys)}\noutputs: [{path: \"{stem}.jpg\"}]\n",
      errors: errors)
  }

  @Test(
    arguments: [
      wrong("format: voc, shapes: polygons", "2:64: Upright reads no polygons from files of 'voc'"),
      wrong("format: labelme, shapes: masks", "2:68: Upright reads no masks from files of 'labelme'"),
      wrong("format: coco, shapes: []", "2:65: 'shapes' is empty"),
      wrong(
        "format: yolo-seg, shapes: polygons",
        "2:69: 'shapes' isn't needed: files of 'yolo-seg' always give them"),
      wrong(
        "format: yolo-pose",
        "2:10: 'yolo-pose' needs 'keypoints': how many each object has, as in 'keypoints: 17'"),
      wrong("format: yolo, keypoints: 17", "2:68: 'keypoints' goes with yolo-pose only"),
      wrong(
        "format: yolo-pose, keypoints: 0", "2:73: 'keypoints' must be a whole number from 1 to 1000, not '0'"),
    ])
  func errors(_ job: WrongJob) { job.check() }

  @Test("'yolo-pose' is exported only from keypoints")
  func poses() {
    WrongJob(
      text:
        "version: 1\nsources: {annotations: a, space: display, format: coco, shapes: polygons}\noutputs: [{path: \"{stem}.jpg\"}]\nexports: [{format: yolo-pose, path: c.txt}]\n",
      errors: [
        "4:11: 'yolo-pose' has nothing to write: no source has keypoints, as 'shapes: keypoints' gives"
      ]
    ).check()
  }
}
