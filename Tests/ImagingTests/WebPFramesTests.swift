import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Frames of a WebP") struct WebPFramesTests {
  private static let opaque = FrameDecoding(engine: .libwebp)
  private static let alpha = FrameDecoding(engine: .libwebp, hasAlpha: true)

  private static func plain(_ width: Int, _ height: Int, _ color: [UInt8]) -> TestWebP {
    TestWebP(
      TestPicture(width: width, height: height, channels: color.count) { _, _, channel in color[channel] })
  }

  private static func pixel(_ frame: FrameDecoding.Frame, _ x: Int, _ y: Int) -> [UInt8] {
    (0..<frame.picture.channels).map { frame.picture[x, y, $0] }
  }

  @Test("A frame is blended with the canvas or replaces it, and is cleared afterwards if it says so")
  func composed() throws {
    let red: [UInt8] = [200, 0, 0, 255]
    let half: [UInt8] = [0, 100, 40, 102]
    let file = TestWebP.animation(
      on: (8, 4), hasAlpha: true, plays: 2,
      [
        Self.plain(4, 4, red).frame(at: (0, 0), 40),
        Self.plain(4, 2, half).frame(at: (2, 0), 0, disposes: true),
        Self.plain(2, 2, half).frame(at: (0, 2), 1 << 23, blends: false),
      ])
    let frames = try Self.alpha.decode(file, size(8, 4), count: 3).frames
    #expect(frames.map(\.duration) == [40, 0, 1 << 23])
    #expect(Self.pixel(frames[0], 3, 3) == red && Self.pixel(frames[0], 4, 0) == [0, 0, 0, 0])
    // 0.4 of the frame and 0.6 of opaque red; over nothing the frame stays as it is.
    #expect(Self.pixel(frames[1], 2, 1) == [120, 40, 16, 255])
    #expect(Self.pixel(frames[1], 5, 1) == half && Self.pixel(frames[1], 5, 2) == [0, 0, 0, 0])
    #expect(Self.pixel(frames[2], 2, 1) == [0, 0, 0, 0] && Self.pixel(frames[2], 1, 1) == red)
    #expect(Self.pixel(frames[2], 1, 3) == half && Self.pixel(frames[2], 2, 3) == red)
  }

  @Test("Without alpha the canvas is black, and a region is the same box of each frame")
  func regions() throws {
    let noise = TestWebP(TestPicture.noisy(width: 6, height: 5))
    let file = TestWebP.animation(
      on: (9, 7), hasAlpha: false, plays: 0,
      [noise.frame(at: (2, 2), 1), noise.frame(at: (0, 0), 2, disposes: true), noise.frame(at: (2, 0), 3)])
    let frames = try Self.opaque.decodeInParts(file, size(9, 7), count: 3, seed: 4)
    #expect(Self.pixel(frames[0], 8, 6) == [0, 0, 0])
  }

  @Test("A file that ends in a frame fails, and where that is tolerated frames stay as they were")
  func cut() throws {
    let frame = Self.plain(8, 4, [9, 99, 199])
    let frames = [frame.frame(at: (0, 0), 5), Self.plain(8, 4, [1, 2, 3]).frame(at: (0, 0), 6)]
    let file = Array(TestWebP.animation(on: (8, 4), hasAlpha: false, plays: 0, frames).dropLast(30))
    #expect(Self.opaque.failure(file, size(8, 4), count: 2) == .fileCut)
    let found = try Self.opaque.decode(file, size(8, 4), count: 3, onCorrupt: .none)
    #expect(Self.pixel(found.frames[2], 7, 3) == [9, 99, 199])
    #expect(found.warnings == [Finding(.damaged, "decoder warning webp_end, once")])
    #expect(Self.opaque.failure(file, size(8, 5), count: 2) == .notAsPlanned)
  }

  @Test("Turned bits never do more than fail")
  func damage() throws {
    let noise = TestWebP(TestPicture.noisy(width: 4, height: 3, channels: 4))
    let frames = [
      noise.frame(at: (0, 0), 1), noise.frame(at: (2, 0), 2, disposes: true), noise.frame(at: (0, 2), 3),
    ]
    let file = TestWebP.animation(on: (6, 5), hasAlpha: true, plays: 0, frames)
    try Self.alpha.survive(file, size(6, 5), count: 3, seed: 1)
  }
}
