import Testing

@Suite struct WrongShapeTests {
  private static let position = "a number of pixels within a million of 0, or per cent as in \"12.5%\""
  private static let extent = "a number of pixels above 0, at most a million, or per cent as in \"12.5%\""
  private static let region =
    "'full', 'square', \"x,y,width,height\", \"pct:x,y,width,height\", \"WxH+X+Y\" or a mapping"
  private static let formats = "coco, voc, voc1, yolo, albumentations, openimages, tfds, label-studio"

  @Test(
    arguments: [
      .job(
        "crop: [1, 2, 3, 4]",
        "4:7: a list alone doesn't say what its numbers mean; write 'crop: {box: [a, b, c, d], format: F}' with F one of "
          + formats),
      .job("crop: {x: 1, y: 2}", "4:7: 'crop' needs 'width'", "4:7: 'crop' needs 'height'"),
      .job("crop: {width: 5}", "4:7: 'crop' needs 'height'"),
      .job("crop: {space: stored}", "4:7: 'crop' needs 'region', 'box', 'aspect' or 'width' and 'height'"),
      .job("crop: {}", "4:7: 'crop' needs 'region', 'box', 'aspect' or 'width' and 'height'"),
      .job("crop: {aspect: 1:1, width: 5}", "4:7: 'width' and 'aspect' are two ways to say a crop; keep one"),
      .job(
        "crop: {x: 1, y: 2, width: 3, height: 4, gravity: north}",
        "4:7: 'gravity' and 'x' are two ways to say a crop; keep one"),
      .job(
        "crop: {region: full, box: [1, 2, 3, 4]}",
        "4:7: 'box' and 'region' are two ways to say a crop; keep one"),
      .job(
        "crop: {aspect: 1:1, gravity: north, focus: {x: 1, y: 2}}",
        "4:44: 'focus' and 'gravity' can't stand together"),
      .job("crop: {aspect: 1:1, focus: {x: 1}}", "4:28: 'focus' needs 'y'"),
      .job(
        "crop: {aspect: 1:1, focus: north}",
        "4:28: 'focus' must be a mapping of 'x' and 'y', 'largest_box', 'all_boxes', 'columns', 'entropy' or 'edges', not 'north'"
      ),
      .job(
        "crop: {aspect: 0:1}",
        "4:16: 'aspect' must be a ratio of two numbers above 0, as in \"16:9\", not '0:1'"),
      .job(
        "crop: {aspect: 1.5}",
        "4:16: 'aspect' must be a ratio of two numbers above 0, as in \"16:9\", not '1.5'"),
      .job(
        "crop: {x: a, y: 1000001, width: 0, height: -3%}",
        "4:11: 'x' must be \(position), not 'a'", "4:17: 'y' must be \(position), not '1000001'",
        "4:33: 'width' must be \(extent), not '0'", "4:44: 'height' must be \(extent), not '-3%'"),
      .job(
        "crop: {region: full, space: screen, round: up, out_of_bounds: warn}",
        "4:29: 'space' must be 'display' or 'stored', not 'screen'",
        "4:44: 'round' must be 'nearest', 'outward' or 'inward', not 'up'",
        "4:63: 'out_of_bounds' must be 'clip', 'error' or 'pad', not 'warn'"),
    ] as [WrongJob])
  func crop(_ job: WrongJob) { job.check() }

  @Test(arguments: [
    "1,2,3", "1,2,3,4,5", "1,2,0,4", "pct:1,2,3,x", "1,2,3,", "10x20", "10x20+1", "10x20+1+2!", "10x20+-1+2",
    "0x20+1+2",
    "Square", "1 ,2,3,4", "pct:", "10%x20+1+2", "1,2,inf,4",
  ]) func regionText(_ text: String) {
    WrongJob.job("crop: '\(text)'", "4:7: 'crop' must be \(Self.region), not '\(text)'").check()
    WrongJob.job("crop: {region: '\(text)'}", "4:16: 'region' must be \(Self.region), not '\(text)'").check()
  }

  @Test(
    arguments: [
      .job(
        "crop: {box: [1, 2, 3, 4]}",
        "4:7: 'crop' needs 'format' beside 'box': 'coco', 'voc', 'voc1', 'yolo', 'albumentations', 'openimages', "
          + "'tfds' or 'label-studio'"),
      .job("crop: {format: coco}", "4:7: 'crop' needs 'box' beside 'format'"),
      .job("crop: {box: [1, 2, 3], format: coco}", "4:13: 'box' needs four numbers, not 3"),
      .job(
        "crop: {box: '1,2,3,4', format: coco}", "4:13: 'box' must be a list of four numbers, not '1,2,3,4'"),
      .job(
        "crop: {box: [1, 2, -3, 4], format: coco}", "4:13: 'box' has a negative size in the format 'coco'"),
      .job("crop: {box: [9, 2, 3, 4], format: voc}", "4:13: 'box' has a negative size in the format 'voc'"),
      .job("crop: {box: [9, 2, 7, 4], format: voc1}", "4:13: 'box' has a negative size in the format 'voc1'"),
      .job(
        "crop: {box: [0.5, 0.5, 1.02, nan], format: yolo}",
        "4:24: an entry of 'box' must be a number from 0 to 1 in the format 'yolo', not '1.02'",
        "4:30: an entry of 'box' must be a number from 0 to 1 in the format 'yolo', not 'nan'"),
      .job(
        "crop: {box: [-1.1, 0, 50, 50], format: label-studio}",
        "4:14: an entry of 'box' must be a number from 0 to 100 in the format 'label-studio', not '-1.1'"),
      .job(
        "crop: {box: [0, 0, 1000001, 5], format: coco}",
        "4:20: an entry of 'box' must be a number of pixels within a million of 0, not '1000001'"),
    ] as [WrongJob])
  func box(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      .job("resize: {fit: cover}", "4:9: 'resize' needs 'width' or 'height'"),
      .job(
        "resize: {width: 65501}",
        "4:17: 'width' must be a whole number of pixels from 1 to 65500, not '65501'"),
      .job(
        "resize: {width: 50%}", "4:17: 'width' must be a whole number of pixels from 1 to 65500, not '50%'"),
      .job(
        "resize: {width: 5, fit: crop}",
        "4:25: 'fit' must be 'inside', 'outside', 'cover', 'contain', 'fill' or 'letterbox', not 'crop'"),
      .job(
        "resize: {width: 5, filter: cubic}",
        "4:28: 'filter' must be 'lanczos3', 'bicubic', 'mitchell', 'bilinear', 'spline36' or 'point', not 'cubic'"
      ),
      .job(
        "resize: {width: 5, enlarge: no}",
        "4:29: 'enlarge' must be 'false', 'true', 'error' or 'pad', not 'no'"),
      .job(
        "resize: {width: 5, height: 5, fit: contain, focus: {x: 1, y: 1}}",
        "4:52: 'focus' doesn't go with 'fit: contain'; use 'gravity'"),
      .job(
        "resize: {width: 5, gravity: top, focus: {x: 1, y: 1}}",
        "4:29: 'gravity' must be 'center', 'north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west' or "
          + "'northwest', not 'top'",
        "4:41: 'focus' and 'gravity' can't stand together"),
    ] as [WrongJob])
  func resize(_ job: WrongJob) { job.check() }

  private static let openSide =
    "'exact: true' needs 'width', 'height' and a 'fit' of 'cover', 'contain', 'fill' or 'letterbox', since "

  @Test(
    arguments: [
      .job("resize: {width: 5, exact: true}", "4:27: \(openSide)'inside' leaves a side open"),
      .job(
        "resize: {width: 5, height: 5, fit: outside, exact: true}",
        "4:52: \(openSide)'outside' leaves a side open"),
      .job(
        "resize: {width: 5, fit: cover, exact: true}",
        "4:25: 'fit: cover' needs 'width' and 'height': add 'height', or leave out 'fit' to have 'width' alone keep "
          + "the aspect"),
      .job(
        "resize: {width: 5, height: 5, fit: cover, exact: true, enlarge: false}",
        "4:65: 'enlarge: false' and 'exact: true' can't stand together: write 'enlarge: pad' for a canvas of the "
          + "exact size, or leave out 'enlarge'"),
      .job("resize: {width: 5, enlarge: pad}", "4:29: 'enlarge: pad' needs 'exact: true'"),
      .job(
        "resize: {width: 5, height: 5, fit: cvoer, exact: true}",
        "4:36: 'fit' must be 'inside', 'outside', 'cover', 'contain', 'fill' or 'letterbox', not 'cvoer'"),
    ] as [WrongJob])
  func exactResize(_ job: WrongJob) { job.check() }

  private static let middle = "doesn't go with 'fit: letterbox', which puts the picture in the middle"

  @Test(
    arguments: [
      .job(
        "resize: {width: 5, fit: letterbox}",
        "4:25: 'fit: letterbox' needs 'width' and 'height': add 'height', or leave out 'fit' to have 'width' alone keep "
          + "the aspect"),
      .job(
        "resize: {width: 64, height: 64, fit: letterbox, gravity: north}", "4:58: 'gravity' \(middle)"),
      .job(
        "resize: {width: 64, height: 64, fit: letterbox, focus: {x: 1, y: 1}}", "4:56: 'focus' \(middle)"),
      .job(
        "resize: {width: 65, height: 64, fit: letterbox, stride: 32}",
        "4:17: 'width' must be a multiple of 'stride' (32), not '65'"),
      .job(
        "resize: {width: 64, height: 64, fit: contain, stride: 32}",
        "4:55: 'stride' doesn't go with 'fit: contain'"),
      .job("resize: {width: 64, stride: 32}", "4:29: 'stride' needs 'fit: letterbox'"),
      .job(
        "resize: {width: 64, height: 64, fit: letterbox, stride: 0}",
        "4:57: 'stride' must be a whole number of pixels from 1 to 65500, not '0'"),
      .job(
        "resize: {width: 64, height: 64, fit: letterbox, stride: 32, exact: true}",
        "4:57: 'stride' and 'exact: true' can't stand together: with 'stride' canvases have several sizes"),
    ] as [WrongJob])
  func letterbox(_ job: WrongJob) { job.check() }

  @Test(arguments: [
    "512", ",", "!512,", "!,512", "0,5", "512x512", "pct:0", "pct:", "^", "!^5,5", "w,h", "5,65501", "full",
    "5.5,",
  ]) func sizeText(_ text: String) {
    let wanted =
      "'max', \"w,\", \",h\", \"pct:n\", \"w,h\" or \"!w,h\" with sides from 1 to 65500, also with '^' in front, or a "
      + "mapping"
    WrongJob.job("resize: \"\(text)\"", "4:9: 'resize' must be \(wanted), not '\(text)'").check()
  }
}
