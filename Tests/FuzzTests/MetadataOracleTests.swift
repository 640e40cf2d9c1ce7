import ImageModel
import TestSupport
import Testing

@testable import FuzzTargets

/// The checks of edited metadata see what they are there to see.
@Suite struct MetadataOracleTests {
  private static func edit(_ choices: [UInt8], _ kind: MetadataEdit.Kind) throws -> MetadataEdit {
    try #require(MetadataEdit(choices + [kind.rawValue]))
  }

  /// EXIF, upright, without places; nothing but copyright, upright.
  private static let (exif, copyright): ([UInt8], [UInt8]) = ([2, 0, 0, 0, 0x1E], [0x40, 0, 0, 0, 0x1E])

  @Test func choices() throws {
    let edit = try #require(MetadataEdit([0x1A, 0x42, 1, 0x21, 0x0D, 4, 9]))
    #expect(edit.policy.keep == ["exif", "xmp", "iptc", "Make"])
    #expect(edit.policy.drop == ["copyright", "dc:title"])
    #expect(edit.policy.gpsStays && edit.orientation == .tag(.rightTop) && edit.kind == .xmp)
    #expect(edit.block == [9])
    #expect(MetadataEdit([0, 0, 0, 0, 0]) == nil)
  }

  @Test(arguments: [true, false]) func exif(isBigEndian: Bool) throws {
    let tiff = TIFFBuilder(isBigEndian: isBigEndian)
    var (plain, place, second, moved) = (tiff, tiff, tiff, tiff)
    _ = plain.directory([tiff.ascii(0x010F, "Maker"), tiff.ascii(0x013B, "Ann Lee")])
    let gps = place.directory([tiff.ascii(1, "N")])
    place.setMain(place.directory([tiff.long(0x8825, gps)]))
    _ = second.directory([tiff.ascii(0x010F, "Maker")], next: 32)
    _ = moved.append([0, 0])
    moved.setMain(moved.directory([tiff.ascii(0x013B, "Ann Lee")]))
    let oracle = ExifOracle(try Self.edit(Self.exif, .exif), plain.bytes + place.bytes)
    #expect(oracle.fault(in: plain.bytes) == nil)
    #expect(oracle.fault(in: place.bytes) == "EXIF: gps 1 isn't to be kept")
    #expect(oracle.fault(in: second.bytes) == "EXIF: a second picture is at 32")
    #expect(oracle.fault(in: Array(plain.bytes.dropLast(9))) == "EXIF: the field at 22 has no value")
    let alone = ExifOracle(try Self.edit(Self.copyright, .exif), plain.bytes)
    #expect(alone.fault(in: moved.bytes) == nil)
    #expect(alone.fault(in: plain.bytes) == "EXIF: main 271 isn't to be kept")
    let other = ExifOracle(try Self.edit(Self.exif, .exif), moved.bytes)
    #expect(other.fault(in: plain.bytes) == "EXIF: main 271 isn't in the source with this value")
  }

  @Test func xmp() throws {
    func packet(_ attributes: String, _ inside: String = "") -> [UInt8] {
      Array(
        ("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description"
          + " xmlns:tiff='http://ns.adobe.com/tiff/1.0/' xmlns:gpsone='urn:e'\(attributes)>\(inside)"
          + "</rdf:Description></rdf:RDF>").utf8)
    }
    let artist = packet(" tiff:Artist='Ann'")
    let whole = XMPOracle(try Self.edit([8, 0, 0, 0, 0x1E], .xmp), artist)
    let alone = XMPOracle(try Self.edit(Self.copyright, .xmp), artist)
    #expect(whole.fault(in: artist) == nil && alone.fault(in: artist) == nil)
    #expect(
      whole.fault(in: packet("", "<gpsone:a b='<'><gpsone:Altitude/></gpsone:a>"))
        == "XMP: the place gpsone:Altitude is kept")
    #expect(whole.fault(in: packet(" tiff:Orientation='6'")) == "XMP: tiff:Orientation says 6")
    #expect(
      whole.fault(in: packet("", "<tiff:ImageWidth>9</tiff:ImageWidth>")) == "XMP: tiff:ImageWidth says 9")
    #expect(whole.fault(in: Array(artist.dropLast())) == "XMP: expat took it, and doesn't any more")
    #expect(alone.fault(in: packet(" gpsone:a='1'")) == "XMP: {urn:e}a isn't to be kept")
    let around = Array("<e:a xmlns:e='urn:e'>".utf8) + artist + Array("</e:a>".utf8)
    #expect(alone.fault(in: around) == "XMP: {urn:e}a isn't to be kept, outside of all properties")
    #expect(whole.fault(in: around) == nil)
  }

  @Test func iptc() throws {
    func resource(_ records: [UInt8]) -> [UInt8] {
      Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records
        + (records.count.isMultiple(of: 2) ? [] : [0])
    }
    let (line, city): ([UInt8], [UInt8]) = ([0x1C, 2, 80, 0, 1, 65], [0x1C, 2, 90, 0, 1, 65])
    let source = resource(line + city)
    let policy = try Self.edit(Self.copyright, .resources).policy
    #expect(IPTCOracle.fault(in: resource(line), of: source, policy) == nil)
    #expect(IPTCOracle.fault(in: source, of: source, policy) == "IPTC: 2:90 isn't to be kept")
    #expect(IPTCOracle.fault(in: resource([]), of: source, policy) == "IPTC: there is nothing in it")
    #expect(
      IPTCOracle.fault(in: resource([0x1C, 2, 80, 0, 1, 66]), of: source, policy)
        == "IPTC: 2:80 isn't the source's")
    let none = try Self.edit(Self.exif, .resources).policy
    #expect(IPTCOracle.fault(in: source, of: source, none) == "IPTC: 2:80 isn't to be kept")
  }
}
