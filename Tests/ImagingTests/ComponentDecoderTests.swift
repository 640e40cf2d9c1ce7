import Glibc
import ImageModel
import ReducedJPEG
import System
import TestSupport
import Testing

@testable import Imaging

/// Decodes of components, as the runner has them.
@Suite struct ComponentDecoderTests {
  /// A noisy JPEG of 4:4:4, whose components libjpeg upsamples none of.
  private static func file(
    _ size: PixelSize, chroma: ChromaSubsampling = .none, progressive: Bool = false
  ) throws -> [UInt8] {
    var random = SplitMix64(seed: 5)
    let planes = try (0..<3).map { _ in
      let plane = try Plane<UInt8>(width: size.width, height: size.height)
      for y in 0..<size.height {
        for x in 0..<size.width { plane.row(y)[x] = .random(in: 0...255, using: &random) }
      }
      return Channel(plane)
    }
    var bytes: [UInt8] = []
    let encoder = try PictureEncoder(.jpeg) { chunk throws(ImageError) in bytes += chunk }
    try encoder.encode(
      planes, PixelFormat(.ycbcr),
      options: EncodeOptions.jpeg(quality: 90, chroma: chroma, progressive: progressive),
      metadata: KeptMetadata())
    return bytes
  }

  private static let stored = PixelSize(width: 203, height: 141)

  private static func request(
    _ region: PixelRect<Stored>, _ scale: DCTScale = .full, verify: VerifyExtent = .crop,
    deadline: Int64 = PixelDecoding.never
  ) throws -> ComponentRequest {
    ComponentRequest(
      try #require(ComponentPlans(Array(repeating: ComponentPlan(.alone, scale), count: 3))), of: region,
      storedSize: stored, verify: verify, deadline: deadline)
  }

  /// Whether the data is in order, and the samples of `box`, which holds the region, channels interleaved.
  private static func decode(
    _ file: [UInt8], _ request: ComponentRequest, _ box: PixelRect<Decoded>
  ) throws -> (isConsistent: Bool, samples: [UInt8]) {
    let open = try OpenBytes(file)
    let decoder = try ComponentDecoder(descriptor: open.descriptor, digest: nil, in: Workspace())
    var samples = [UInt8](repeating: 0, count: box.size.area * 3)
    let isConsistent = try decoder.decode(request) { rows throws(ImageError) in
      for row in 0..<rows.count {
        let y = rows.firstRow + row
        for x in box.x..<box.right {
          samples[((y - box.y) * box.width + x - box.x) * 3 + rows.component] =
            rows.samples[row * rows.rowBytes + x - rows.firstColumn]
        }
      }
    }
    return (isConsistent, samples)
  }

  /// libjpeg's 3/8, 5/8 and full size are the same transforms.
  @Test(arguments: [3, 5, 8], [false, true])
  func samplesAreLibjpegs(_ eighths: Int, _ progressive: Bool) throws {
    let file = try Self.file(Self.stored, progressive: progressive)
    let scale = try #require(DCTScale.all.first { $0.eighths == eighths })
    for region in [
      PixelRect<Stored>(Self.stored), PixelRect(x: 50, y: 37, width: 90, height: 71),
      PixelRect(x: 202, y: 140, width: 1, height: 1),
    ] {
      let box = DecodeGrid(scale).samples(region)
      let ours = try Self.decode(file, Self.request(region, scale), box)
      let libjpegs = try PixelDecoding.region(file, .ycbcr, stored: Self.stored, scale: scale, box)
      #expect(ours.isConsistent)
      #expect(ours.samples == libjpegs.samples)
    }
  }

  /// The digest is that of all of the file, whatever was decoded of it, and of no more than the limit and what was read
  /// with it.
  @Test func theFileIsHashed() throws {
    let file = try Self.file(Self.stored) + (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 256) }
    let open = try OpenBytes(file)
    var digests: [String?] = []
    for limit in [0, 500_000, file.count] {
      let digest: SHA256? = SHA256()
      let decoder = try ComponentDecoder(descriptor: open.descriptor, digest: digest, in: Workspace())
      #expect(try decoder.decode(Self.request(PixelRect(x: 0, y: 0, width: 8, height: 8))) { _ in })
      try decoder.drain(limit: limit)
      #expect(decoder.readTime == 0)
      digests.append(digest?.finish())
    }
    // Pieces of 64 KiB are read.
    let decoded = 0..<4
    #expect(decoded.contains { digests[0] == SHA256.digest(of: Array(file[..<($0 << 16)])) })
    #expect(digests[1] == SHA256.digest(of: Array(file[..<(8 << 16)])))
    #expect(digests[2] == SHA256.digest(of: file))
  }

  @Test func damageIsLeftToLibjpeg() throws {
    let file = try Self.file(Self.stored)
    let top = PixelRect<Stored>(x: 0, y: 0, width: 203, height: 8)
    let box = DecodeGrid(.full).samples(top)
    let cut = Array(file.dropLast(file.count / 2))
    #expect(try !Self.decode(cut, Self.request(top), box).isConsistent)
    // A marker before the end, which a decode of the top alone passes over.
    let ended = Array(file[..<(file.count - 900)]) + [0, 0xFF, 0xD9]
    #expect(try Self.decode(ended, Self.request(top), box).isConsistent)
    #expect(try !Self.decode(ended, Self.request(top, verify: .full), box).isConsistent)
    // A header of another size than was planned.
    let wide = ComponentRequest(
      try #require(ComponentPlans(Array(repeating: ComponentPlan(.alone, .full), count: 3))), of: top,
      storedSize: PixelSize(width: 204, height: 141), verify: .crop, deadline: PixelDecoding.never)
    #expect(try !Self.decode(file, wide, box).isConsistent)
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  @Test func whatHasNothingToDoWithTheDataIsThrown() throws {
    let file = try Self.file(Self.stored)
    let all = PixelRect<Stored>(Self.stored)
    let box = DecodeGrid(.full).samples(all)
    #expect(throws: ImageError(.timeout)) { try Self.decode(file, Self.request(all, deadline: 0), box) }
    // Of a file that is read at once, while its rows are handed on.
    let small = try OpenBytes(file)
    let late = try ComponentDecoder(descriptor: small.descriptor, digest: nil, in: Workspace())
    let soon = try Self.request(all, deadline: Self.now() + 50_000_000)
    #expect(throws: ImageError(.timeout)) { try late.decode(soon) { _ in usleep(60_000) } }
    let decoder = try ComponentDecoder(descriptor: -1, digest: nil, in: Workspace())
    #expect(throws: ImageError(.ioError(EBADF))) { try decoder.decode(Self.request(all)) { _ in } }
    #expect(throws: ImageError(.ioError(EBADF))) { try decoder.drain(limit: 10) }
    let stop = ImageError(Finding.Code("enough"), "enough")
    let other = try OpenBytes(file)
    let stopped = try ComponentDecoder(descriptor: other.descriptor, digest: nil, in: Workspace())
    #expect(throws: stop) { try stopped.decode(Self.request(all)) { _ throws(ImageError) in throw stop } }
  }

  @Test func readingIsTimed() throws {
    let open = try OpenBytes(try Self.file(Self.stored))
    let decoder = try ComponentDecoder(descriptor: open.descriptor, digest: nil, in: Workspace())
    decoder.timeReads()
    try decoder.drain(limit: 1 << 20)
    #expect(decoder.readTime > 0)
  }
}
