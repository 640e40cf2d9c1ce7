import TestSupport

extension ShimTarget {
  /// Small files of all kinds, each with another choice of scale and region.
  package static func seeds() throws -> [[UInt8]] {
    let color = TestPicture.smooth(width: 37, height: 23)
    let grey = TestPicture.smooth(width: 37, height: 23, channels: 1)
    let files =
      try colorKinds.map { try $0.file(color) } + greyKinds.map { try $0.file(grey) } + pngs.map(\.file)
      + others + icons + coded + tiffs + raws + animations
    var random = SplitMix64(seed: 5)
    return files.flatMap { file in
      (0..<4).map { scale in
        [UInt8(scale)] + (1..<ShimChoices.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
          + file
      }
    }
      + animations.map { [UInt8](repeating: 0x40, count: ShimChoices.length) + $0 } + [
        [UInt8](repeating: 0, count: ShimChoices.length)
      ]
  }

  /// Lossless WebP, GIF and BMP, with alpha or without, of few bits and many.
  private static var others: [[UInt8]] {
    let picture = TestPicture.smooth(width: 19, height: 11, channels: 4)
    let colors = (0..<16).map { [UInt8($0 * 16), UInt8($0 * 5), 9] }
    var interlaced = TestGIF(19, 11, bits: 4) { ($0 + $1 * 3) & 15 }
    (interlaced.isInterlaced, interlaced.globalColors) = (true, colors.flatMap { $0 })
    (interlaced.transparent, interlaced.corner, interlaced.screen) = (3, (2, 1), (24, 13))
    var plain = interlaced
    plain.isInterlaced = false
    let bitmaps = [4, 8, 16, 24, 32].flatMap { depth in
      [false, true].map { isTopDown in
        var bitmap = TestBMP(19, 11, depth: depth) { ($0 * 7 + $1 * 31) & 15 }
        (bitmap.isTopDown, bitmap.colors) = (isTopDown, depth <= 8 ? colors : [])
        return bitmap
      }
    }
    var runs = bitmaps[2]
    (runs.compression, runs.runs) = (1, [19, 3, 0, 0, 0, 3, 1, 2, 3, 0, 0, 2, 5, 2, 9, 7, 0, 1])
    var masks = bitmaps[8]
    (masks.compression, masks.length, masks.masks) = (3, 124, [0xFF, 0xFF00, 0xFF_0000, 0x7F00_0000])
    let webp = TestWebP(picture)
    return [webp.file, webp.animation(on: (30, 20), at: (4, 2)), interlaced.file, plain.file]
      + (bitmaps + [runs, masks]).map(\.file)
  }

  /// Animations of all formats whose frames are composed, with each disposal.
  private static var animations: [[UInt8]] {
    let picture = TestPicture.smooth(width: 12, height: 9, channels: 4)
    let webp = TestWebP(picture)
    let indices = (0..<4).map { number in
      var frame = TestGIF(12 - number, 9, bits: 2) { ($0 + $1 * number) & 3 }
      (frame.disposal, frame.transparent, frame.corner) = (number, number == 1 ? nil : number, (number, 0))
      return frame
    }
    var screen = TestGIF(12, 9, bits: 2) { x, _ in x & 3 }
    screen.globalColors = (0..<12).map { UInt8($0 * 20) }
    let pngs = [(6, 8), (3, 2), (0, 16)].flatMap { type, depth in
      [false, true].map { isInterlaced in
        func png(_ width: Int) -> TestPNG {
          var png = TestPNG(width, 9, type: type, depth: depth, isInterlaced: isInterlaced) { x, y, channel in
            (x * 7 + y * 31 + channel) & (1 << depth - 1)
          }
          if type == 3 {
            png.chunks = [
              TestPNG.chunk("PLTE", (0..<12).map { UInt8($0 * 20) }), TestPNG.chunk("tRNS", [0, 128]),
            ]
          }
          png.chunkBytes = 60
          return png
        }
        let frames = (0..<4).map { number in
          var frame = TestPNG.Frame(png(12 - number))
          (frame.disposal, frame.blending, frame.corner) = (number % 3, number & 1, (number, 0))
          return frame
        }
        return png(12).animation(frames, isShown: !isInterlaced)
      }
    }
    let frames = [
      webp.frame(at: (0, 0), 20), webp.frame(at: (4, 2), 20, disposes: true),
      webp.frame(at: (2, 0), 20, blends: false),
    ]
    return pngs + [
      screen.animation(indices), TestWebP.animation(on: (20, 12), hasAlpha: true, plays: 0, frames),
    ]
  }

  /// Icons with entries of several kinds, and an XBM in bytes and in words.
  private static var icons: [[UInt8]] {
    let png = TestPNG(19, 11, type: 3, depth: 2) { x, y, _ in (x + y) & 3 }
    var indexed = png
    indexed.chunks = [
      TestPNG.chunk("PLTE", (0..<12).map { UInt8($0 * 20) }), TestPNG.chunk("tRNS", [0, 128]),
    ]
    var xbm = TestXBM(21, 9) { x, y in (x + y * 3) % 5 < 2 }
    let bytes = xbm.file
    (xbm.isOfWords, xbm.hotSpot, xbm.start) = (true, (3, 4), "/* words */\n")
    return [
      TestIcon.mixed().file, TestIcon.mixed(isCursor: true).file, TestIcon([TestIcon.Entry(indexed)]).file,
      bytes,
      xbm.file,
    ]
  }

  /// TIFF of each compression, in strips and tiles, of few bits and many, in planes, with a palette, ink and alpha.
  private static var tiffs: [[UInt8]] {
    let kinds = [(0, 1, 1), (1, 1, 16), (2, 3, 8), (2, 4, 8), (3, 1, 4), (5, 4, 8), (2, 3, 16)]
    return kinds.enumerated().flatMap { place, kind in
      let (photometric, channels, bits) = kind
      return TestTIFF.Compression.allCases.map { compression in
        var tiff = TestTIFF(21, 13, photometric: photometric, channels: channels, bits: bits) {
          ($0 * 9 + $1 * 5 + $2 * 40) % (1 << bits)
        }
        tiff.compression = compression
        tiff.extra = channels == 4 && photometric == 2 ? [2] : []
        tiff.tile = place % 2 == 0 ? (16, 16) : nil
        tiff.isPlanar = channels > 1 && compression == .lzw
        tiff.isBigEndian = compression == .deflate
        if place % 3 == 0 { tiff.copies = [half(tiff)] }
        tiff.map = photometric == 3 ? (0..<48).map { $0 * 1000 } : []
        return tiff.file
      }
    }
  }

  /// DNGs of each storage, with a mosaic and without.
  private static var raws: [[UInt8]] {
    TestDNG.Storage.allCases.flatMap { storage in
      [[0, 1, 1, 2], [2, 1, 1, 0], nil].map { pattern in
        var dng = TestDNG(26, 24) { x, y, color in Double((x * 7 + y * 13 + color * 31) % 100) / 100 }
        (dng.storage, dng.pattern, dng.bits) = (storage, pattern, 12)
        (dng.black, dng.white) = (pattern == nil ? [0] : [64, 70, 60, 65], 4000)
        return dng.file
      }
    }
  }

  /// A copy that is marked as one.
  private static func half(_ tiff: TestTIFF) -> TestTIFF {
    var half = TestTIFF(10, 7, photometric: tiff.photometric, channels: tiff.channels, bits: tiff.bits) {
      x, _, _ in
      x & 1
    }
    (half.compression, half.extra) = (tiff.compression, tiff.extra)
    return half.marked(1)
  }

  /// AVIF and HEIC: single pictures, grids and sequences, in colour and grey, with alpha, cut out and turned.
  private static var coded: [[UInt8]] {
    let more = [HEIFBuilder.aperture([(50, 1), (40, 1), (1, 2), (0, 1)]), HEIFBuilder.turn(1)]
    var pieces = TestAV1.grid(70, 130, alpha: true, more)
    pieces.isInPieces = true
    let files = [
      TestAV1.still(), TestAV1.still(TestAV1.grey), TestAV1.grid(100, 64), pieces, TestHEVC.still(),
      TestHEVC.grid(64, 90),
    ]
    let alpha = TestAV1.track(TestAV1.grey).auxiliary()
    let sequences = [
      TrackBuilder.file([TestAV1.track(), alpha]), TrackBuilder.file([TestHEVC.track], brand: "hevc"),
    ]
    return files.map(\.bytes) + sequences
  }

  private static var colorKinds: [TestJPEG] {
    let processes: [TestJPEG.Process] = [.baseline, .progressive, .planar]
    var kinds = [TestJPEG(.rgb)] + processes.map { TestJPEG(.ycbcr, $0) }
    for (across, down) in [(2, 1), (1, 2), (2, 2), (4, 1), (4, 2)] {
      kinds += processes.map { process in
        var kind = TestJPEG(.ycbcr, process)
        kind.sampling = [.init(across, down)]
        kind.quality = 40
        kind.restart = down
        return kind
      }
    }
    var odd = TestJPEG(.ycbcr)
    odd.sampling = [.init(3, 1), .init(1, 2), .init(1, 1)]
    return kinds + [odd]
  }

  private static let greyKinds = [
    TestJPEG(.grey), TestJPEG(.grey, .progressive), TestJPEG(.grey, .scans(30)), TestJPEG(.grey, .scans(120)),
  ]

  /// Each colour type (PNG, table 11.1), with the fewest bits and with the most, interlaced or not.
  private static var pngs: [TestPNG] {
    [(0, 1), (0, 16), (2, 8), (2, 16), (3, 2), (3, 8), (4, 8), (6, 16)].flatMap { type, depth in
      [false, true].map { interlaced in
        var png = TestPNG(19, 11, type: type, depth: depth, isInterlaced: interlaced) { x, y, channel in
          (x * 7 + y * 31 + channel) & (1 << depth - 1)
        }
        if type == 3 {
          let colors = (0..<3 << depth).map { UInt8(truncatingIfNeeded: $0 * 5) }
          png.chunks = [TestPNG.chunk("PLTE", colors), TestPNG.chunk("tRNS", [0, 128])]
        }
        return png
      }
    }
  }
}
