import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct BMPHeaderTests {
  private typealias B = PictureBuilder

  private static func header(_ colors: PictureHeader.Colors, bits: Int, alpha: Bool = false) -> PictureHeader
  {
    PictureHeader(
      format: .bmp, storedSize: PixelSize(width: 5, height: 6), colors: colors, bits: bits, hasAlpha: alpha)
  }

  @Test("Every kind of header, with every depth that it may have")
  func kinds() throws {
    for depth in [1, 2, 4, 8] {
      #expect(try pictureHeader(B.coreBMP(5, 6, depth: depth)).get() == Self.header(.palette, bits: depth))
      #expect(try pictureHeader(B.bmp(5, 6, depth: depth)).get() == Self.header(.palette, bits: depth))
    }
    for length in [40, 52, 56, 64, 108, 124] {
      for (depth, bits) in [(16, 5), (24, 8), (32, 8)] {
        #expect(
          try pictureHeader(B.bmp(5, 6, depth: depth, length: length)).get() == Self.header(.rgb, bits: bits))
      }
    }
    #expect(try pictureHeader(B.bmp(5, 6, depth: 8, compression: 1)).get() == Self.header(.palette, bits: 8))
    #expect(try pictureHeader(B.bmp(5, 6, depth: 4, compression: 2)).get() == Self.header(.palette, bits: 4))
    #expect(try pictureHeader(B.bmp(5, 6, depth: 0, compression: 5)).get() == Self.header(.rgb, bits: 8))
  }

  @Test("The shortest header of OS/2 2.x ends behind the depth")
  func shortHeader() throws {
    var file = Array(B.bmp(5, 6, depth: 24).prefix(30))
    file[14] = 16
    #expect(try pictureHeader(file).get() == Self.header(.rgb, bits: 8))
  }

  @Test("OS/2 2.x has compressions of its own under Windows' numbers")
  func os2Compressions() throws {
    #expect(
      try pictureHeader(B.bmp(5, 6, depth: 1, length: 64, compression: 3)).get()
        == Self.header(.palette, bits: 1))
    #expect(
      try pictureHeader(B.bmp(5, 6, depth: 24, length: 64, compression: 4)).get()
        == Self.header(.rgb, bits: 8))
  }

  @Test("Rows from the top have a negative height")
  func fromTheTop() throws {
    #expect(try pictureHeader(B.bmp(5, -6, depth: 24)).get() == Self.header(.rgb, bits: 8))
    #expect(pictureRefusal(B.bmp(5, Int(Int32.min), depth: 24))?.code == .badHeader)
  }

  @Test("Masks say the bits, and alpha where the header has a mask for it")
  func masks() throws {
    let colors = [0xF800, 0x7E0, 0x1F]
    func masked(_ length: Int, _ masks: [Int], compression: Int = 3) throws -> PictureHeader {
      try pictureHeader(B.bmp(5, 6, depth: 32, length: length, compression: compression, masks: masks)).get()
    }
    #expect(try masked(40, colors + [255]) == Self.header(.rgb, bits: 6))
    #expect(try masked(40, colors + [255], compression: 6) == Self.header(.rgb, bits: 6, alpha: true))
    #expect(try masked(52, colors + [255]) == Self.header(.rgb, bits: 6))
    #expect(try masked(56, colors + [255]) == Self.header(.rgb, bits: 6, alpha: true))
    #expect(try masked(124, [0x3FF, 0xFFC00, 0x3FF0_0000, 0]) == Self.header(.rgb, bits: 10))
  }

  @Test("Each refusal has its code and its words")
  func refusals() {
    let cases: [([UInt8], Finding.Code, String)] = [
      (B.bmp(0, 6, depth: 24), .zeroSize, "its size is 0x6"),
      (B.coreBMP(5, 0, depth: 24), .zeroSize, "its size is 5x0"),
      (B.bmp(-5, 6, depth: 24), .badHeader, "its width is -5"),
      (B.bmp(5, 6, depth: 24, length: 41), .badHeader, "its header of 41 bytes is of no known kind"),
      (B.bmp(5, 6, depth: 24, compression: 9), .badHeader, "it says compression 9, which BMP doesn't have"),
      (
        B.bmp(5, 6, depth: 3), .badHeader,
        "it says 3 bits a pixel with compression none, which BMP doesn't have"
      ),
      (
        B.bmp(5, 6, depth: 4, compression: 1), .badHeader,
        "it says 4 bits a pixel with compression rle8, which BMP doesn't have"
      ),
      (B.bmp(5, 6, depth: 16, compression: 3, masks: [0, 0, 0]), .badHeader, "its colour masks are empty"),
      (B.bmp(5, 6, depth: 16, compression: 3), .badHeader, "it ends within its header"),
    ]
    for (bytes, code, message) in cases { #expect(pictureRefusal(bytes) == Finding(code, message)) }
  }

  @Test("A picture as JPEG or PNG, in Huffman coding or as runs of 24 bits is refused in the plan")
  func refusedCodings() throws {
    let cases = [
      (B.bmp(5, 6, depth: 0, compression: 4), "as a JPEG"),
      (B.bmp(5, 6, depth: 0, compression: 5), "as a PNG"),
      (B.bmp(5, 6, depth: 1, length: 64, compression: 3), "in OS/2's Huffman coding"),
      (B.bmp(5, 6, depth: 24, length: 64, compression: 4), "as OS/2's runs of 24-bit pixels"),
    ]
    for (bytes, words) in cases {
      let message = "BMP that holds its picture \(words) is not supported"
      let demand = try pictureHeader(bytes).get().demand(ByteSource(bytes))
      #expect(demand.refusal == Finding(.unsupportedFormat, message))
    }
    for (depth, compression) in [(8, 0), (8, 1), (4, 2)] {
      let bytes = B.bmp(5, 6, depth: depth, compression: compression)
      #expect(try pictureHeader(bytes).get().demand(ByteSource(bytes)).refusal == nil)
    }
  }
}
