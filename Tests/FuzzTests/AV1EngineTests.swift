import Foundation
import FuzzTargets
import ImageModel
import Imaging
import TestSupport
import Testing

/// dav1d against libaom. Without dav1d, libaom is compared with itself.
@Suite struct AV1EngineTests {
  private static func difference(
    _ file: [UInt8], _ onCorrupt: CorruptionPolicy = .warning, _ verify: VerifyExtent = .crop
  ) throws -> String? {
    let header = try PictureHeader.read(from: ByteSource(file))
    let request = DecodeRequest(
      storedSize: header.storedSize, pixels: header.decodedPixels, scale: .full,
      region: PixelRect(header.storedSize), deadline: .max, onCorrupt: onCorrupt, verify: verify)
    return try EngineComparison.libaom.difference(file, request)
  }

  /// A file by our encoder: a drawing with noise.
  private static func file(
    _ size: PixelSize, channels: Int, depth: Int, chroma: ChromaSubsampling, quality: Int, speed: Int,
    _ random: inout SplitMix64
  ) throws -> [UInt8] {
    var options = EncodeOptions.defaults(.avif)
    (options.depth, options.chroma, options.quality, options.speed) = (depth, chroma, quality, speed)
    let most = depth == 8 ? 255 : 65535
    var numbers = SplitMix64(seed: random.next())
    let planes = try (0..<channels).map { channel -> Channel in
      let sample = { (x: Int, y: Int) in
        let drawn = (x * x / 7 + y * (3 + channel)) * most / 400 % (most + 1)
        return x % 32 < 16 ? drawn : Int.random(in: 0...most, using: &numbers)
      }
      guard depth > 8 else {
        let plane = try Plane<UInt8>(width: size.width, height: size.height)
        for y in 0..<size.height { for x in 0..<size.width { plane.row(y)[x] = UInt8(sample(x, y)) } }
        return Channel(plane)
      }
      let plane = try Plane<UInt16>(width: size.width, height: size.height)
      for y in 0..<size.height { for x in 0..<size.width { plane.row(y)[x] = UInt16(sample(x, y)) } }
      return Channel.sixteen(ContentPlane(plane, content: PixelRect(size)))
    }
    var file: [UInt8] = []
    let encoder = try PictureEncoder(.avif) { bytes throws(ImageError) in file += bytes }
    let pixels = PixelFormat(
      channels < 3 ? .grey : .rgb, depth: depth == 8 ? .eight : .sixteen, hasAlpha: channels % 2 == 0)
    _ = try encoder.encode(planes, pixels, options: options, metadata: KeptMetadata())
    return file
  }

  @Test("Pictures of every depth and chroma decode to the samples of libaom", arguments: [8, 10, 12], 1...4)
  func generated(depth: Int, channels: Int) throws {
    var random = SplitMix64(seed: UInt64(10 * depth + channels))
    for chroma in ChromaSubsampling.allCases {
      let size = PixelSize(
        width: .random(in: 1...90, using: &random), height: .random(in: 1...90, using: &random))
      let speed = Int.random(in: 5...9, using: &random)
      let file = try Self.file(
        size, channels: channels, depth: depth, chroma: chroma,
        quality: .random(in: 1...100, using: &random), speed: speed, &random)
      #expect(try Self.difference(file) == nil, "\(chroma), \(size), speed \(speed)")
    }
  }

  /// dav1d doesn't find every wrong bit.
  @Test("A cut picture is damaged as by libaom, and with verify: full every picture is", arguments: 0..<5)
  func damaged(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let file = try Self.file(
      PixelSize(width: 60, height: 50), channels: 3, depth: 8, chroma: .quarter, quality: 70, speed: 8,
      &random)
    for _ in 0..<12 {
      var damaged = file
      let place = Int.random(in: file.count / 2..<file.count, using: &random)
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      #expect(try Self.difference(damaged, .none, .full) == nil, "byte \(place)")
      #expect(try Self.difference(Array(file[..<place]), .none) == nil, "cut at \(place)")
    }
  }

  @Test(
    "The corpus decodes to the samples of libaom",
    .enabled(if: PackageRoot.corpus != nil, "the corpus is absent: set UPRIGHT_CORPUS"))
  func corpus() throws {
    let corpus = try #require(PackageRoot.corpus)
    let files = try FileManager.default.subpathsOfDirectory(atPath: corpus).filter { $0.hasSuffix(".avif") }
    for name in files {
      let file = [UInt8](try Data(contentsOf: URL(filePath: "\(corpus)/\(name)")))
      guard (try? PictureHeader.read(from: ByteSource(file))) != nil else { continue }
      #expect(try Self.difference(file) == nil, "\(name)")
    }
  }
}
