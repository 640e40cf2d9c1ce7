import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoded XBM") struct XBMDecoderTests {
  private static let engine = EngineDecoding(engine: .xbm, color: .grey)

  private static func xbm(_ width: Int, _ height: Int) -> TestXBM {
    TestXBM(width, height) { x, y in (x * 5 + y * 3 + x * y) % 7 < 3 }
  }

  private static func expected(_ xbm: TestXBM) -> TestPicture {
    TestPicture(width: xbm.width, height: xbm.height, channels: 1) { x, y, _ in
      xbm.pixels[y * xbm.width + x] ? 0 : 255
    }
  }

  /// The bytes of a picture of 8 columns.
  private static func rows(_ numbers: String, _ onCorrupt: CorruptionPolicy = .error) throws -> [[UInt8]] {
    let text = "#define a_width 8\n#define a_height 2\nstatic char a_bits[] = {\(numbers)"
    let picture = try engine.decode(Array(text.utf8), size(8, 2), onCorrupt: onCorrupt).picture
    return (0..<2).map { y in (0..<8).map { x in picture[x, y, 0] } }
  }

  @Test("The lowest bit is the leftmost pixel, and a set bit is black")
  func bits() throws {
    let first: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 255]
    let second: [UInt8] = [255, 255, 255, 255, 0, 0, 0, 0]
    #expect(try Self.rows("0x01, 0xF0};", .warning) == [first, second])
    // Blanks, the letters' case and the comma after the last number don't matter. A file may end with a number.
    for numbers in ["\n\t0X1,\r\n0xf0 , }", "0x1 0xF0", "0x0000001,0xF0,0xFF,0x", "0x01,0xf0"] {
      #expect(try Self.rows(numbers, .warning) == [first, second], "\(numbers)")
    }
  }

  @Test("Each pixel, in bytes and in words", arguments: [false, true])
  func pixels(_ isOfWords: Bool) throws {
    for (width, height) in [(1, 1), (7, 3), (8, 2), (9, 2), (16, 4), (17, 70), (24, 3), (130, 5)] {
      var xbm = Self.xbm(width, height)
      xbm.isOfWords = isOfWords
      let found = try Self.engine.decode(xbm.file, size(width, height), onCorrupt: .warning)
      #expect(found.picture == Self.expected(xbm), "\(width)x\(height)")
      #expect(found.warnings.isEmpty)
    }
  }

  @Test("A region is the same box of the whole")
  func regions() throws {
    let xbm = Self.xbm(90, 150)
    var random = SplitMix64(seed: 5)
    for box in PixelDecoding.boxes(in: size(90, 150), atRandom: 20, &random) {
      #expect(try Self.engine.decode(xbm.file, size(90, 150), box).picture == Self.expected(xbm).cropped(box))
    }
  }

  @Test("A text may be longer than the buffer of the decoder")
  func long() throws {
    let xbm = Self.xbm(1000, 300)
    #expect(xbm.file.count > 3 * 65536)
    #expect(try Self.engine.decode(xbm.file, size(1000, 300)).picture == Self.expected(xbm))
  }

  @Test(
    "A list that ends early is cut, and the rest is white",
    arguments: ["0x00", "0x00};", "0x00, 0", "0x00, 0x"])
  func cut(_ numbers: String) throws {
    let text = Array("#define a_width 8\n#define a_height 2\nstatic char a_bits[] = {\(numbers)".utf8)
    let top = PixelRect<Decoded>(x: 0, y: 0, width: 8, height: 1)
    for box in [nil, top] {
      #expect(Self.engine.failure(text, size(8, 2), box, onCorrupt: .truncated) == .fileCut)
    }
    #expect(
      try Self.rows(numbers, .none) == [[UInt8]](repeating: [UInt8](repeating: 255, count: 8), count: 2))
  }

  @Test(
    "Anything but a hexadecimal number of the right size is damage",
    arguments: [
      "0x00, 12", "0x00, 0x100", "0x00, 0xg", "0x00, 0x1g", "0x00, /* */ 0x01", "0x00, 012", "0x00; 0x00",
    ])
  func damage(_ numbers: String) throws {
    #expect(
      throws: ImageError(
        .corrupt, "damaged image data: a sample is no hexadecimal number of its size")
    ) { try Self.rows(numbers) }
    #expect(try Self.rows(numbers, .truncated)[0] == [UInt8](repeating: 255, count: 8))
  }

  @Test("Planes that weren't planned, and a deadline that has passed")
  func refusals() throws {
    let file = Self.xbm(20, 10).file
    #expect(EngineDecoding(engine: .xbm).failure(file, size(20, 10)) == .notAsPlanned)
    #expect(Self.engine.failure(file, size(20, 10), deadline: 1) == .timeout)
  }

  @Test("Bytes that are turned anywhere never do more than fail")
  func flipped() throws {
    try Self.engine.survive(Self.xbm(20, 30).file, size(20, 30), seed: 8)
  }
}
