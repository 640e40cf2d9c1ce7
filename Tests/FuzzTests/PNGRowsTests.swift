import FuzzTargets
import ImageModel
import Imaging
import TestSupport
import Testing

/// Our reader of a PNG's rows against libpng alone.
@Suite struct PNGRowsTests {
  private static func request(
    _ png: TestPNG, _ onCorrupt: CorruptionPolicy, _ verify: VerifyExtent = .full,
    _ region: PixelRect<Decoded>? = nil,
    depth: SampleDepth = .eight
  ) -> DecodeRequest {
    let stored = PixelSize(width: png.width, height: png.height)
    let pixels = PixelFormat([0, 4].contains(png.type) ? .grey : .rgb, depth: depth, hasAlpha: png.hasAlpha)
    return DecodeRequest(
      storedSize: stored, pixels: pixels, scale: .full, region: region ?? PixelRect(stored), deadline: .max,
      onCorrupt: onCorrupt, verify: verify)
  }

  @Test("5,000 pictures of all kinds decode as by libpng", arguments: 0..<10)
  func pictures(round: Int) throws {
    var random = SplitMix64(seed: UInt64(round))
    for number in 0..<500 {
      let png = TestPNG.random(&random)
      let left = Int.random(in: 0..<png.width, using: &random),
        top = Int.random(in: 0..<png.height, using: &random)
      let box = PixelRect<Decoded>(
        x: left, y: top, width: .random(in: 1...png.width - left, using: &random),
        height: .random(in: 1...png.height - top, using: &random))
      let request = Self.request(
        png, CorruptionPolicy.allCases.randomElement(using: &random) ?? .error,
        VerifyExtent.allCases.randomElement(using: &random) ?? .crop, number % 2 == 0 ? box : nil,
        depth: Bool.random(using: &random) ? .eight : .sixteen)
      #expect(try EngineComparison.libpng.difference(png.file, request) == nil, "number \(number)")
    }
  }

  @Test("A picture of many read-aheads decodes as by libpng", arguments: [1, 3, 4, 6, 8])
  func large(bytes: Int) throws {
    let (type, depth) = [1: (0, 8), 3: (2, 8), 4: (6, 8), 6: (2, 16), 8: (6, 16)][bytes] ?? (2, 8)
    var random = SplitMix64(seed: UInt64(bytes))
    var png = TestPNG(1000 / bytes, 700, type: type, depth: depth) { x, y, channel in
      ((x * y) >> 6 + 40 * channel) & (1 << depth - 1)
    }
    (png.filter, png.compress) = ({ $0 % 13 < 5 ? $0 % 13 : 4 }, TestDeflate.random(&random).compress)
    for chunkBytes in [.max, 8192, 77] {
      png.chunkBytes = chunkBytes
      #expect(try EngineComparison.libpng.difference(png.file, Self.request(png, .warning)) == nil)
    }
  }

  @Test("A file that is cut at any byte decodes as by libpng", arguments: 0..<20)
  func cut(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(1000 + seed))
    let png = TestPNG.random(&random, sides: 6...24)
    let file = png.file
    for count in 33..<file.count {
      let request = Self.request(
        png, CorruptionPolicy.allCases.randomElement(using: &random) ?? .error,
        VerifyExtent.allCases.randomElement(using: &random) ?? .crop)
      #expect(
        try EngineComparison.libpng.difference(Array(file[..<count]), request) == nil,
        "\(count) of \(file.count)")
    }
  }

  @Test("A stream that inflates without end stops with the picture's last row")
  func bomb() throws {
    var png = TestPNG(16, 16, type: 2, depth: 8) { _, _, _ in 0 }
    var random = SplitMix64(seed: 1)
    let deflate = TestDeflate.random(&random)
    png.compress = { data in deflate.compress(data + [UInt8](repeating: 0, count: 1 << 24)) }
    #expect(try EngineComparison.libpng.difference(png.file, Self.request(png, .none)) == nil)
    #expect(try EngineComparison.libpng.difference(png.file, Self.request(png, .warning)) == nil)
  }
}
