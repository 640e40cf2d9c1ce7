import TestSupport

/// Small sound files of the formats beside JPEG, and large ones that hold next to nothing.
enum SeedFormats {
  static func all() -> [HostileFile] {
    let deep = TestPNG(19, 23, type: 6, depth: 16) { ($0 * 2999 + $1 * 577 + $2 * 9001) % 65536 }
    var tiles = TestTIFF(37, 21, photometric: 2, channels: 4, bits: 8, value)
    (tiles.tile, tiles.compression, tiles.extra) = ((16, 16), .lzw, [2])
    var strips = TestTIFF(37, 21, photometric: 5, channels: 4, bits: 8, value)
    strips.compression = .deflate
    var planes = TestTIFF(37, 21, photometric: 2, channels: 3, bits: 16, value)
    (planes.isPlanar, planes.isBigEndian) = (true, true)
    var pyramid = TestTIFF(64, 48, photometric: 2, channels: 3, bits: 8, value)
    pyramid.copies = [TestTIFF(32, 24, photometric: 2, channels: 3, bits: 8, value).marked(1)]
    let turns = [HEIFBuilder.aperture([(50, 1), (40, 1), (1, 2), (0, 1)]), HEIFBuilder.turn(1)]
    var xbm = TestXBM(37, 21) { x, y in value(x, y, 0) < 128 }
    xbm.hotSpot = (3, 4)
    var dng = TestDNG(40, 30) { x, y, color in Double((x * 7 + y * 13 + color * 31) % 100) / 100 }
    (dng.storage, dng.orientation, dng.crop) = (.packed, 6, [1, 2, 36, 26])
    var tiled = dng
    (tiled.storage, tiled.tile, tiled.black) = (.jpeg, (24, 16), [500, 510, 520, 530])
    var cleared = TestGIF(9, 7, bits: 4) { ($0 * $1) & 15 }
    (cleared.disposal, cleared.transparent, cleared.delay) = (2, 3, 5)
    var restored = cleared
    (restored.disposal, restored.corner) = (3, (4, 2))
    let canvas = TestPNG(20, 12, type: 6, depth: 8, value)
    let frames = (0..<3).map { number in
      var frame = TestPNG.Frame(number == 0 ? canvas : TestPNG(9, 7, type: 6, depth: 8, value))
      (frame.disposal, frame.blending, frame.delay) = (number, number & 1, (1, 10))
      return frame
    }
    let moving = TestWebP(.noisy(width: 10, height: 8, channels: 4))
    let files: [(String, [UInt8])] = [
      ("gifMoving", gif.animation([cleared, restored, cleared])), ("pngMoving", canvas.animation(frames)),
      (
        "webpFrames",
        TestWebP.animation(
          on: (20, 12), hasAlpha: true, plays: 0,
          [
            moving.frame(at: (0, 0), 20), moving.frame(at: (4, 2), 20, disposes: true),
            moving.frame(at: (8, 4), 20, blends: false),
          ])
      ),
      ("png", TestPNG(31, 17, type: 2, depth: 8, value).file), ("pngDeep", deep.file),
      ("pngInterlaced", TestPNG(31, 17, type: 0, depth: 8, isInterlaced: true, value).file),
      ("tiffTiles", tiles.file), ("tiffInk", strips.file), ("tiffPlanes", planes.file),
      ("tiffPyramid", pyramid.file),
      ("webp", TestWebP(.noisy(width: 23, height: 9, channels: 4)).file),
      ("webpMoving", TestWebP(.noisy(width: 10, height: 8)).animation(on: (30, 20), at: (4, 2))),
      ("gif", gif.file), ("bmp", TestBMP(21, 13, depth: 24) { $0 * 70000 + $1 }.file),
      ("avif", TestAV1.still().bytes), ("avifGrid", TestAV1.grid(70, 130, alpha: true, turns).bytes),
      ("heic", TestHEVC.still().bytes), ("heicGrid", TestHEVC.grid(64, 90).bytes),
      ("avifMoving", TrackBuilder.file([TestAV1.track(), TestAV1.track(TestAV1.grey).auxiliary()])),
      ("dng", dng.file), ("dngTiles", tiled.file),
      ("heicMoving", TrackBuilder.file([TestHEVC.track], brand: "hevc")),
      ("ico", TestIcon.mixed().file), ("cur", TestIcon.mixed(isCursor: true).file), ("xbm", xbm.file),
      ("svg", TestSVG.kinds), ("svgz", TestSVG.compressed(TestSVG.kinds)),
    ]
    return files.map { HostileFile(name: $0, bytes: $1) }
  }

  /// Headers of pictures near the most pixels that a job takes, with data for a few.
  static func bombs() -> [HostileFile] {
    let side = 9999
    var wide = TestTIFF(37, 21, photometric: 2, channels: 3, bits: 8, value)
    wide.compression = .deflate
    let sides = [0x100, 0x101, 0x116].map {
      TIFFBuilder.Field(tag: $0, type: 4, count: 1, value: PictureBuilder.little(side, 4))
    }
    wide.fields = sides
    var canvas = gif
    canvas.screen = (side, side)
    var bitmap = TestBMP(21, 13, depth: 24) { $0 * 70000 + $1 }.file
    bitmap.replaceSubrange(18..<26, with: PictureBuilder.little(side, 4) + PictureBuilder.little(side, 4))
    var entry = TestIcon.Entry(TestBMP(21, 13, depth: 24) { $0 * 70000 + $1 })
    entry.data.replaceSubrange(
      4..<12, with: PictureBuilder.little(side, 4) + PictureBuilder.little(2 * side, 4))
    let icons = [TestIcon([entry]).file, TestIcon([entry], isCursor: true).file]
    let xbm = "#define a_width \(side)\n#define a_height \(side)\nstatic char a_bits[] = {0x01};"
    var still = TestAV1.still()
    still.properties[0] = HEIFBuilder.extents(side, side)
    var picture = TestHEVC.still()
    picture.properties[0] = HEIFBuilder.extents(side, side)
    var raw = TestDNG(40, 30) { _, _, _ in 0.5 }
    raw.fields = sides
    let frame = TestPNG.Frame(TestPNG(9, 7, type: 6, depth: 8, value))
    var moving = TestPNG(9, 7, type: 6, depth: 8, value).animation([frame, frame])
    moving.replaceSubrange(16..<24, with: PictureBuilder.big(side, 4) + PictureBuilder.big(side, 4))
    moving.replaceSubrange(29..<33, with: PictureBuilder.big(Int(TestPNG.crc32(moving[12..<29])), 4))
    let files: [(String, [UInt8])] = [
      ("dng", raw.file), ("png", png(side, interlaced: false)), ("png-moving", moving),
      ("gif-moving", canvas.animation([canvas, canvas])),
      ("png-interlaced", png(side, interlaced: true)),
      ("tiff", wide.file),
      ("gif", canvas.file), ("bmp", bitmap), ("ico", icons[0]), ("cur", icons[1]), ("xbm", Array(xbm.utf8)),
      ("avif", still.bytes), ("heic", picture.bytes),
      ("webp", TestWebP(.noisy(width: 10, height: 8)).animation(on: (side, side), at: (4, 2))),
      ("svg", TestSVG.file(TestSVG.blurred, width: side, height: side)),
    ]
    return files.map { HostileFile(name: "bomb-\($0)", bytes: $1) }
  }

  private static func value(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    (x * 7 + y * 13 + channel * 31) & 255
  }

  private static var gif: TestGIF {
    var gif = TestGIF(19, 11, bits: 4) { ($0 + $1 * 3) & 15 }
    gif.globalColors = (0..<48).map { UInt8($0 * 5) }
    gif.isInterlaced = true
    return gif
  }

  /// RGB and alpha of 16 bits with one row.
  private static func png(_ side: Int, interlaced: Bool) -> [UInt8] {
    let head = PictureBuilder.big(side, 4) + PictureBuilder.big(side, 4) + [16, 6, 0, 0, interlaced ? 1 : 0]
    let row = [UInt8](repeating: 0, count: side * 8 + 1)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + TestPNG.chunk("IHDR", head)
      + TestPNG.chunk("IDAT", TestPNG.stored(row)) + TestPNG.chunk("IEND", [])
  }
}
