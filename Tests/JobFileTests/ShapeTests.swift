import ImageModel
import JobFile
import Testing

@Suite struct ShapeTests {
  private func shaping(_ key: String) throws -> Shaping {
    let text = "version: 1\nsources: [a]\noutputs: [{path: a.jpg}]\n\(key)\n"
    return try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get().shaping
  }

  @Test(
    arguments: [
      ("full", .full),
      ("square", .aspect(ratio: 1, .gravity(.center))),
      ("120,40,1024,768", .box(x: .pixels(120), y: .pixels(40), width: .pixels(1024), height: .pixels(768))),
      ("-1.5,0,2,3", .box(x: .pixels(-1.5), y: .pixels(0), width: .pixels(2), height: .pixels(3))),
      (
        "pct:10,12.5,80,70",
        .box(x: .percent(10), y: .percent(12.5), width: .percent(80), height: .percent(70))
      ),
      ("1024x768+120+40", .box(x: .pixels(120), y: .pixels(40), width: .pixels(1024), height: .pixels(768))),
      ("10x20-3-4", .box(x: .pixels(-3), y: .pixels(-4), width: .pixels(10), height: .pixels(20))),
      (
        "{x: 12.5%, y: -3, width: 50%, height: 7.25}",
        .box(x: .percent(12.5), y: .pixels(-3), width: .percent(50), height: .pixels(7.25))
      ),
      ("{width: 10, height: 50%}", .sized(width: .pixels(10), height: .percent(50), .gravity(.center))),
      (
        "{width: 10, height: 20, gravity: northeast}",
        .sized(width: .pixels(10), height: .pixels(20), .gravity(.northeast))
      ),
      ("{aspect: 16:9, gravity: south}", .aspect(ratio: 16.0 / 9, .gravity(.south))),
      ("{aspect: '1.85:1'}", .aspect(ratio: 1.85, .gravity(.center))),
      (
        "{box: [1, 2, 3, 4], format: coco}",
        .box(x: .pixels(1), y: .pixels(2), width: .pixels(3), height: .pixels(4))
      ),
      (
        "{box: [1, 2, 11, 22], format: voc}",
        .box(x: .pixels(1), y: .pixels(2), width: .pixels(10), height: .pixels(20))
      ),
      (
        "{box: [1, 2, 11, 22], format: voc1}",
        .box(x: .pixels(0), y: .pixels(1), width: .pixels(11), height: .pixels(21))
      ),
      (
        "{box: [0.5, 0.5, 0.25, 0.125], format: yolo}",
        .box(x: .percent(37.5), y: .percent(43.75), width: .percent(25), height: .percent(12.5))
      ),
      (
        "{box: [0.25, 0.125, 0.75, 1], format: albumentations}",
        .box(x: .percent(25), y: .percent(12.5), width: .percent(50), height: .percent(87.5))
      ),
      (
        "{box: [0.25, 0.75, 0.125, 1], format: openimages}",
        .box(x: .percent(25), y: .percent(12.5), width: .percent(50), height: .percent(87.5))
      ),
      (
        "{box: [0.125, 0.25, 1, 0.75], format: tfds}",
        .box(x: .percent(25), y: .percent(12.5), width: .percent(50), height: .percent(87.5))
      ),
      (
        "{box: [10, 20, 30, 40], format: label-studio}",
        .box(x: .percent(10), y: .percent(20), width: .percent(30), height: .percent(40))
      ),
      (
        "{box: [-1, 0, 101, 100], format: label-studio}",
        .box(x: .percent(-1), y: .percent(0), width: .percent(101), height: .percent(100))
      ),
      (
        "{box: [5, 5, 0, 0], format: coco}",
        .box(x: .pixels(5), y: .pixels(5), width: .pixels(0), height: .pixels(0))
      ),
    ] as [(String, Crop.Shape)])
  func cropShape(_ text: String, _ shape: Crop.Shape) throws {
    #expect(try self.shaping("crop: \(text)").crop == Crop(shape))
  }

  @Test func regionTakesTheOtherKeys() throws {
    let text = "crop: {region: square, space: stored, round: outward, out_of_bounds: pad}"
    #expect(
      try shaping(text).crop
        == Crop(
          .aspect(ratio: 1, .gravity(.center)), space: .stored, rounding: .outward, outOfBounds: .pad))
  }

  @Test(
    arguments: [
      ("max", Resize(.max)),
      ("512,", Resize(.pixels(width: 512, height: nil))),
      ("',512'", Resize(.pixels(width: nil, height: 512))),
      ("pct:12.5", Resize(.percent(12.5))),
      ("3,4", Resize(.pixels(width: 3, height: 4), fit: .fill)),
      ("'!3,4'", Resize(.pixels(width: 3, height: 4), fit: .inside)),
      ("^max", Resize(.max, enlarge: .always)),
      ("'^512,'", Resize(.pixels(width: 512, height: nil), enlarge: .always)),
      ("'^,512'", Resize(.pixels(width: nil, height: 512), enlarge: .always)),
      ("^pct:200", Resize(.percent(200), enlarge: .always)),
      ("^3,4", Resize(.pixels(width: 3, height: 4), fit: .fill, enlarge: .always)),
      ("^!65500,1", Resize(.pixels(width: 65500, height: 1), fit: .inside, enlarge: .always)),
      ("{width: 5}", Resize(.pixels(width: 5, height: nil))),
      ("{width: 5, enlarge: false}", Resize(.pixels(width: 5, height: nil), enlarge: .never)),
      (
        "{width: 5, height: 6, fit: outside, filter: spline36}",
        Resize(.pixels(width: 5, height: 6), fit: .outside, filter: .spline36)
      ),
      ("{width: 5, height: 6, fit: letterbox}", Resize(.pixels(width: 5, height: 6), fit: .letterbox)),
      (
        "{width: 5, height: 6, fit: fill, exact: false}",
        Resize(.pixels(width: 5, height: 6), fit: .fill, enlarge: .never)
      ),
      (
        "{width: 5, height: 6, fit: cover, exact: true}",
        Resize(.pixels(width: 5, height: 6), fit: .cover, enlarge: .always)
      ),
      (
        "{width: 5, height: 6, fit: contain, exact: true, enlarge: true}",
        Resize(.pixels(width: 5, height: 6), fit: .contain, enlarge: .always)
      ),
      (
        "{width: 5, height: 6, fit: fill, exact: true, enlarge: error}",
        Resize(.pixels(width: 5, height: 6), fit: .fill, enlarge: .error)
      ),
      (
        "{width: 5, height: 6, fit: fill, exact: true, enlarge: pad}",
        Resize(.pixels(width: 5, height: 6), fit: .fill, enlarge: .pad)
      ),
    ] as [(String, Resize)])
  func resize(_ text: String, _ resize: Resize) throws {
    var resize = resize
    if !text.hasPrefix("{") { resize.notation = text.filter { $0 != "'" } }
    #expect(try shaping("resize: \(text)").resize == resize)
  }

  @Test func strideOfALetterbox() throws {
    var resize = Resize(.pixels(width: 64, height: 96), fit: .letterbox, enlarge: .always)
    resize.stride = 32
    #expect(
      try shaping("resize: {width: 64, height: 96, fit: letterbox, stride: 32, enlarge: true}").resize
        == resize)
  }

  @Test(arguments: [
    ("{max_file: 3}", 3), ("{max_file: 3KB}", 3000), ("{max_file: 3MB}", 3_000_000),
    ("{max_file: 3GB}", 3_000_000_000), ("{max_file: 3KiB}", 3072), ("{max_file: 3MiB}", 3_145_728),
    ("{max_file: 1.5GiB}", 1_610_612_736),
  ]) func fileLimit(_ text: String, _ bytes: Int) throws {
    let job = "version: 1\nsources: [a]\noutputs: [{path: a.jpg}]\nlimits: \(text)\n"
    let spec = try JobFileReader.read(text: Array(job.utf8), file: "job.yaml").get()
    #expect(spec.limits.maxFileBytes == bytes)
  }
}
