import ImageModel
import JPEGComparison
import TestSupport
import Testing

/// What the others go by.
@Suite("A frame header found without the code under test")
struct PlainFrameTests {
  private static let frame = JPEGBuilder.frame(
    0xC2, width: 49, height: 17, components: [(1, 0x31), (2, 0x22), (3, 0x11)])

  @Test("Sides and blocks are those of each component's share")
  func shares() throws {
    let frame = try #require(PlainFrame(JPEGBuilder.file([JPEGBuilder.jfif, Self.frame])))
    #expect(frame.size == PixelSize(width: 49, height: 17))
    #expect(frame.sampling == [.init(3, 1), .init(2, 2), .init(1, 1)])
    let sides = (0..<3).map { component in [8, 3, 1].map { "\(frame.side(component, points: $0))" } }
    #expect(sides == [["49x9", "19x4", "7x2"], ["33x17", "13x7", "5x3"], ["17x9", "7x4", "3x2"]])
    // 3 by 2 MCUs of 3, 4 and 1 blocks.
    #expect(frame.blocks == 48)
  }

  @Test("It's found behind other segments and fill bytes, and nowhere else")
  func places() {
    let (start, comment) = ([0xFF, 0xD8] as [UInt8], JPEGBuilder.segment(0xFE, [0xFF, 0xC0, 1]))
    #expect(PlainFrame(start + comment + [0xFF, 0xFF] + Self.frame) != nil)
    for wrong in [
      [], start, Self.frame, start + [0] + Self.frame, start + [0xFF, 0xD9] + Self.frame,
      start + JPEGBuilder.scan([1]) + Self.frame, start + Self.frame.dropLast(), start + [0xFF, 0xFF],
      start + JPEGBuilder.frame(0xC9), start + JPEGBuilder.frame(height: 0),
      start + JPEGBuilder.frame(components: [(1, 0x05)]), start + JPEGBuilder.frame(components: []),
    ] {
      #expect(PlainFrame(wrong) == nil, "\(wrong)")
    }
  }
}
