import ImageModel
import Testing

@testable import Imaging

struct MetadataXMPTests {
  private static let identifier = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  /// A packet around the inside of an `rdf:Description` and its attributes.
  private static func packet(_ attributes: String, _ inside: String) -> String {
    "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
      + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\""
      + " xmlns:t=\"http://ns.adobe.com/tiff/1.0/\" xmlns:e=\"http://ns.adobe.com/exif/1.0/\""
      + " xmlns:p=\"http://ns.adobe.com/xap/1.0/\" xmlns:xmpGImg=\"http://ns.adobe.com/xap/1.0/g/img/\""
      + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:gpsdrone=\"urn:drone\"\(attributes)>\(inside)"
      + "</rdf:Description></rdf:RDF></x:xmpmeta>   \n<?xpacket end=\"w\"?>"
  }

  private static func edit(
    _ text: [UInt8], _ orientation: WrittenOrientation = .upright, gpsStays: Bool = false
  ) throws(Unfollowable) -> [UInt8] {
    let size = PixelSize(width: 300, height: 200)
    let policy = MetadataPolicy(keep: [.xmp], gpsStays: gpsStays)
    let editor = XMPEditor(
      request: MetadataRequest(
        policy: policy, orientation: orientation, size: size, framing: .same))
    return try editor.edited(identifier + text).payload ?? []
  }

  private static func edit(_ text: String, _ orientation: WrittenOrientation, gpsStays: Bool = false) throws
    -> String
  {
    let edited = try edit(Array(text.utf8), orientation, gpsStays: gpsStays)
    return String(decoding: edited.dropFirst(identifier.count), as: UTF8.self)
  }

  @Test("Orientation and sizes are corrected, as attributes and as elements, whatever the prefix")
  func corrected() throws {
    let title = "<dc:title><rdf:Alt><rdf:li xml:lang='de'>Ä &amp; \"b\"</rdf:li></rdf:Alt></dc:title>"
    let attributes =
      " e:Orientation='Right-top' t:Orientation='6' t:ImageWidth=\"4032\" e:PixelYDimension=\"3024\" dc:x='\"'"
    let inside = "<t:Orientation>6</t:Orientation><t:ImageLength> 1 </t:ImageLength>\(title)"
    let kept = inside.replacing(" 1 ", with: "200")
    let sizes = " t:ImageWidth=\"300\" e:PixelYDimension=\"200\" dc:x='\"'"
    #expect(
      try Self.edit(Self.packet(attributes, inside), .tag(.rightBottom))
        == Self.packet(
          " t:Orientation=\"7\"" + sizes, kept.replacing(">6<", with: ">7<")
        ).replacing("='de'", with: "=\"de\""))
    #expect(
      try Self.edit(Self.packet(attributes, inside), .upright)
        == Self.packet(
          " t:Orientation=\"1\"" + sizes, kept.replacing(">6<", with: ">1<")
        ).replacing("='de'", with: "=\"de\""))
    #expect(
      try Self.edit(Self.packet(attributes, inside), .none)
        == Self.packet(sizes, "<t:ImageLength>200</t:ImageLength>\(title)").replacing(
          "='de'", with: "=\"de\""))
  }

  @Test("Places go in every namespace and form, unless they are kept")
  func places() throws {
    let attributes = " e:GPSLatitude=\"48,8N\" gpsdrone:gpsSpeed=\"1\" gpsdrone:RelativeAltitude=\"+9\""
    let inside =
      "<e:GPSLongitude>2,3E</e:GPSLongitude><gpsdrone:homeLatitude rdf:parseType=\"Resource\"><e:x>48</e:x>"
      + "</gpsdrone:homeLatitude><e:GPSAltitude/><dc:y>z</dc:y>"
    let packet = Self.packet(attributes, inside)
    #expect(try Self.edit(packet, .upright) == Self.packet("", "<dc:y>z</dc:y>"))
    #expect(try Self.edit(packet, .upright, gpsStays: true) == packet)
  }

  @Test("What W3C's Basic Geo and GeoRSS tell is a place under whatever name")
  func geo() throws {
    let attributes =
      " xmlns:geo=\"http://www.w3.org/2003/01/geo/wgs84_pos#\" xmlns:r=\"http://www.georss.org/georss\""
    let told = "<geo:lat>52</geo:lat><r:point>52 13</r:point>"
    #expect(
      try Self.edit(Self.packet(attributes + " geo:long=\"13\"", told), .upright)
        == Self.packet(attributes, ""))
  }

  @Test(
    "Boxes around faces go where the picture's edges are others", arguments: [Framing.same, .scaled, .other])
  func regions(_ framing: Framing) throws {
    let attributes =
      " xmlns:m=\"http://www.metadataworkinggroup.com/schemas/regions/\" xmlns:n=\"http://ns.adobe.com/xmp/note/\""
    let packet = Self.packet(
      attributes + " n:HasExtendedXMP=\"0A\"", "<m:Regions>Ann</m:Regions><dc:a>b</dc:a>")
    let editor = XMPEditor(
      request: MetadataRequest(
        policy: MetadataPolicy(keep: [.xmp]), orientation: .upright, size: PixelSize(width: 300, height: 200),
        framing: framing))
    let edited = try editor.edited(Self.identifier + Array(packet.utf8))
    let regions = framing == .other ? "" : "<m:Regions>Ann</m:Regions>"
    #expect(
      edited.payload == Self.identifier + Array(Self.packet(attributes, regions + "<dc:a>b</dc:a>").utf8))
    #expect(
      edited.changes.dropped == ["xmpNote:HasExtendedXMP"] + (framing == .other ? ["mwg-rs:Regions"] : []))
  }

  @Test("A CDATA section without a tag is text as any")
  func section() throws {
    let packet = Self.packet("", "<dc:a><![CDATA[a & b]]></dc:a><e:GPSStatus><![CDATA[48 N]]></e:GPSStatus>")
    #expect(try Self.edit(packet, .upright) == Self.packet("", "<dc:a><![CDATA[a & b]]></dc:a>"))
  }

  @Test("Thumbnails and comments go")
  func thumbnails() throws {
    let inside =
      "<p:Thumbnails><rdf:Alt><rdf:li><xmpGImg:image>AAAA</xmpGImg:image></rdf:li></rdf:Alt></p:Thumbnails>"
      + "<dc:a><xmpGImg:width>9</xmpGImg:width>b</dc:a><!-- <48 N> -->"
    #expect(
      try Self.edit(Self.packet(" xmpGImg:image=\"AAAA\"", inside), .upright)
        == Self.packet("", "<dc:a>b</dc:a>"))
  }

  @Test("What can't be followed is said")
  func reasons() {
    let long = "<a>" + String(repeating: "b", count: 65533) + "</a>"
    let deep = String(repeating: "<a>", count: 101) + String(repeating: "</a>", count: 101)
    let cases: [(String, String)] = [
      ("<!DOCTYPE a><a/>", "it holds a document type"),
      ("<a><![CDATA[<x/>]]></a>", "a CDATA section holds a tag"),
      ("<a><b></a></b>", "its tags are not balanced"),
      ("<a>", "its tags are not balanced"),
      ("</a>", "its tags are not balanced"),
      ("<!-- ", "its tags are not balanced"),
      ("<a b=1/>", "a tag can't be read"),
      ("<a b='1'c='2'/>", "a tag can't be read"),
      ("<a b='<'/>", "a tag can't be read"),
      ("< a/>", "a tag can't be read"),
      ("<a b='1' b='2'/>", "a tag has the attribute b twice"),
      ("<a xmlns='urn:x'/>", "it has a default namespace"),
      ("<a xmlns:p='urn:x'><b xmlns:p='urn:y'/></a>", "the prefix p has no one meaning"),
      ("<a xmlns:p='urn:&#120;'/>", "the prefix p has no one meaning"),
      ("<p:a/>", "the prefix p has no meaning"),
      ("<a:b:c xmlns:a='urn:x'/>", "the name a:b:c has two prefixes"),
      ("<a>\u{1}</a>", "it holds control characters"),
      (
        "<t:Orientation xmlns:t='http://ns.adobe.com/tiff/1.0/'>6</t:Orientation>",
        "t:Orientation is not one plain value"
      ),
      (
        "<a xmlns:t='http://ns.adobe.com/tiff/1.0/'><t:ImageWidth><b/></t:ImageWidth></a>",
        "t:ImageWidth is not one plain value"
      ),
      (
        "<a" + (0...500).map { " a\($0)=''" }.joined() + "/>", "a tag has more than 500 attributes"
      ),
      (deep, "it is nested too deeply"),
      (long, "it is longer than a marker segment"),
    ]
    for (text, reason) in cases {
      #expect(throws: Unfollowable(reason: reason)) { try Self.edit(Array(text.utf8)) }
    }
    #expect(throws: Unfollowable(reason: "it is not UTF-8")) {
      try Self.edit([0x3C, 0x61, 0x2F, 0x3E, 0xFF])
    }
  }

  @Test("Changed bytes end in an edited packet without places, or a refusal")
  func mutations() throws {
    let packet = Array(Self.packet(" e:GPSLatitude=\"48,8N\"", "<t:Orientation>6</t:Orientation>").utf8)
    var random = TestRandom(seed: 4)
    var kept = 0
    for _ in 0..<2000 {
      var changed = packet
      for _ in 0..<random.next(3) + 1 { changed[random.next(changed.count)] = UInt8(random.next(256)) }
      guard let edited = try? Self.edit(changed) else { continue }
      kept += 1
      #expect(try !XMPPacket(payload: edited).hasGPS)
      #expect(try Self.edit(Array(edited.dropFirst(Self.identifier.count))) == edited)
    }
    #expect(kept > 100)
  }
}
