import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoded TIFF") struct TIFFDecoderTests {
  /// A file's planes of a region as numbers, channels interleaved with alpha last, and what was warned about.
  static func decode(
    _ file: [UInt8], _ stored: PixelSize, _ pixels: PixelFormat, page: Int = 0, directory: Int? = nil,
    _ region: PixelRect<Decoded>? = nil, onCorrupt: CorruptionPolicy = .error, verify: VerifyExtent = .crop
  ) throws -> (samples: [Int], warnings: [Finding], notes: [Finding]) {
    let open = try OpenBytes(file)
    let decoder = try PictureDecoder(.libtiff, descriptor: open.descriptor, digest: nil)
    let region = region ?? PixelRect(stored)
    var request = DecodeRequest(
      storedSize: stored, pixels: pixels, scale: .full, region: region, deadline: PixelDecoding.never,
      onCorrupt: onCorrupt, verify: verify)
    (request.page, request.directory) = (page, directory)
    var samples: [Int] = []
    try decoder.decode(request) { strip throws(ImageError) in
      let columns = region.x..<region.right
      switch pixels.depth {
      case .eight: samples += strip.interleaved(columns, as: UInt8.self).map { Int($0) }
      case .sixteen: samples += strip.interleaved(columns, as: UInt16.self).map { Int($0) }
      }
    }
    try decoder.drain(limit: file.count)
    return (samples, decoder.warnings, decoder.notes)
  }

  private static func noise(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    (x * 7919 + y * 104729 + channel * 31337 + x * y * 97) & 0xFFFF
  }

  /// Photometric interpretation, samples, bits.
  static let kinds = [
    (0, 1, 1), (0, 1, 8), (1, 1, 1), (1, 1, 2), (1, 1, 4), (1, 1, 8), (1, 1, 16), (1, 2, 8), (1, 2, 16),
    (0, 1, 12), (1, 2, 12), (2, 3, 12), (5, 4, 12), (2, 3, 8), (2, 3, 16), (2, 4, 8), (2, 4, 16), (2, 6, 8),
    (3, 1, 1), (3, 1, 4), (3, 1, 8), (5, 4, 8), (5, 4, 16),
  ]

  private static func tiff(
    _ kind: (photometric: Int, channels: Int, bits: Int), _ width: Int, _ height: Int
  ) -> TestTIFF {
    var tiff = TestTIFF(
      width, height, photometric: kind.photometric, channels: kind.channels, bits: kind.bits
    ) { noise($0, $1, $2) >> (16 - kind.bits) }
    let colors = [2: 3, 5: 4][kind.photometric] ?? 1
    // What follows alpha is nobody's.
    tiff.extra = (0..<kind.channels - colors).map { $0 == 0 ? 2 : 0 }
    if kind.photometric == 3 { tiff.map = (0..<3 << kind.bits).map { noise($0, 5, 1) } }
    return tiff
  }

  private static func format(_ tiff: TestTIFF) -> PixelFormat {
    PixelFormat(
      [0: .grey, 1: .grey, 5: .cmyk][tiff.photometric] ?? .rgb, depth: tiff.bits > 8 ? .sixteen : .eight,
      hasAlpha: !tiff.extra.isEmpty)
  }

  /// What a region of the picture is, to the nearest of 8 bits, or in 16.
  private static func expected(_ tiff: TestTIFF, _ region: PixelRect<Decoded>) -> [Int] {
    let format = format(tiff)
    let (most, wanted) = (1 << tiff.bits - 1, format.depth == .eight ? 255 : 65535)
    var expected: [Int] = []
    for y in region.y..<region.bottom {
      for x in region.x..<region.right {
        let place = (y * tiff.width + x) * tiff.channels
        for channel in 0..<format.planes {
          if tiff.photometric == 3 {
            expected.append(tiff.map[channel << tiff.bits + tiff.samples[place]] >> 8)
            continue
          }
          let sample = tiff.samples[place + channel]
          let scaled = Double((tiff.photometric == 0 ? most - sample : sample) * wanted) / Double(most)
          expected.append(Int(scaled.rounded()))
        }
      }
    }
    return expected
  }

  private static func check(_ tiff: TestTIFF, _ comment: Comment) throws {
    let stored = size(tiff.width, tiff.height)
    let file = tiff.file
    var random = SplitMix64(seed: 3)
    for region in PixelDecoding.boxes(in: stored, atRandom: 1, &random) {
      let found = try decode(file, stored, format(tiff), region, onCorrupt: .warning)
      #expect(found.samples == expected(tiff, region), comment)
      #expect(found.warnings == [], comment)
    }
  }

  @Test("Each pixel of each kind, in strips", arguments: kinds, [false, true])
  func strips(_ kind: (photometric: Int, channels: Int, bits: Int), isPlanar: Bool) throws {
    for (width, height) in [(1, 1), (33, 40)] {
      for compression in TestTIFF.Compression.allCases {
        for isBigEndian in kind.bits == 16 ? [false, true] : [false] {
          var tiff = Self.tiff(kind, width, height)
          (tiff.isPlanar, tiff.compression, tiff.isBigEndian) = (isPlanar, compression, isBigEndian)
          try Self.check(tiff, "\(kind) \(width)x\(height) \(compression)")
          tiff.rowsPerStrip = height
          try Self.check(tiff, "\(kind) \(width)x\(height) \(compression) in one strip")
        }
      }
    }
  }

  @Test("Each pixel of each kind, in tiles", arguments: kinds, [false, true])
  func tiles(_ kind: (photometric: Int, channels: Int, bits: Int), isPlanar: Bool) throws {
    for (width, height) in [(1, 1), (16, 32), (50, 70)] {
      for compression in TestTIFF.Compression.allCases {
        var tiff = Self.tiff(kind, width, height)
        (tiff.isPlanar, tiff.compression, tiff.tile) = (isPlanar, compression, (16, 32))
        tiff.isBigEndian = compression == .lzw
        try Self.check(tiff, "\(kind) \(width)x\(height) \(compression)")
      }
    }
  }

  @Test("Bits in the other order", arguments: [(1, 1, 1), (1, 1, 4), (1, 1, 12), (2, 3, 8)])
  func reversed(_ kind: (photometric: Int, channels: Int, bits: Int)) throws {
    for compression in TestTIFF.Compression.allCases where compression != .lzw {
      var tiff = Self.tiff(kind, 21, 13)
      (tiff.isReversed, tiff.compression) = (true, compression)
      try Self.check(tiff, "\(kind) \(compression)")
    }
  }

  @Test("16 bits come in 8 rounded, and 8 in 16 spread")
  func depths() throws {
    let deep = TestTIFF(3, 1, photometric: 1, channels: 1, bits: 16) { x, _, _ in [128, 129, 65535][x] }
    #expect(try Self.decode(deep.file, size(3, 1), PixelFormat(.grey)).samples == [0, 1, 255])
    let twelve = TestTIFF(4, 1, photometric: 1, channels: 1, bits: 12) { x, _, _ in [8, 9, 2000, 4095][x] }
    #expect(try Self.decode(twelve.file, size(4, 1), PixelFormat(.grey)).samples == [0, 1, 125, 255])
    for (bits, values, expected) in [
      (1, [0, 1], [0, 65535]), (2, [1, 2], [21845, 43690]), (4, [3, 15], [13107, 65535]),
      (8, [1, 255], [257, 65535]),
    ] {
      let tiff = TestTIFF(2, 1, photometric: 1, channels: 1, bits: bits) { x, _, _ in values[x] }
      let found = try Self.decode(tiff.file, size(2, 1), PixelFormat(.grey, depth: .sixteen))
      #expect(found.samples == expected)
    }
  }

  @Test("Alpha that is multiplied in is taken out again, to the nearest")
  func premultiplied() throws {
    // 100 of 200 is 127.5 of 255; what is above its alpha is all of it.
    let pixels = [[100, 50, 1, 200], [7, 0, 0, 0], [9, 8, 7, 255], [20, 10, 5, 10]]
    for isPlanar in [false, true] {
      var tiff = TestTIFF(4, 1, photometric: 2, channels: 4, bits: 8) { x, _, channel in pixels[x][channel] }
      (tiff.extra, tiff.isPlanar) = ([1], isPlanar)
      #expect(
        try Self.decode(tiff.file, size(4, 1), PixelFormat(.rgb, hasAlpha: true)).samples
          == [128, 64, 1, 200] + [0, 0, 0, 0] + [9, 8, 7, 255] + [255, 255, 128, 10])
    }
    var deep = TestTIFF(1, 1, photometric: 1, channels: 2, bits: 16) { _, _, channel in [1000, 3000][channel]
    }
    deep.extra = [1]
    #expect(
      try Self.decode(deep.file, size(1, 1), PixelFormat(.grey, depth: .sixteen, hasAlpha: true)).samples
        == [21845, 3000])
  }

  @Test("Alpha is the first sample that says so, and what nobody asks for is left out")
  func alpha() throws {
    var tiff = TestTIFF(2, 1, photometric: 2, channels: 5, bits: 8) { x, _, channel in 10 * channel + x }
    tiff.extra = [0, 2]
    #expect(
      try Self.decode(tiff.file, size(2, 1), PixelFormat(.rgb, hasAlpha: true)).samples
        == [0, 10, 20, 40, 1, 11, 21, 41])
    #expect(try Self.decode(tiff.file, size(2, 1), PixelFormat(.rgb)).samples == [0, 10, 20, 1, 11, 21])
    tiff.extra = [0, 0]
    #expect(
      try Self.decode(tiff.file, size(2, 1), PixelFormat(.rgb, hasAlpha: true)).samples
        == [0, 10, 20, 255, 1, 11, 21, 255])
    let silent = TestTIFF(2, 1, photometric: 2, channels: 4, bits: 8) { x, _, channel in 10 * channel + x }
    #expect(
      try Self.decode(silent.file, size(2, 1), PixelFormat(.rgb, hasAlpha: true)).samples
        == [0, 10, 20, 30, 1, 11, 21, 31])
  }

  @Test(
    "Grey comes in three planes where it is to take on a colour, and a palette of 8 bits is taken as such")
  func colors() throws {
    let grey = TestTIFF(2, 1, photometric: 0, channels: 1, bits: 4) { x, _, _ in [0, 5][x] }
    #expect(
      try Self.decode(grey.file, size(2, 1), PixelFormat(.rgb)).samples == [255, 255, 255, 170, 170, 170])
    var palette = TestTIFF(2, 1, photometric: 3, channels: 1, bits: 1) { x, _, _ in x }
    palette.map = [1, 255, 2, 254, 3, 253]
    #expect(try Self.decode(palette.file, size(2, 1), PixelFormat(.rgb)).samples == [1, 2, 3, 255, 254, 253])
  }

  @Test("L*a*b* comes with a* and b* around the middle")
  func lab() throws {
    // Photometric interpretation, bits, samples as stored, samples as decoded.
    let cases = [
      (8, 8, [200, 0x10, 0xF0], [200, 144, 112]), (8, 8, [255, 0, 0x80], [255, 128, 0]),
      (9, 8, [200, 0x90, 0x70], [200, 144, 112]),
      // a* of 1 and b* of -1; the largest a*, which is more than 127, and the smallest b*.
      (8, 16, [0x8000, 0x0100, 0xFF00], [0x8000, 129 * 257, 127 * 257]),
      (8, 16, [65535, 0x7FFF, 0x8000], [65535, 65535, 0]),
      (9, 16, [0xFF00, 0x8100, 0x7F00], [65535, 129 * 257, 127 * 257]),
    ]
    for (photometric, bits, stored, expected) in cases {
      for isPlanar in [false, true] {
        var tiff = TestTIFF(3, 2, photometric: photometric, channels: 3, bits: bits) { _, _, channel in
          stored[channel]
        }
        tiff.isPlanar = isPlanar
        let pixels = PixelFormat(.lab, depth: bits == 16 ? .sixteen : .eight)
        let found = try Self.decode(tiff.file, size(3, 2), pixels).samples
        #expect(found == (0..<6).flatMap { _ in expected }, "\(photometric) \(bits) \(stored)")
        #expect(throws: ImageError(.sourceChanged, "changed after it was planned")) {
          try Self.decode(tiff.file, size(3, 2), PixelFormat(.rgb, depth: pixels.depth))
        }
      }
    }
  }

  @Test("A file that isn't the one that was planned")
  func changed() throws {
    let file = Self.tiff((2, 3, 8), 20, 10).file
    for (stored, pixels) in [
      (size(20, 11), PixelFormat(.rgb)), (size(19, 10), PixelFormat(.rgb)),
      (size(20, 10), PixelFormat(.grey)),
      (size(20, 10), PixelFormat(.ycbcr)),
    ] {
      #expect(throws: ImageError(.sourceChanged, "changed after it was planned")) {
        try Self.decode(file, stored, pixels, PixelRect(x: 0, y: 0, width: 5, height: 5))
      }
    }
  }

  @Test("JPEG in strips, as YCbCr and as RGB, is what each strip's file is", arguments: [2, 6])
  func jpeg(photometric: Int) throws {
    let picture = TestPicture.smooth(width: 48, height: 40)
    var tiff = TIFFBuilder(isBigEndian: false)
    var (offsets, counts, expected): ([Int], [Int], [Int]) = ([], [], [])
    for y in [0, 16, 32] {
      let strip = picture.cropped(x: 0, y: y, width: 48, height: min(16, 40 - y))
      let file = try TestJPEG(photometric == 2 ? .rgb : .ycbcr).file(strip)
      let decoded = try TestJPEG.decode(file).picture
      expected += photometric == 2 ? decoded.samples.map(Int.init) : Self.rgb(decoded)
      offsets.append(tiff.append(file))
      counts.append(file.count)
    }
    let longs = { (tag: Int, values: [Int]) in
      TIFFBuilder.Field(tag: tag, type: 4, count: values.count, value: values.flatMap { tiff.number($0, 4) })
    }
    let depths = TIFFBuilder.Field(tag: 0x102, type: 3, count: 3, value: [8, 0, 8, 0, 8, 0])
    let directory = tiff.directory([
      tiff.short(0x100, 48), tiff.short(0x101, 40), depths, tiff.short(0x103, 7),
      tiff.short(0x106, photometric), longs(0x111, offsets), tiff.short(0x115, 3), tiff.short(0x116, 16),
      longs(0x117, counts),
    ])
    tiff.setMain(directory)
    let found = try Self.decode(tiff.bytes, size(48, 40), PixelFormat(.rgb)).samples
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 })
    let lower = try Self.decode(
      tiff.bytes, size(48, 40), PixelFormat(.rgb), PixelRect(x: 0, y: 20, width: 48, height: 20)
    ).samples
    #expect(lower == Array(found[(20 * 48 * 3)...]))
  }

  /// JFIF 1.02, "Conversion to and from RGB".
  private static func rgb(_ picture: TestPicture) -> [Int] {
    (0..<picture.width * picture.height).flatMap { place -> [Int] in
      let sample = picture.samples[place * 3..<place * 3 + 3].map(Double.init)
      let (luma, blue, red) = (sample[0], sample[1] - 128, sample[2] - 128)
      return [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue].map {
        Int(min(max($0.rounded(), 0), 255))
      }
    }
  }
}
