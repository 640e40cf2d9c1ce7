import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct XBMHeaderTests {
  private static let plain = TestXBM(17, 5) { x, y in (x + y) % 2 == 0 }

  private static func header(_ text: String) -> Result<PictureHeader, ImageError> {
    pictureHeader(Array(text.utf8))
  }

  @Test("Size and hot spot stand in definitions")
  func definitions() throws {
    var expected = PictureHeader(format: .xbm, storedSize: size(17, 5), colors: .grey, bits: 1)
    #expect(try Self.header(Self.plain.text).get() == expected)
    var xbm = Self.plain
    xbm.hotSpot = (3, 4)
    expected.hotSpot = PictureHeader.HotSpot(x: 3, y: 4)
    #expect(try Self.header(xbm.text).get() == expected)
    // The definitions may stand in any order, and their names may lack a prefix.
    let swapped =
      "#define height 5\n#define width 17\n#define a_y_hot 4\r\n#define a_x_hot 3\nchar bits[]={0};"
    #expect(try Self.header(swapped).get() == expected)
    // Writers say a negative hot spot if there is none.
    xbm.hotSpot = (-1, -1)
    #expect(try Self.header(xbm.text).get().hotSpot == nil)
  }

  @Test(
    "Blanks, comments and lines of the preprocessor may stand before the definitions",
    arguments: ["\n \t", "/* by a writer\n * of 1989 */\n", "/**/ /***/\r\n", "#ifndef A\n#define A\n"])
  func starts(_ start: String) throws {
    var xbm = Self.plain
    xbm.start = start
    #expect(try Self.header(xbm.text).get().storedSize == size(17, 5))
  }

  @Test("The array of X11 has bytes, and that of X10 has words")
  func arrays() throws {
    var xbm = Self.plain
    for words in ["static char", "static unsigned char", "const unsigned char", "static const char"] {
      xbm.words = words
      let reader = try XBMHeaderReader(ByteSource(xbm.file))
      #expect(!reader.isOfWords)
      #expect(String(decoding: xbm.file[reader.place...], as: UTF8.self).hasPrefix("\n   0x55, "))
    }
    xbm.isOfWords = true
    for words in ["static short", "static unsigned short"] {
      xbm.words = words
      #expect(try XBMHeaderReader(ByteSource(xbm.file)).isOfWords)
    }
  }

  @Test("Each refusal has its code and its words")
  func refusals() {
    let size = "#define a_width 8\n#define a_height 2\n"
    let cases: [(String, Finding.Code, String)] = [
      (size, .badHeader, "it ends before its picture begins"),
      (size + "static int a[] = {1};", .badHeader, "no array of samples follows its definitions"),
      (size + "static char a_bits[] = 1;", .badHeader, "no array of samples follows its definitions"),
      ("#define a_width 8\nstatic char a_bits[] = {1};", .badHeader, "it defines no width and height"),
      ("#define a_width 8\n#define a_height 0\nchar a_bits[] = {", .zeroSize, "its size is 8x0"),
      ("#define a_width -8\n#define a_height 2\nchar a_bits[] = {", .zeroSize, "its size is -8x2"),
    ]
    for (text, code, message) in cases {
      if case .failure(let error) = Self.header(text) {
        #expect(error.finding == Finding(code, message))
      } else {
        Issue.record("accepted: \(text)")
      }
    }
  }

  @Test(
    "Other source code is no XBM",
    arguments: [
      "", "#define", "#define a_width", "#define a_width 8", "#define tabs 8\n", "int width = 8;\n",
      "// #define a_width 8\n", "/* #define a_width 8\n", "#include <a_width>\n", "#define WIDTH 8\n",
    ])
  func others(_ text: String) {
    #expect(XBMFormat.name(of: Array(text.utf8)) == nil)
  }

  @Test("The search for the samples ends after 64 KiB")
  func bound() throws {
    let size = "#define a_width 8\n#define a_height 1\n"
    let array = "static char a_bits[] = {"
    let room = 65536 - size.count - array.count
    func text(_ blanks: Int) -> String { size + String(repeating: "\n", count: blanks) + array + "0x01};" }
    #expect(try Self.header(text(room)).get().storedSize == PixelSize(width: 8, height: 1))
    #expect(throws: ImageError.self) { try Self.header(text(room + 1)).get() }
  }
}
