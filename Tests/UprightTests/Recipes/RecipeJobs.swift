import ImageModel
import Imaging
import TestSupport

/// The jobs whose bytes are recorded: every format, and every transform that has rules of its own.
///
/// No source is made by the code under test.
struct RecipeJobs {
  /// A job's file is its name with `.yaml`, its sources lie in the folder of that name, and its outputs in `out` below.
  static var all: [RecipeJobs] {
    [
      RecipeJobs(name: "transforms", outputs: transforms, sources: photos),
      RecipeJobs(name: "formats", outputs: formats, sources: files),
      RecipeJobs(name: "animations", outputs: frames, sources: animations),
    ]
  }

  let name: String
  /// YAML of each output beside its path; keys are the paths' ends, behind the source's name.
  let outputs: KeyValuePairs<String, String>
  let sources: () throws -> [(name: String, bytes: [UInt8])]

  /// The job file.
  var text: String {
    let entries = outputs.map { "  - {path: \"{stem}-\($0)\"\($1.isEmpty ? "" : ", \($1)")}\n" }
    return """
      version: 1
      name: \(name)
      sources: ["\(name)/*"]
      output_root: "out/\(name)"
      outputs:
      \(entries.joined())
      """
  }
}

extension RecipeJobs {
  private static let transforms: KeyValuePairs = [
    "plain.jpg": "",
    "best.jpg": "quality: 100, chroma: '4:4:4'",
    "half.jpg": "chroma: '4:2:2', optimize: true",
    "coarse.jpg": "progressive: true, quality: 30",
    "small.jpg": "max_bytes: 2KB",
    "lossless.jpg": "encode: {lossless: auto}",
    "kept.jpg": "orientation: keep, metadata: {keep: [icc, exif, xmp], gps: keep}, resize: {width: 60}",
    "ignored.png": "orientation: ignore, resize: {width: 60}",
    "inside.png": "resize: {width: 40, height: 40}",
    "tiny.png": "resize: {width: 5}",
    "cover.jpg": "crop: {aspect: '1:1'}, resize: {width: 24, height: 24, fit: cover}",
    "outside.png": "resize: {width: 30, height: 30, fit: outside}",
    "contain.png": "resize: {width: 50, height: 50, fit: contain}, background: '#1a2b3c'",
    "fill.png": "resize: {width: 33, height: 44, fit: fill}",
    "crop.png": "crop: {x: 11, y: 7, width: 50, height: 41}",
    "padded.png": "crop: {region: '-9,-5,70,60', out_of_bounds: pad}, resize: {width: 45}",
    "large.jpg": "resize: {width: 150, enlarge: true}",
    "spline36.png": "resize: {width: 37, filter: spline36}",
    "bicubic.png": "resize: {width: 37, filter: bicubic}",
    "mitchell.png": "resize: {width: 37, filter: mitchell}",
    "bilinear.png": "resize: {width: 37, filter: bilinear}",
    "nearest.png": "resize: {width: 37, filter: point}",
    "linear.png": "resize: {width: 36}, color: {linear: true}",
    "srgb.png": "resize: {width: 36}, color: {profile: srgb}",
    "p3.jpg": "resize: {width: 36}, color: {profile: display-p3, intent: perceptual}",
  ]

  private static let formats: KeyValuePairs = [
    "own.jpg": "",
    "own.png": "",
    "level.png": "level: 9, depth: 8",
    "palette.png": "palette: true",
    "own.webp": "",
    "lossless.webp": "lossless: true, effort: 2",
    "own.avif": "speed: 8",
    "deep.avif": "speed: 8, depth: 10, chroma: '4:4:4', quality: 60",
    "own.tif": "",
    "deflate.tif": "compression: deflate, depth: 8",
    "none.tif": "compression: none",
    "own.gif": "",
    "small.jpg": "resize: {width: 20}",
    "small.png": "resize: {width: 20}",
    "small.webp": "resize: {width: 20}, quality: 50",
    "small.avif": "resize: {width: 20}, speed: 8",
    "small.tif": "resize: {width: 20}",
    "small.gif": "resize: {width: 20}",
  ]

  private static let frames: KeyValuePairs = [
    "own.webp": "frames: all",
    "lossless.webp": "frames: all, lossless: true, resize: {width: 20}",
    "own.gif": "frames: all",
    "small.gif": "frames: all, resize: {width: 20}",
    "turned.gif": "frames: all, crop: {aspect: '1:1'}, background: '#1a2b3c'",
  ]

  /// JPEGs of each kind and in each orientation.
  private static func photos() throws -> [(name: String, bytes: [UInt8])] {
    let halved = TestJPEG.Sampling(2, 1)
    let quartered = TestJPEG.Sampling(2, 2)
    let kinds: [(String, TestJPEG.Color, TestJPEG.Process, [TestJPEG.Sampling])] = [
      ("420", .ycbcr, .baseline, [quartered]), ("422", .ycbcr, .progressive, [halved]),
      ("444", .ycbcr, .planar, []), ("440", .ycbcr, .baseline, [.init(1, 2)]),
      ("grey", .grey, .baseline, []), ("grey-progressive", .grey, .progressive, []),
      ("rgb", .rgb, .baseline, []), ("cmyk", .cmyk, .baseline, []),
    ]
    return try kinds.enumerated().map { place, kind in
      var jpeg = TestJPEG(kind.1, kind.2)
      (jpeg.sampling, jpeg.restart) = (kind.3, place % 3)
      let channels = [.grey: 1, .cmyk: 4][kind.1] ?? 3
      let file = try jpeg.file(picture(width: 97, height: 71, channels: channels))
      let exif = JPEGBuilder.segment(
        0xE1, KeptMetadata.Segment.located(orientation: UInt8(place + 1)).payload)
      return ("\(kind.0).jpg", file.prefix(2) + exif + file.dropFirst(2))
    }
  }

  /// A file of each format that is read.
  private static func files() throws -> [(name: String, bytes: [UInt8])] {
    let (width, height) = (45, 34)
    let color = picture(width: width, height: height, channels: 3)
    let clear = picture(width: width, height: height, channels: 4)
    let deep = { (x: Int, y: Int, channel: Int) in (x * 1431 + y * 977 + channel * 20011) & 65535 }
    var tiles = TestTIFF(width, height, photometric: 2, channels: 3, bits: 8) { Int(color[$0, $1, $2]) }
    (tiles.tile, tiles.isPlanar, tiles.compression) = ((16, 16), true, .lzw)
    var gif = TestGIF(width, height, bits: 5) { ($0 / 3 + $1 / 5) % 32 }
    gif.globalColors = (0..<96).map { UInt8($0 * 37 & 255) }
    gif.transparent = 7
    var raw = TestDNG(width, height) { Double(color[$0, $1, $2]) / 255 }
    (raw.neutral, raw.orientation, raw.crop, raw.storage) = ([600, 1000, 700], 8, [2, 2, 40, 30], .packed)
    var linear = raw
    (linear.pattern, linear.storage, linear.black) = (nil, .jpeg, [0])
    return [
      ("a.jpg", try TestJPEG(.ycbcr).file(color)),
      ("b.png", TestPNG(width, height, type: 6, depth: 8) { Int(clear[$0, $1, $2]) }.file),
      ("c.png", TestPNG(width, height, type: 2, depth: 16, isInterlaced: true, deep).file),
      ("d.webp", TestWebP(clear).file),
      ("e.tif", tiles.file),
      ("f.tif", TestTIFF(width, height, photometric: 0, channels: 1, bits: 16, deep).file),
      ("g.gif", gif.file),
      ("h.bmp", TestBMP(width, height, depth: 24) { deep($0, $1, 0) * 137 & 0xFFFFFF }.file),
      ("i.avif", TestAV1.still(TestAV1.color, [HEIFBuilder.turn(1)]).bytes),
      ("j.avif", TestAV1.grid(100, 70, alpha: true).bytes),
      ("k.heic", TestHEVC.grid(100, 70).bytes),
      ("l.ico", TestIcon.mixed().file),
      ("m.xbm", TestXBM(width, height) { x, y in deep(x, y, 0) % 3 == 0 }.file),
      ("n.dng", raw.file),
      ("o.dng", linear.file),
      ("p.svg", TestSVG.kinds),
    ]
  }

  /// An animation of each format, with each disposal.
  private static func animations() throws -> [(name: String, bytes: [UInt8])] {
    let (width, height) = (44, 34)
    func part(_ number: Int) -> TestPicture {
      let all = picture(width: width, height: height, channels: 4)
      return TestPicture(width: 20, height: 16, channels: 4) { x, y, channel in
        all[x + number, y + number, channel]
      }
    }
    var screen = TestGIF(width, height, bits: 5) { ($0 / 3 + $1 / 5) % 32 }
    screen.globalColors = (0..<96).map { UInt8($0 * 37 & 255) }
    screen.delay = 7
    let indices = (1..<4).map { number in
      var frame = TestGIF(20, 16, bits: 5) { ($0 * number + $1) % 32 }
      (frame.corner, frame.disposal, frame.delay) = ((3 * number, number), number, 4 * number)
      frame.transparent = number == 2 ? nil : 5
      return frame
    }
    let whole = picture(width: width, height: height, channels: 4)
    let canvas = TestPNG(width, height, type: 6, depth: 8) { Int(whole[$0, $1, $2]) }
    let frames = (1..<4).map { number in
      let picture = part(number)
      var frame = TestPNG.Frame(TestPNG(20, 16, type: 6, depth: 8) { Int(picture[$0, $1, $2]) })
      (frame.corner, frame.disposal, frame.blending) = ((3 * number, number), number % 3, number & 1)
      frame.delay = (number, 30)
      return frame
    }
    let moving = [
      TestWebP(whole).frame(at: (0, 0), 40), TestWebP(part(1)).frame(at: (4, 2), 33, disposes: true),
      TestWebP(part(2)).frame(at: (8, 6), 33, blends: false),
    ]
    return [
      ("a.gif", screen.animation(indices, repetitions: 2)),
      ("b.png", canvas.animation([TestPNG.Frame(canvas)] + frames)),
      ("c.webp", TestWebP.animation(on: (width, height), hasAlpha: true, plays: 1, moving)),
    ]
  }

  /// Waves and edges, in whole numbers.
  private static func picture(width: Int, height: Int, channels: Int) -> TestPicture {
    TestPicture(width: width, height: height, channels: channels) { x, y, channel in
      let wave = (x * (3 + channel) + y * (5 - channel)) % 256
      let smooth = wave < 128 ? 2 * wave : 511 - 2 * wave
      return UInt8((x / 16 + y / 16 + channel) % 3 == 0 ? (smooth * 7 + x * y) & 255 : smooth)
    }
  }
}
