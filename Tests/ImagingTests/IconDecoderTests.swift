import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoded icons") struct IconDecoderTests {
  private static let engine = EngineDecoding(engine: .icon, hasAlpha: true)

  private static func isTransparent(_ x: Int, _ y: Int) -> Bool { (x * 5 + y * 3) % 7 < 3 }

  /// The colours, and alpha from the mask or from the fourth byte.
  private static func expected(_ bitmap: TestBMP) -> TestPicture {
    TestPicture(width: bitmap.width, height: bitmap.height, channels: 4) { x, y, channel in
      let pixel = bitmap.pixels[y * bitmap.width + x]
      if channel == 3 { return bitmap.depth == 32 ? UInt8(pixel >> 24) : isTransparent(x, y) ? 0 : 255 }
      if bitmap.depth <= 8 { return bitmap.colors[pixel][channel] }
      if bitmap.depth == 16 {
        return UInt8((Double(pixel >> (10 - 5 * channel) & 31) * 255 / 31).rounded())
      }
      return UInt8(pixel >> (16 - 8 * channel) & 255)
    }
  }

  private static func file(_ bitmap: TestBMP) -> [UInt8] {
    TestIcon([TestIcon.Entry(bitmap, isTransparent: isTransparent)]).file
  }

  @Test("Each pixel and its alpha, of each depth", arguments: [1, 4, 8, 16, 24, 32], [false, true])
  func pixels(_ depth: Int, _ isTopDown: Bool) throws {
    for (width, height) in [(1, 1), (3, 2), (32, 32), (33, 70), (130, 5)] {
      var bitmap = TestBMP.noise(width, height, depth: depth)
      bitmap.isTopDown = isTopDown
      let found = try Self.engine.decode(Self.file(bitmap), size(width, height), onCorrupt: .warning)
      #expect(found.picture == Self.expected(bitmap), "\(width)x\(height)")
      #expect(found.warnings.isEmpty)
    }
  }

  @Test("A palette may have fewer colours than its depth allows")
  func shortPalette() throws {
    var bitmap = TestBMP(5, 3, depth: 8) { x, y in (x + y) % 3 }
    bitmap.colors = (0..<3).map(TestBMP.color)
    #expect(try Self.engine.decode(Self.file(bitmap), size(5, 3)).picture == Self.expected(bitmap))
  }

  @Test("A region is the same box of the whole", arguments: [1, 8, 24, 32])
  func regions(_ depth: Int) throws {
    let bitmap = TestBMP.noise(90, 150, depth: depth)
    let (file, whole) = (Self.file(bitmap), Self.expected(bitmap))
    var random = SplitMix64(seed: 5)
    for box in PixelDecoding.boxes(in: size(90, 150), atRandom: 20, &random) {
      #expect(try Self.engine.decode(file, size(90, 150), box).picture == whole.cropped(box), "\(box)")
    }
  }

  @Test("Each page is the picture of its entry")
  func pages() throws {
    let icon = TestIcon.mixed()
    for (page, stored) in [size(9, 7), size(19, 11), size(13, 8)].enumerated() {
      let alone = TestIcon([icon.entries[page]])
      let found = try Self.engine.decode(icon.file, stored, page: page)
      #expect(try found.picture == Self.engine.decode(alone.file, stored).picture)
    }
  }

  @Test("A PNG in an icon has the samples that it has alone", arguments: [false, true])
  func pngs(_ isInterlaced: Bool) throws {
    let png = TestPNG(23, 15, type: 6, depth: 8, isInterlaced: isInterlaced) {
      ($0 * 7 + $1 * 31 + $2 * 60) & 255
    }
    let alone = try EngineDecoding(engine: .libpng, hasAlpha: true).decode(png.file, size(23, 15)).picture
    let icon = TestIcon([TestIcon.Entry(TestBMP.noise(16, 16, depth: 8)), TestIcon.Entry(png)])
    let found = try Self.engine.decode(icon.file, size(23, 15), onCorrupt: .warning, page: 1)
    #expect(found.picture == alone)
    #expect(found.warnings.isEmpty)
  }

  @Test("The lengths in the list don't count, and entries may overlap")
  func wrongList() throws {
    let bitmap = TestBMP.noise(17, 9, depth: 8)
    var entry = TestIcon.Entry(bitmap, isTransparent: Self.isTransparent)
    entry.length = 8
    var second = entry
    (second.data, second.place) = ([], 6 + 2 * 16)
    let file = TestIcon([entry, second]).file
    for page in 0..<2 {
      #expect(try Self.engine.decode(file, size(17, 9), page: page).picture == Self.expected(bitmap))
    }
  }

  @Test("A file that ends within the mask is cut, and shows what it lacks")
  func cut() throws {
    let bitmap = TestBMP.noise(40, 30, depth: 24)
    let (file, whole) = (Self.file(bitmap), Self.expected(bitmap))
    // A row of the mask has 5 bytes of bits and 3 others, and the file ends with the top row.
    #expect(Self.engine.failure(Array(file.dropLast(3)), size(40, 30), onCorrupt: .warning) == nil)
    let cut = Array(file.dropLast(11))
    let lower = PixelRect<Decoded>(x: 0, y: 9, width: 40, height: 9)
    for box in [nil, lower] { #expect(Self.engine.failure(cut, size(40, 30), box) == .fileCut) }
    let (found, warnings) = try Self.engine.decode(cut, size(40, 30), onCorrupt: .none)
    #expect(warnings == [Finding(.damaged, "decoder warning bmp_end, once")])
    #expect(found.cropped(lower) == whole.cropped(lower))
    #expect((0..<40).allSatisfy { found[$0, 0, 3] == 255 })
  }

  @Test("A file that isn't the one that was planned, a deadline that has passed, and runs")
  func refusals() throws {
    let file = Self.file(TestBMP.noise(20, 10, depth: 24))
    for stored in [size(20, 20), size(19, 10)] {
      let box = PixelRect<Decoded>(x: 0, y: 0, width: 5, height: 5)
      #expect(Self.engine.failure(file, stored, box) == .notAsPlanned)
    }
    #expect(Self.engine.failure(file, size(20, 10), deadline: 1) == .timeout)
    var runs = TestBMP(6, 3, depth: 8) { _, _ in 0 }
    (runs.compression, runs.runs, runs.colors) = (1, [6, 5, 0, 1], [[0, 0, 0]])
    #expect(
      Self.engine.failure(Self.file(runs), size(6, 3))
        == Finding(.decodeFailed, "can't be decoded: BMP of this compression and depth is not supported"))
  }

  @Test("Bytes that are turned anywhere never do more than fail")
  func flipped() throws {
    for depth in [1, 8, 16, 32] {
      try Self.engine.survive(Self.file(TestBMP.noise(20, 30, depth: depth)), size(20, 30), seed: 8)
    }
    let png = TestPNG(20, 30, type: 6, depth: 8) { ($0 * 7 + $1 * 31 + $2 * 60) & 255 }
    try Self.engine.survive(TestIcon([TestIcon.Entry(png)]).file, size(20, 30), seed: 9)
  }
}
