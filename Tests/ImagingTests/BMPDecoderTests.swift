import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoded BMP") struct BMPDecoderTests {
  private static let plain = EngineDecoding(engine: .bmp)
  private static let alpha = EngineDecoding(engine: .bmp, hasAlpha: true)

  /// The bits of a mask over all values of 8 bits.
  private static func part(_ pixel: Int, _ mask: Int) -> UInt8 {
    let shift = mask.trailingZeroBitCount
    let (value, most) = (Double((pixel & mask) >> shift), Double(mask >> shift))
    return UInt8((value * 255 / most).rounded())
  }

  private static func expected(_ bmp: TestBMP) -> TestPicture {
    let fixed = bmp.depth == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF0000, 0xFF00, 0xFF]
    let masks = bmp.masks.isEmpty ? fixed : bmp.masks
    return TestPicture(width: bmp.width, height: bmp.height, channels: masks.count) { x, y, channel in
      let pixel = bmp.pixels[y * bmp.width + x]
      return bmp.depth <= 8 ? bmp.colors[pixel][channel] : part(pixel, masks[channel])
    }
  }

  @Test(
    "Each pixel of each depth, from the bottom or the top", arguments: [1, 2, 4, 8, 16, 24, 32],
    [(12, false), (40, false), (40, true), (64, false), (124, true)])
  func pixels(_ depth: Int, _ kind: (length: Int, isTopDown: Bool)) throws {
    for (width, height) in [(1, 1), (3, 2), (33, 70), (130, 5)] {
      var bmp = TestBMP.noise(width, height, depth: depth)
      (bmp.length, bmp.isTopDown) = kind
      let found = try Self.plain.decode(bmp.file, size(width, height), onCorrupt: .warning)
      #expect(found.picture == Self.expected(bmp), "\(width)x\(height)")
      #expect(found.warnings.isEmpty)
    }
  }

  @Test(
    "Masks say where channels lie",
    arguments: [
      (16, 40, 3, [0xF800, 0x7E0, 0x1F]), (16, 108, 3, [0xF00, 0xF0, 0xF, 0xF000]),
      (16, 40, 6, [0x7C00, 0x3E0, 0x1F, 0x8000]), (32, 40, 3, [0x3FF0_0000, 0xFFC00, 0x3FF]),
      (32, 124, 3, [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]),
      (32, 56, 3, [0xFF00_0000, 0xFF00, 0xFF, 0xF0000]),
    ])
  func masks(_ kind: (depth: Int, length: Int, compression: Int, masks: [Int])) throws {
    var bmp = TestBMP.noise(31, 9, depth: kind.depth)
    (bmp.length, bmp.compression, bmp.masks) = (kind.length, kind.compression, kind.masks)
    let engine = kind.masks.count == 4 ? Self.alpha : Self.plain
    #expect(try engine.decode(bmp.file, size(31, 9)).picture == Self.expected(bmp))
  }

  @Test("A region is the same box of the whole", arguments: [1, 8, 24])
  func regions(_ depth: Int) throws {
    let bmp = TestBMP.noise(90, 150, depth: depth)
    let (file, whole) = (bmp.file, Self.expected(bmp))
    var random = SplitMix64(seed: 5)
    for box in PixelDecoding.boxes(in: size(90, 150), atRandom: 20, &random) {
      #expect(try Self.plain.decode(file, size(90, 150), box).picture == whole.cropped(box), "\(box)")
    }
  }

  private static func runs(_ compression: Int, _ bytes: [UInt8]) -> TestBMP {
    var bmp = TestBMP(6, 3, depth: compression == 1 ? 8 : 4) { _, _ in 0 }
    (bmp.compression, bmp.runs, bmp.colors) = (compression, bytes, (0..<16).map(TestBMP.color))
    return bmp
  }

  private static func indices(_ file: [UInt8], _ onCorrupt: CorruptionPolicy = .error) throws -> [[Int?]] {
    let (picture, _) = try plain.decode(file, size(6, 3), onCorrupt: onCorrupt)
    return (0..<3).map { y in
      (0..<6).map { x in (0..<16).first { TestBMP.color($0) == (0..<3).map { picture[x, y, $0] } } }
    }
  }

  @Test("Runs, pixels as they stand, and moves over pixels of the first colour")
  func runLengths() throws {
    let eight: [UInt8] = [
      4, 5, 0, 2, 1, 0, 1, 9, 0, 0, 0, 3, 1, 2, 3, 0xEE, 3, 4, 0, 0, 0, 2, 2, 0, 2, 7, 0, 1,
    ]
    #expect(
      try Self.indices(Self.runs(1, eight).file, .warning)
        == [[0, 0, 7, 7, 0, 0], [1, 2, 3, 4, 4, 4], [5, 5, 5, 5, 0, 9]])
    let four: [UInt8] = [5, 0x12, 0, 0, 0, 5, 0x34, 0x56, 0x70, 0xEE, 0, 0, 2, 0xAB, 0, 1]
    #expect(
      try Self.indices(Self.runs(2, four).file, .warning)
        == [[10, 11, 0, 0, 0, 0], [3, 4, 5, 6, 7, 0], [1, 2, 1, 2, 1, 0]])
  }

  @Test("Runs beyond a row are a warning, and runs that end with the file are truncated")
  func brokenRuns() throws {
    let long = Self.runs(1, [9, 5, 0, 0, 6, 1, 0, 0, 6, 2, 0, 1]).file
    #expect(
      Self.plain.failure(long, size(6, 3), onCorrupt: .warning)
        == Finding(.corrupt, "damaged image data: a run of pixels goes beyond the picture"))
    #expect(
      try Self.indices(long) == [[2, 2, 2, 2, 2, 2], [1, 1, 1, 1, 1, 1], [5, 5, 5, 5, 5, 5]])
    let cut = Self.runs(1, [6, 5, 0, 0, 2, 1]).file
    #expect(Self.plain.failure(cut, size(6, 3)) == .fileCut)
    #expect(
      try Self.indices(cut, .none) == [[0, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [5, 5, 5, 5, 5, 5]])
    let unended = Self.runs(1, [6, 5, 0, 0, 6, 1, 0, 0, 6, 2]).file
    #expect(Self.plain.failure(unended, size(6, 3), onCorrupt: .warning) == nil)
  }

  @Test(
    "Runs that end within the picture, and leave it beyond a row or its end, are a cut picture",
    arguments: [
      // Three rows without a line's end between them; a move behind the last row.
      ([6, 5, 6, 1, 6, 2, 0, 1], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [5, 5, 5, 5, 5, 5]]),
      ([6, 5, 0, 2, 0, 9], [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [5, 5, 5, 5, 5, 5]]),
    ] as [([UInt8], [[Int]])])
  func lostRows(runs: [UInt8], left: [[Int]]) throws {
    let file = Self.runs(1, runs).file
    #expect(Self.plain.failure(file, size(6, 3), onCorrupt: .error) == .fileCut)
    #expect(Self.plain.failure(file, size(6, 3), onCorrupt: .truncated) == .fileCut)
    #expect(try Self.indices(file, .none) == left)
  }

  @Test("A cut file lacks its top rows, and fails whatever is shown of it")
  func cut() throws {
    let bmp = TestBMP.noise(40, 100, depth: 24)
    let (file, whole) = (bmp.file, Self.expected(bmp))
    let cut = Array(file.dropLast(10 * bmp.stride - 30))
    for box in [
      PixelRect<Decoded>(x: 0, y: 0, width: 40, height: 100), PixelRect(x: 3, y: 50, width: 9, height: 9),
    ] {
      #expect(Self.plain.failure(cut, size(40, 100), box, onCorrupt: .truncated) == .fileCut)
      let (found, warnings) = try Self.plain.decode(cut, size(40, 100), box, onCorrupt: .none)
      #expect(warnings == [Finding(.damaged, "decoder warning bmp_end, once")])
      for y in max(10, box.y)..<box.bottom {
        for x in box.x..<box.right { #expect(found[x - box.x, y - box.y, 1] == whole[x, y, 1]) }
      }
      if box.y == 0 {
        #expect(found.samples[(9 * 120 + 30)...].prefix(90).allSatisfy { $0 == 0 })
        #expect(found.samples.prefix(9 * 120).allSatisfy { $0 == 0 })
      }
    }
    var odd = TestBMP.noise(3, 3, depth: 24)
    odd.isTopDown = true
    // Only bytes that fill up the last row are missing.
    #expect(Self.plain.failure(Array(odd.file.dropLast(3)), size(3, 3), onCorrupt: .warning) == nil)
    #expect(Self.plain.failure(Array(odd.file.dropLast(4)), size(3, 3)) == .fileCut)
  }

  @Test("Kinds that aren't taken, a file that isn't the one that was planned, a deadline that has passed")
  func refusals() throws {
    let box = PixelRect<Decoded>(x: 0, y: 0, width: 5, height: 5)
    let file = TestBMP.noise(20, 10, depth: 24).file
    for stored in [size(20, 11), size(19, 10)] {
      #expect(Self.plain.failure(file, stored, box) == .notAsPlanned)
    }
    #expect(Self.plain.failure(file, size(20, 10), deadline: 1) == .timeout)
    var huffman = TestBMP.noise(20, 10, depth: 1)
    (huffman.length, huffman.compression) = (64, 3)
    #expect(
      Self.plain.failure(huffman.file, size(20, 10))
        == Finding(.decodeFailed, "can't be decoded: BMP of this compression and depth is not supported"))
  }

  @Test("Bytes that are turned anywhere never do more than fail")
  func flipped() throws {
    for depth in [1, 8, 16, 32] {
      try Self.plain.survive(TestBMP.noise(20, 30, depth: depth).file, size(20, 30), seed: 8)
    }
    var runs = TestBMP.noise(20, 30, depth: 8)
    (runs.compression, runs.runs) = (1, (0..<300).map { UInt8($0 * 37 & 31) } + [0, 1])
    try Self.plain.survive(runs.file, size(20, 30), seed: 9)
  }
}
