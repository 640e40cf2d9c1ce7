import Foundation
import ImageModel
import System
import TestSupport
import Testing

@testable import Imaging

struct SVGHeaderTests {
  /// The size that these attributes of the root element give.
  private static func size(_ attributes: String) -> Result<PixelSize, ImageError> {
    pictureHeader(TestSVG.file("<path/>", attributes)).map(\.storedSize)
  }

  /// Why a picture with this content isn't drawn.
  private static func refusal(_ content: String) throws -> Finding? {
    let file = TestSVG.file(content, width: 20, height: 20)
    let header = try pictureHeader(file).get()
    return SVGFormat.demand(header, ByteSource(file)).refusal
  }

  @Test(
    "Width, height and view box give the size at 96 pixels an inch, rounded up",
    arguments: [
      (#"width="20" height="10""#, 20, 10), (#"width=" 20px " height="1e1""#, 20, 10),
      (#"width="20.1" height="9.9PX""#, 21, 10), (#"width="1in" height="2.54cm""#, 96, 96),
      (#"width="25.4mm" height="72pt""#, 96, 96), (#"width="6pc" height="2.3pt""#, 96, 4),
      (#"viewBox="-5,7 60.5 40""#, 61, 40), (#"width="100%" height="50%" viewBox="0 0 60 40""#, 60, 40),
      (#"width="30" viewBox="0 0 60 40""#, 30, 20),
      (#"height="30" width="auto" viewBox="0 0 60 40""#, 45, 30),
      (#"width="-3" height="20" viewBox="0 0 60 40""#, 30, 20),
      (#"width="9" height="9" style="fill: red; width: 20px; height:5pt""#, 20, 7),
    ])
  func sizes(_ attributes: String, _ width: Int, _ height: Int) throws {
    #expect(try Self.size(attributes).get() == PixelSize(width: width, height: height))
  }

  @Test(
    "A size that can't be told is refused",
    arguments: [
      ("", "bad_header"), (#"width="30""#, "bad_header"), (#"width="50%" height="50%""#, "bad_header"),
      (#"width="3" viewBox="0 0 0 40""#, "bad_header"), (#"width="0" height="5""#, "zero_size"),
      (#"viewBox="5% 0 60 40""#, "bad_header"), (#"width="3em" height="5""#, "unsupported_format"),
      (#"width="1e30" height="5""#, "bad_header"),
    ])
  func wrongSizes(_ attributes: String, _ code: String) {
    #expect(throws: ImageError.self) { try Self.size(attributes).get() }
    if case .failure(let error) = Self.size(attributes) { #expect(error.finding.code.rawValue == code) }
  }

  @Test(
    "An SVG is recognised by its first element",
    arguments: [
      ("<svg>", true), ("\u{FEFF}<?xml version='1.0'?>\n<!-- a -> b --><s:svg a='b'>", true),
      ("<!DOCTYPE svg PUBLIC 'a' 'b' [<!ENTITY a 'b'>]><svg/>", true), ("<svgs>", false), ("<svg", false),
      ("<html><svg></svg></html>", false), ("<!DOCTYPE html><svg>", false), ("<!-- <svg>", false),
      ("svg", false), ("", false),
    ])
  func recognition(_ text: String, _ isSVG: Bool) {
    #expect(FileKind.format(of: Array(text.utf8)) == (isSVG ? .svg : nil))
    #expect(FileKind.format(of: TestSVG.compressed(Array(text.utf8))) == (isSVG ? .svg : nil))
  }

  @Test("The element must be SVG's, by its namespace")
  func namespace() throws {
    #expect(pictureRefusal(Array("<svg width='3' height='4'/>".utf8))?.code == .unsupportedFormat)
    #expect(
      pictureRefusal(Array("<svg xmlns='urn:a' width='3' height='4'/>".utf8))?.code == .unsupportedFormat)
    let prefixed = Array("<a:svg xmlns:a='http://www.w3.org/2000/svg' width='3' height='4'/>".utf8)
    #expect(try pictureHeader(prefixed).get().storedSize == PixelSize(width: 3, height: 4))
  }

  @Test(
    "Text is noticed, however it comes in",
    arguments: [
      ("<defs><text>a</text></defs>", true), ("<title>text</title><desc><text xmlns='urn:a'/></desc>", false),
      // librsvg takes an element without a namespace for one of SVG's.
      ("<text xmlns=''/>", true),
    ])
  func text(_ content: String, _ hasText: Bool) throws {
    let file = TestSVG.file(content, width: 20, height: 20)
    let header = try pictureHeader(file).get()
    #expect(header.drawing?.hasText == hasText)
    #expect(SVGFormat.demand(header, ByteSource(file)).refusal == nil)
  }

  @Test("The longest run of text takes memory for its outlines")
  func textMemory() throws {
    func bytes(_ content: String) throws -> Int {
      let file = TestSVG.file(content, width: 20, height: 20)
      // Without the bytes of the file's own text.
      return try #require(try pictureHeader(file).get().drawing).bytes - 5 * file.count
    }
    let words = String(repeating: "a", count: 1000)
    let short = try bytes("<text>aa</text>")
    #expect(try bytes("<text>\(words)</text>") - short == 998 * 5500)
    #expect(try bytes("<text>\(words)&amp;<tspan>\(words)</tspan>a</text>") - short < 1000 * 5500)
    #expect(try bytes("<text>aa</text><style>\(words)</style>") - short < 5500)
    #expect(try bytes("<desc>\(words)</desc>") < short)
  }

  @Test("Parts in certain languages are refused, because the machine's language would choose")
  func languages() throws {
    #expect(try Self.refusal("<switch><g systemLanguage='de'/></switch>")?.code == .unsupportedFormat)
  }

  @Test("A turbulence of more than 32 octaves is refused")
  func octaves() throws {
    for octaves in ["numOctaves='32'", "numOctaves=' 3 '", "numOctaves='-1'", ""] {
      #expect(try Self.refusal("<feTurbulence \(octaves)/>") == nil)
    }
    for octaves in ["33", "2147483647", "99999999999", "1e99", "9999/**/", "many"] {
      let refusal = try Self.refusal("<filter><feTurbulence numOctaves='\(octaves)'/></filter>")
      #expect(refusal?.code == .unsupportedFormat)
    }
  }

  @Test("A picture within an SVG is a PNG or a JPEG, as its address says")
  func pictures() throws {
    let png = TestPNG(30, 20, type: 2, depth: 8) { x, y, _ in x + y }.file
    let plain = try pictureHeader(TestSVG.file("", width: 20, height: 20)).get()
    let file = TestSVG.file(TestSVG.image(png), width: 20, height: 20)
    let header = try pictureHeader(file).get()
    #expect(header.drawing?.refusal == nil)
    // 8 bytes a pixel.
    let more = (header.drawing?.bytes ?? 0) - (plain.drawing?.bytes ?? 0)
    #expect(more >= 30 * 20 * 8)
    let untyped = "<image href='data:;base64,\(Data(png).base64EncodedString())'/>"
    #expect(try Self.refusal(untyped) == nil)
    #expect(try Self.refusal(TestSVG.image(png, kind: "gif"))?.code == .svgReference)
    #expect(try Self.refusal(TestSVG.image(png, kind: "jpeg"))?.code == .svgReference)
    let others = [
      TestSVG.file("", width: 2, height: 2), Array("GIF89a".utf8), [],
      Array("BM".utf8) + [UInt8](repeating: 0, count: 60),
    ]
    for other in others { #expect(try Self.refusal(TestSVG.image(other))?.code == .svgReference) }
  }

  @Test("The pictures within an SVG have at most 100 million pixels together")
  func manyPixels() throws {
    let png = TestPNG(1, 1, type: 0, depth: 8) { _, _, _ in 0 }.file
    var head = png
    head.replaceSubrange(16..<24, with: PictureBuilder.big(10_000, 4) + PictureBuilder.big(10_000, 4))
    #expect(try Self.refusal(TestSVG.image(head)) == nil)
    #expect(try Self.refusal(TestSVG.image(head) + TestSVG.image(png))?.code == .maxPixels)
  }

  @Test("Depth, elements and expanded entities have limits")
  func limits() throws {
    let depth = FixedLimits.Drawing.depth
    func nested(_ count: Int) -> [UInt8] {
      TestSVG.file(
        String(repeating: "<g>", count: count) + String(repeating: "</g>", count: count), width: 2, height: 2)
    }
    #expect(try pictureHeader(nested(depth - 1)).get().storedSize == PixelSize(width: 2, height: 2))
    #expect(pictureRefusal(nested(depth))?.code == .badHeader)
    var laughs = "<!ENTITY a0 '" + String(repeating: "ha", count: 500) + "'>"
    for level in 1...6 {
      let reference = String(repeating: "&a\(level - 1);", count: 10)
      laughs += "<!ENTITY a\(level) '\(reference)'>"
    }
    let bomb =
      "<!DOCTYPE svg [\(laughs)]><svg xmlns='http://www.w3.org/2000/svg' width='3' height='4'>&a6;</svg>"
    #expect(pictureRefusal(Array(bomb.utf8))?.code == .badHeader)
  }

  @Test("A compressed file is inflated up to 16 MiB")
  func compressed() throws {
    let file = TestSVG.file("<path/>", width: 7, height: 5)
    #expect(try pictureHeader(TestSVG.compressed(file)).get() == pictureHeader(file).get())
    #expect(pictureRefusal(Array(TestSVG.compressed(file).dropLast(9)))?.code == .badHeader)
    let long = file.dropLast(6) + [UInt8](repeating: 0x20, count: 16 << 20) + "</svg>".utf8
    #expect(pictureRefusal(TestSVG.compressed(Array(long)))?.code == .badHeader)
    #expect(pictureRefusal(Array(long))?.code == .badHeader)
  }
}
