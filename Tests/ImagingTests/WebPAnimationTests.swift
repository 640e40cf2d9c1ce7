import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Animated WebP outputs") struct WebPAnimationTests {
  private typealias B = PictureBuilder

  /// A lossless animation of these pictures, which are shown for 10, 20, 30... milliseconds.
  private static func file(_ pictures: [TestPicture], plays: Int = 3) throws -> [UInt8] {
    var (file, options): ([UInt8], EncodeOptions) = ([], .defaults(.webp))
    options.lossless = true
    let encoder = try PictureEncoder(.webp) { bytes throws(ImageError) in file += bytes }
    let (first, pixels) = (pictures[0], PixelFormat(.rgb, hasAlpha: pictures[0].channels == 4))
    _ = try encoder.startFrames(
      size(first.width, first.height), pixels, frames: pictures.count, plays: plays, options: options,
      metadata: KeptMetadata())
    for (number, picture) in pictures.enumerated() {
      try encoder.add(try picture.planes().map { Channel($0) }, duration: 10 * (number + 1))
    }
    try encoder.finishFrames()
    return file
  }

  /// Chunks of a file or of a frame: their types and payloads.
  private static func chunks(_ bytes: ArraySlice<UInt8>) -> [(type: String, payload: ArraySlice<UInt8>)] {
    var (rest, chunks) = (bytes, [(type: String, payload: ArraySlice<UInt8>)]())
    while rest.count >= 8 {
      let length = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      chunks.append((String(decoding: rest.prefix(4), as: UTF8.self), rest.dropFirst(8).prefix(length)))
      rest = rest.dropFirst(8 + length + length % 2)
    }
    return chunks
  }

  private static func picture(_ color: (Int, Int) -> [UInt8]) -> TestPicture {
    TestPicture(width: 11, height: 7, channels: color(0, 0).count) { x, y, channel in color(x, y)[channel] }
  }

  @Test("A file has its size, times and plays, and of each frame only what changes, from an even place on")
  func changes() throws {
    let plain = Self.picture { _, _ in [1, 2, 3] }
    let spot = Self.picture { x, y in (x, y) == (5, 3) || (x, y) == (7, 4) ? [9, 9, 9] : [1, 2, 3] }
    let file = try Self.file([plain, spot, spot, plain])
    #expect(file[..<4].elementsEqual("RIFF".utf8))
    #expect(Array(file[4..<8]) == B.little(file.count - 8, 4))
    let chunks = Self.chunks(file[12...])
    #expect(chunks.map(\.type) == ["VP8X", "ANIM", "ANMF", "ANMF", "ANMF", "ANMF"])
    #expect(Array(chunks[0].payload) == [2, 0, 0, 0] + B.little(10, 3) + B.little(6, 3))
    #expect(Array(chunks[1].payload) == [0, 0, 0, 0, 3, 0])
    let fields = chunks.dropFirst(2).map { Array($0.payload.prefix(16)) }
    func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ duration: Int) -> [UInt8] {
      [x / 2, y / 2, width - 1, height - 1, duration].flatMap { B.little($0, 3) } + [2]
    }
    #expect(
      fields == [
        frame(0, 0, 11, 7, 10), frame(4, 2, 4, 3, 20), frame(0, 0, 1, 1, 30), frame(4, 2, 4, 3, 40),
      ])
    #expect(chunks.dropFirst(2).allSatisfy { Self.chunks($0.payload.dropFirst(16)).map(\.type) == ["VP8L"] })
  }

  @Test("Frames of a lossless animation come back as they were", arguments: [3, 4])
  func frames(channels: Int) throws {
    let pictures = (0..<4).map { number in
      TestPicture(width: 33, height: 70, channels: channels) { x, y, channel in
        x > 5 * number && y < 60 - number ? UInt8((x * 7 + y * 11 + number * channel * 31) & 255) : 77
      }
    }
    let file = try Self.file(pictures)
    #expect(file[20] == (channels == 4 ? 0x12 : 0x02))
    let decoding = FrameDecoding(engine: .libwebp, hasAlpha: channels == 4)
    let found = try decoding.decode(file, size(33, 70), count: 4).frames
    #expect(found.map(\.picture) == pictures)
    #expect(found.map(\.duration) == [10, 20, 30, 40])
  }

  @Test("A file says alpha only if a pixel isn't opaque, and an animation lacks no frame")
  func alpha() throws {
    let opaque = Self.picture { x, y in [UInt8(x), UInt8(y), 9, 255] }
    #expect(try Self.file([opaque, opaque])[20] == 0x02)
    let clear = Self.picture { x, y in [UInt8(x), UInt8(y), 9, x == 4 ? 254 : 255] }
    #expect(try Self.file([opaque, clear])[20] == 0x12)
    let encoder = try PictureEncoder(.webp) { _ throws(ImageError) in }
    _ = try encoder.startFrames(
      size(11, 7), PixelFormat(.rgb, hasAlpha: true), frames: 2, plays: 0, options: .defaults(.webp),
      metadata: KeptMetadata())
    try encoder.add(try opaque.planes().map { Channel($0) }, duration: 0)
    #expect(throws: ImageError(.encodeFailed, "can't be encoded: frames are missing")) {
      try encoder.finishFrames()
    }
  }
}
