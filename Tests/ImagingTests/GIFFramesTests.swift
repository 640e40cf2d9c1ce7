import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Frames of a GIF") struct GIFFramesTests {
  private static let colors: [UInt8] = [10, 20, 30, 200, 0, 0, 0, 200, 0, 0, 0, 200]
  private static let opaque = FrameDecoding(engine: .giflib)
  private static let alpha = FrameDecoding(engine: .giflib, hasAlpha: true)

  /// A frame of one index on a screen of 6x4, which has four colours.
  private static func frame(
    _ index: Int, _ box: (x: Int, y: Int, width: Int, height: Int), disposal: Int = 0, delay: Int = 0,
    transparent: Int? = nil
  ) -> TestGIF {
    var gif = TestGIF(box.width, box.height, bits: 2) { _, _ in index }
    gif.screen = (6, 4)
    gif.corner = (box.x, box.y)
    (gif.disposal, gif.delay, gif.transparent) = (disposal, delay, transparent)
    return gif
  }

  private static func first(_ index: Int, disposal: Int = 0, transparent: Int? = nil) -> TestGIF {
    var gif = frame(index, (0, 0, 6, 4), disposal: disposal, transparent: transparent)
    gif.globalColors = colors
    return gif
  }

  /// Rows of a frame: the digit of each pixel's colour, or a point where it is transparent.
  private static func rows(_ picture: TestPicture) -> [String] {
    (0..<picture.height).map { y in
      (0..<picture.width).map { x in
        if picture.channels == 4, picture[x, y, 3] == 0 { return "." }
        let color = (0..<3).map { picture[x, y, $0] }
        return (0..<4).first { Array(colors[3 * $0..<3 * $0 + 3]) == color }.map(String.init) ?? "?"
      }.joined()
    }
  }

  private static func composed(_ gif: TestGIF, _ others: TestGIF..., alpha: Bool = false) throws -> [[String]]
  {
    let decoding = alpha ? Self.alpha : opaque
    return try decoding.decode(gif.animation(others), size(6, 4), count: others.count + 1).frames.map {
      rows($0.picture)
    }
  }

  @Test("Frames lie over those before them, cut at the screen's edge")
  func over() throws {
    let found = try Self.composed(
      Self.first(1), Self.frame(2, (1, 1, 2, 2)), Self.frame(3, (4, 3, 5, 5), disposal: 1))
    #expect(
      found == [
        ["111111", "111111", "111111", "111111"], ["111111", "122111", "122111", "111111"],
        ["111111", "122111", "122111", "111133"],
      ])
  }

  @Test("A frame is cleared to the background colour, or to nothing if it has a transparent colour")
  func background() throws {
    // The background's index in a test file is 3.
    let opaque = try Self.composed(
      Self.first(1), Self.frame(2, (0, 0, 3, 2), disposal: 2), Self.frame(2, (5, 3, 1, 1)))
    #expect(opaque[2] == ["333111", "333111", "111111", "111112"])
    let clear = try Self.composed(
      Self.first(1), Self.frame(2, (0, 0, 3, 2), disposal: 2, transparent: 0), Self.frame(2, (5, 3, 1, 1)),
      alpha: true)
    #expect(clear[1] == ["222111", "222111", "111111", "111111"])
    #expect(clear[2] == ["...111", "...111", "111111", "111112"])
  }

  @Test("A frame that is taken back leaves what was there before it")
  func previous() throws {
    let found = try Self.composed(
      Self.first(1), Self.frame(2, (0, 0, 2, 4)), Self.frame(3, (1, 1, 3, 2), disposal: 3),
      Self.frame(3, (2, 0, 2, 4), disposal: 3), Self.frame(0, (5, 0, 1, 1)))
    #expect(found[2] == ["221111", "233311", "233311", "221111"])
    #expect(found[3] == ["223311", "223311", "223311", "223311"])
    #expect(found[4] == ["221110", "221111", "221111", "221111"])
  }

  @Test("The transparent colour shows what lies below, and nothing below the first frame")
  func transparency() throws {
    var second = TestGIF(6, 4, bits: 2) { x, _ in x < 3 ? 2 : 3 }
    second.transparent = 3
    let found = try Self.composed(
      Self.first(1, transparent: 1), Self.frame(0, (2, 0, 2, 4)), second, alpha: true)
    #expect(found[0] == [String](repeating: "......", count: 4))
    #expect(found[1] == [String](repeating: "..00..", count: 4))
    #expect(found[2] == [String](repeating: "2220..", count: 4))
  }

  @Test("Each time is the frame's own, and a region is the same box of each frame")
  func regions() throws {
    var gifs = [Self.first(1)]
    for number in 0..<5 {
      var frame = TestGIF(1 + number, 4 - number % 3, bits: 2) { x, y in (x * 3 + y + number) & 3 }
      frame.screen = (6, 4)
      frame.corner = (number % 2, number % 3)
      frame.isInterlaced = number % 2 == 1
      (frame.delay, frame.disposal) = (number * 700, number % 4)
      gifs.append(frame)
    }
    let file = gifs[0].animation(Array(gifs.dropFirst()))
    let frames = try Self.opaque.decodeInParts(file, size(6, 4), count: 6, seed: 3)
    #expect(frames.map(\.duration) == [0, 0, 7000, 14000, 21000, 28000])
  }

  @Test("A file that ends in a frame fails, and where that is tolerated frames stay as they were")
  func cut() throws {
    let (first, second) = (Self.first(1), Self.frame(2, (0, 0, 6, 4), delay: 9))
    let file = Array(first.animation([second]).dropLast(4))
    #expect(Self.opaque.failure(file, size(6, 4), count: 2) == .fileCut)
    let found = try Self.opaque.decode(file, size(6, 4), count: 2, onCorrupt: .none)
    #expect(Self.rows(found.frames[1].picture).last == "111111")
    #expect(found.warnings == [Finding(.damaged, "decoder warning gif_end, once")])
    #expect(Self.opaque.failure(file, size(6, 5), count: 2) == .notAsPlanned)
  }

  @Test("Turned bits never do more than fail")
  func damage() throws {
    let frames = (0..<4).map { number in
      var frame = TestGIF(5, 4, bits: 2) { x, y in (x + y * number) & 3 }
      (frame.disposal, frame.transparent, frame.isInterlaced) = (number, number, number == 2)
      return frame
    }
    try Self.alpha.survive(Self.first(1).animation(frames), size(6, 4), count: 5, seed: 1)
  }
}
