import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct GIFHeaderTests {
  private typealias B = PictureBuilder

  @Test func oneFrame() throws {
    #expect(
      try pictureHeader(B.gif(20, 10, [B.gifFrame(20, 10)])).get()
        == PictureHeader(
          format: .gif, storedSize: PixelSize(width: 20, height: 10), colors: .palette, bits: 2))
  }

  @Test("Of several frames the first says all but their number")
  func severalFrames() throws {
    let file = B.gif(
      20, 10,
      [
        [0x21, 0xFE, 2, 0x2C, 0x3B, 0], B.gifControl(transparent: true),
        B.gifFrame(5, 5, at: (1, 1), table: 5, interlaced: true), [0], B.gifControl(transparent: false),
        B.gifFrame(9, 99, at: (0, 0), table: 1), B.gifFrame(1, 1),
      ])
    #expect(
      try pictureHeader(file).get()
        == PictureHeader(
          format: .gif, storedSize: PixelSize(width: 20, height: 10), colors: .palette, bits: 5,
          hasAlpha: true, isInterlaced: true, images: 3, isAnimated: true,
          frames: SourceFrames(count: 3, duration: 200, plays: 1, hasAlpha: true, wholeBytes: 800)))
  }

  @Test("Frames say how long they are shown, how often, and what they need")
  func frames() throws {
    let frame = B.gifFrame(20, 10)
    func frames(_ blocks: [UInt8]...) throws -> SourceFrames? {
      try pictureHeader(B.gif(20, 10, blocks)).get().frames
    }
    func control(_ flags: UInt8, _ delay: Int) -> [UInt8] {
      [0x21, 0xF9, 4, flags] + B.little(delay, 2) + [0, 0]
    }
    func netscape(_ repetitions: Int) -> [UInt8] {
      [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + B.little(repetitions, 2) + [0]
    }
    #expect(try frames(netscape(0), control(0, 4), frame) == nil)
    let plain = SourceFrames(count: 2, duration: 3040, plays: 1, hasAlpha: false, wholeBytes: 800)
    #expect(try frames(control(4, 4), frame, control(8, 300), frame) == plain)
    for (repetitions, plays) in [(0, 0), (1, 2), (7, 8), (65535, 65535)] {
      #expect(try frames(netscape(repetitions), frame, frame)?.plays == plays)
    }
    // A disposal that brings back what was there needs a second canvas.
    #expect(try frames(frame, control(3 << 2, 0), frame)?.wholeBytes == 1600)
    // A transparent pixel of a frame shows the frame below it. A frame that is cleared leaves nothing below.
    #expect(try frames(frame, control(1, 0), frame)?.hasAlpha == false)
    #expect(try frames(frame, control(2 << 2 | 1, 0), frame)?.hasAlpha == true)
    #expect(try frames(control(1, 0), frame, frame)?.hasAlpha == true)
  }

  @Test("Frames that the reader doesn't reach make the count uncertain, those that the file lacks don't")
  func uncounted() throws {
    let frame = B.gifFrame(1, 1)
    let whole = B.gif(1, 1, [frame, frame])
    #expect(try pictureHeader(Array(whole.dropLast(3))).get().frames?.isCounted == true)
    let many = B.gif(1, 1, [[UInt8]](repeating: frame, count: 17_000))
    #expect(try pictureHeader(many).get().frames?.isCounted == false)
    let long = B.gif(
      1, 1, [frame, frame, [0x21, 0xFE] + [UInt8](repeating: 255, count: 17 << 20) + [0], frame])
    #expect(try pictureHeader(long).get().frames?.isCounted == false)
    var wanted = ByteSource(long)
    wanted.bytesForFrames = 20 << 20
    let frames = try PictureHeader.read(from: wanted).frames
    #expect(frames?.isCounted == true && frames?.count == 3)
  }

  @Test("A transparent index counts for the first frame only")
  func laterTransparency() throws {
    let file = B.gif(20, 10, [B.gifFrame(20, 10), B.gifControl(transparent: true), B.gifFrame(1, 1)])
    #expect(try !pictureHeader(file).get().hasAlpha)
  }

  @Test("The screen grows to hold the first frame")
  func smallScreen() throws {
    #expect(
      try pictureHeader(B.gif(0, 0, [B.gifFrame(50, 60, at: (3, 4))])).get().storedSize
        == PixelSize(width: 53, height: 64))
  }

  @Test("Without any table there are 8 bits")
  func noTable() throws {
    #expect(try pictureHeader(B.gif(1, 1, table: false, [B.gifFrame(1, 1)])).get().bits == 8)
  }

  @Test("Frames are counted up to what is broken, and to 16,384 blocks")
  func counted() throws {
    let frame = B.gifFrame(1, 1)
    let broken = B.gif(1, 1, [frame, frame, [0x77], frame])
    #expect(try pictureHeader(broken).get().images == 2)
    #expect(try pictureHeader(B.gif(1, 1, [[UInt8]](repeating: frame, count: 17_000))).get().images == 16384)
  }

  @Test("Each refusal has its code and its words")
  func refusals() {
    let cases: [([UInt8], Finding.Code, String)] = [
      (B.gif(1, 1, []), .badHeader, "it ends before its picture begins"),
      (B.gif(1, 1, [B.gifFrame(0, 1)]), .zeroSize, "its first frame's size is 0x1"),
      (B.gif(1, 1, [[0x2D]]), .badHeader, "a block of an unknown kind stands before its end"),
      (B.gif(1, 1, [[0x21, 1, 255]]), .badHeader, "it ends within its header"),
      (
        B.gif(1, 1, [[UInt8](repeating: 0, count: 4096)] + [B.gifFrame(1, 1)]), .badHeader,
        "more than 4096 blocks stand before its picture"
      ),
    ]
    for (bytes, code, message) in cases { #expect(pictureRefusal(bytes) == Finding(code, message)) }
  }
}
