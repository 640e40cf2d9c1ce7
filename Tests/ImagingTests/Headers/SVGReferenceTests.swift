import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// What an SVG may name: parts of itself, and pictures in it.
struct SVGReferenceTests {
  private static func refusal(_ file: [UInt8]) throws -> Finding.Code? {
    try SVGScan.read(file).drawing().refusal?.code
  }

  private static func refusal(_ content: String) throws -> Finding.Code? {
    try refusal(TestSVG.file(content, width: 20, height: 20))
  }

  /// A file with these declarations in its document type.
  private static func file(declaring declarations: String, _ content: String = "") -> [UInt8] {
    let root = "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='4'>\(content)</svg>"
    return Array("<!DOCTYPE svg SYSTEM 'a.dtd' [\(declarations)]>\(root)".utf8)
  }

  @Test(
    "Addresses of other files, of servers and of drawings in data are refused",
    arguments: [
      "<image href='/etc/passwd'/>", "<image xlink:href='file:///etc/passwd'/>", "<image href='a.png'/>",
      "<image href='http://127.0.0.1/a.png'/>", "<image path='file:///a.png'/>",
      "<feImage xlink:href='a.png'/>", "<feImage path='data:image/svg+xml,a'/>",
      "<use href='a.svg#b'/>", "<use xlink:href='http://127.0.0.1/a.svg#b'/>",
      "<use href='data:image/svg+xml,a#b'/>", "<use href=' DATA:text/xml,a#b'/>",
      "<use href='da&#9;ta:text/xml,a#b'/>", "<use href='#a#b'/>", "<linearGradient href='a.svg#b'/>",
      "<pattern xlink:href='data:,a#b'/>", "<other href='a'/>", "<use xmlns='' href='a.svg#b'/>",
      "<image href='data:image/png;base64,iVBORw0KGgo=#a'/>",
      "<x:include xmlns:x='http://www.w3.org/2001/XInclude' href='a'/>",
      "<x:fallback xmlns:x='http://www.w3.org/2001/XInclude'/>",
    ])
  func addresses(_ content: String) throws {
    #expect(try Self.refusal(content) == .svgReference)
  }

  @Test(
    "In CSS, whatever isn't plainly a part of the file is refused",
    arguments: [
      "url(a.svg#b)", "URL( 'a.svg#b' )", "url(data:image/svg+xml,a#b)", "url(Data:,a#b)", "url()", "url(",
      #"url("&#9;data:,a#b")"#, #"url("da&#9;ta:,a#b")"#, "url(#a#b)", "url(/**/data:,a#b)", "url( ' #a' )",
      #"u\72l(data:,a#b)"#, #"url(\64 ata:,a#b)"#, ##"url(\#a)"##, #"\75\72\6c(#a)"#, "image(data:,a#b)",
      "image-set('data:,a#b' 1x)", "-webkit-image-set(url(#a) 1x)", "src('data:,a#b')", "element(#a)",
      "url(#a) url(b.svg#c)",
    ])
  func css(_ value: String) throws {
    let quoted = value.replacing("\"", with: "&#34;").replacing("'", with: "&#39;")
    #expect(try Self.refusal("<rect fill='\(quoted)'/>") == .svgReference)
    #expect(try Self.refusal("<rect style='a:b;fill:\(quoted)'/>") == .svgReference)
    #expect(try Self.refusal("<style>a{fill:\(value)}</style>") == .svgReference)
    #expect(try Self.refusal("<style type='text/x'>a{fill:\(quoted)}</style>") == .svgReference)
    let characters = value.replacing("&#9;", with: "\t")
    #expect(try Self.refusal("<style><![CDATA[a{fill:\(characters)}]]></style>") == .svgReference)
    let entity = "<!ENTITY e \"\(quoted)\">"
    #expect(try Self.refusal(Self.file(declaring: entity, "<rect fill='&e;'/>")) == .svgReference)
    #expect(try Self.refusal(Self.file(declaring: entity, "<style>a{fill:&e;}</style>")) == .svgReference)
  }

  @Test(
    "Style sheets from elsewhere are refused",
    arguments: [
      "@import 'data:text/css,a'", "@IMPORT url(#a)", #"@\69mport 'data:text/css,a'"#,
      "/*a*/@import/**/'a.css'",
      "@im<!-- -->port 'a.css'",
    ])
  func imports(_ css: String) throws {
    #expect(try Self.refusal("<style>\(css);</style>") == .svgReference)
    let whole = css.replacing("<!-- -->", with: "")
    #expect(try Self.refusal("<style xmlns=''><![CDATA[\(whole)]]></style>") == .svgReference)
  }

  @Test("A style sheet named by an instruction is refused")
  func instruction() throws {
    let instruction = Array("<?xml-stylesheet href='data:text/css,a'?>".utf8)
    #expect(try Self.refusal(instruction + TestSVG.file("", width: 2, height: 2)) == .svgReference)
  }

  @Test(
    "Entities of other files are refused, and entities that another parser may take differently",
    arguments: [
      "<!ENTITY a SYSTEM 'a.txt'>", "<!ENTITY a PUBLIC 'a' 'http://127.0.0.1/a'>", "<!ENTITY % a 'b'>",
      "<!ENTITY % a SYSTEM 'a.dtd'> %a;", "<!ENTITY a 'b'><!ENTITY a 'c'>", "%a; <!ENTITY b 'c'>",
      "<!NOTATION n SYSTEM 'n'><!ENTITY a SYSTEM 'a' NDATA n>", "<!ENTITY a '<text/>'>",
      "<!ENTITY a '&#60;text/>'>",
    ])
  func entities(_ declarations: String) throws {
    #expect(try Self.refusal(Self.file(declaring: declarations)) == .svgReference)
  }

  @Test("An entity that isn't declared is refused")
  func undeclared() throws {
    #expect(try Self.refusal(Self.file(declaring: "", "&a;")) == .svgReference)
  }

  @Test("An attribute with a default is looked at as one that is written")
  func defaults() throws {
    let file = Self.file(declaring: "<!ATTLIST use href CDATA 'a.svg#b'>", "<use/>")
    #expect(try Self.refusal(file) == .svgReference)
  }

  @Test(
    "Parts of the file, links, and plain text with brackets are harmless",
    arguments: [
      "<use href='#a'/><use href=''/>", "<rect fill='url(#g)' stroke='#123'/>",
      "<rect style=\"fill:url( '#g' ) #fff;filter:url(#f) blur(3px)\"/>",
      "<style>a{fill:#123;mask:url(#m)} @font-face{font-family:a}</style>",
      "<a href='http://127.0.0.1/'><g/></a><script xlink:href='a.js'/>",
      "<rect id='a(b)' transform='rotate(3)'/>", "<desc>url(a) @import \\</desc>",
      "<rect x:file='C:\\a (1).svg' xmlns:x='urn:x'/>",
    ])
  func harmless(_ content: String) throws {
    #expect(try Self.refusal(content) == nil)
  }

  @Test("A document type of another file is passed over, and plain entities are put in")
  func documentType() throws {
    let file = Self.file(declaring: "<!ENTITY a 'url(#b)'>", "<rect fill='&a;'/>")
    #expect(try Self.refusal(file) == nil)
  }
}
