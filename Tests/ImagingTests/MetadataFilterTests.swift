import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// What is kept of a block by group and by name, and what is said of the rest.
struct MetadataFilterTests {
  private static let size = PixelSize(width: 300, height: 200)

  private static func policy(_ keep: [String], _ drop: [String], gps: Bool) throws -> MetadataPolicy {
    func names(_ list: [String]) throws -> [MetadataName] {
      try list.map { try #require(MetadataName(name: $0)) }
    }
    return MetadataPolicy(keep: try names(keep), drop: try names(drop), gpsStays: gps)
  }

  private static func kept(
    _ segments: [[UInt8]], keep: [String], drop: [String] = [], gps: Bool = false
  ) throws -> KeptMetadata {
    let source = ByteSource(JPEGBuilder.file(with: segments))
    return try KeptMetadata.read(
      JPEGHeader.read(from: source), from: source,
      MetadataRequest(
        policy: policy(keep, drop, gps: gps), orientation: .upright, size: size))
  }

  private static func exif(_ block: CameraBlock) -> [UInt8] { JPEGBuilder.segment(0xE1, block.payload) }

  private static func names(_ block: [UInt8]?) -> [String] {
    (block.flatMap { LibExifTags(payload: $0)?.tags() } ?? []).map(\.name)
  }

  @Test("Tags of EXIF by group and by name", arguments: [true, false])
  func exif(isBigEndian: Bool) throws {
    let main = ["ImageWidth", "ImageLength", "Make", "Orientation", "XResolution"]
    let shot = ["DateTimeOriginal", "MakerNote", "PixelXDimension", "PixelYDimension"]
    let linked = ["InteroperabilityIndex", "RelatedImageWidth", "RelatedImageLength"]
    let corrected =
      "ImageWidth, ImageLength, PixelXDimension, PixelYDimension, RelatedImageWidth, RelatedImageLength"
    let all =
      "ImageWidth, ImageLength, Orientation, " + corrected.dropFirst("ImageWidth, ImageLength, ".count)
    let cases: [([String], [String], [String], String?, String)] = [
      (["exif"], [], main + shot + linked, all, "gps, thumbnail"),
      (
        ["exif"], ["maker_notes", "Make"],
        main.filter { $0 != "Make" } + shot.filter { $0 != "MakerNote" } + linked,
        all, "Make, maker_notes, gps, thumbnail"
      ),
      (["Make"], [], ["Make"], nil, "thumbnail, exif, resolution"),
      (
        ["DateTimeOriginal", "InteroperabilityIndex"], [], ["DateTimeOriginal", "InteroperabilityIndex"], nil,
        "thumbnail, exif, resolution"
      ),
      (["maker_notes"], [], ["MakerNote"], nil, "thumbnail, exif, resolution"),
      (["copyright"], [], [], nil, "thumbnail, exif, resolution"),
    ]
    let block = CameraBlock(isBigEndian: isBigEndian)
    for (keep, drop, names, changed, dropped) in cases {
      let kept = try Self.kept([Self.exif(block)], keep: keep, drop: drop)
      #expect(kept.warnings == [])
      #expect(Self.names(kept.segments.first?.payload) == names, "\(keep) \(drop)")
      let notes =
        (changed.map { [Finding(.metadataChanged, $0)] } ?? []) + [Finding(.metadataDropped, dropped)]
      #expect(Set(kept.notes.map(\.code)) == Set(notes.map(\.code)))
      for (note, expected) in zip(kept.notes, notes) {
        #expect(Set(note.message.split(separator: ", ")) == Set(expected.message.split(separator: ", ")))
      }
      let bytes = kept.segments.first?.payload ?? []
      #expect(!bytes.holds(Array(block.placeBytes.prefix(4))))
      #expect(bytes.holds(CameraBlock.makerNote) == names.contains("MakerNote"))
      #expect(bytes.holds(Array("Maker & Co".utf8)) == names.contains("Make"))
    }
  }

  @Test("The place alone, or but for its height")
  func place() throws {
    let block = CameraBlock(isBigEndian: true)
    let gps = ["GPSLatitudeRef", "GPSLatitude", "GPSDateStamp"]
    for (keep, drop, expected) in [(["gps"], [], gps), (["gps"], ["GPSDateStamp"], Array(gps.prefix(2)))] {
      let kept = try Self.kept([Self.exif(block)], keep: keep, drop: drop)
      #expect(Self.names(kept.segments.first?.payload) == expected)
    }
    // Header, IFD0 with its one pointer, and the directory with its values: two texts in the fields, three RATIONALs and a
    // date of 11 bytes.
    let alone = try #require(try Self.kept([Self.exif(block)], keep: ["gps"]).segments.first?.payload)
    #expect(alone.count == 6 + 8 + 18 + (2 + 3 * 12 + 4) + 24 + 11)
    #expect(
      try Self.kept(
        [Self.exif(block)], keep: ["gps"], drop: ["GPSLatitudeRef", "GPSLatitude", "GPSDateStamp"]
      )
      .segments == [])
  }

  @Test("A maker's notes that name the place don't stay without it")
  func makerNotes() throws {
    // Panasonic's notes: a directory behind 12 bytes, offsets from the block's start; 0x6D is the city.
    func block(city: String) -> [UInt8] {
      var tiff = TIFFBuilder(isBigEndian: false)
      let value = tiff.append(Array(city.utf8))
      let directory =
        Array("Panasonic\0\0\0".utf8) + tiff.number(1, 2) + tiff.number(0x6D, 2) + tiff.number(7, 2)
        + tiff.number(city.utf8.count, 4) + tiff.number(value, 4) + tiff.number(0, 4)
      let exif = tiff.directory([
        TIFFBuilder.Field(tag: 0x927C, type: 7, count: directory.count, value: directory)
      ])
      tiff.setMain(tiff.directory([tiff.ascii(0x010F, "Panasonic"), tiff.long(0x8769, exif)]))
      return JPEGBuilder.segment(0xE1, tiff.payload)
    }
    let named = block(city: "Paris\0\0\0")
    let kept = try Self.kept([named], keep: ["exif"])
    #expect(Self.names(kept.segments.first?.payload) == ["Make"])
    #expect(kept.segments.first?.payload.holds(Array("Paris".utf8)) == false)
    #expect(
      kept.warnings == [
        Finding(
          .makerNotesDropped,
          "the maker's notes can't be kept: they name the place, and 'gps: keep' isn't said")
      ])
    for (segment, gps) in [(named, true), (block(city: "---\0\0\0\0\0"), false)] {
      let kept = try Self.kept([segment], keep: ["exif"], gps: gps)
      #expect(Self.names(kept.segments.first?.payload) == ["Make", "MakerNote"])
      #expect(kept.warnings == [])
    }
  }

  @Test("Samsung's notes, which have no name of their own, don't stay where they have one of the place")
  func samsungNotes() throws {
    func names(_ tag: Int) throws -> [String] {
      var tiff = TIFFBuilder(isBigEndian: false)
      let directory =
        tiff.number(2, 2) + tiff.number(1, 2) + tiff.number(7, 2) + tiff.number(4, 4) + Array("0100".utf8)
        + tiff.number(tag, 2) + tiff.number(2, 2) + tiff.number(6, 4) + tiff.number(30, 4) + tiff.number(0, 4)
      let notes = directory + Array("Paris\0".utf8)
      let exif = tiff.directory([.init(tag: 0x927C, type: 7, count: notes.count, value: notes)])
      tiff.setMain(tiff.directory([tiff.ascii(0x010F, "SAMSUNG"), tiff.long(0x8769, exif)]))
      let kept = try Self.kept([JPEGBuilder.segment(0xE1, tiff.payload)], keep: ["exif"])
      #expect(kept.warnings.map(\.code) == (tag == 0x20 ? [] : [.makerNotesDropped]))
      return Self.names(kept.segments.first?.payload)
    }
    #expect(try names(0x20) == ["Make", "MakerNote"])
    for tag in [0x30, 0x31] { #expect(try names(tag) == ["Make"]) }
  }

  @Test("Photoshop's resources in EXIF never stay, since they hold the old picture")
  func photoshop() throws {
    var tiff = TIFFBuilder(isBigEndian: true)
    let resources = TIFFBuilder.Field(tag: 0x8649, type: 1, count: 9, value: Array("thumbnail".utf8))
    _ = tiff.directory([tiff.ascii(0x010F, "Maker & Co"), resources])
    let kept = try Self.kept([JPEGBuilder.segment(0xE1, tiff.payload)], keep: ["exif", "iptc"])
    #expect(Self.names(kept.segments.first?.payload) == ["Make"])
    #expect(kept.segments.first?.payload.holds(Array("thumbnail".utf8)) == false)
    #expect(kept.notes == [Finding(.metadataDropped, "iptc")])
  }

  @Test("What no directory names is gone, though values that fields share would make the block longer")
  func orphans() throws {
    var tiff = TIFFBuilder(isBigEndian: false)
    let shared = tiff.append([UInt8](repeating: 0x41, count: 1999) + [0])
    _ = tiff.append(Array("48 N 2 E".utf8))
    func field(_ tag: Int) -> [UInt8] {
      tiff.number(tag, 2) + tiff.number(2, 2) + tiff.number(2000, 4) + tiff.number(shared, 4)
    }
    tiff.setMain(tiff.append(tiff.number(2, 2) + field(0x010E) + field(0x010F) + tiff.number(0, 4)))
    let kept = try Self.kept([JPEGBuilder.segment(0xE1, tiff.payload)], keep: ["exif"])
    let bytes = try #require(kept.segments.first?.payload)
    #expect(Self.names(bytes) == ["ImageDescription", "Make"])
    #expect(!bytes.holds(Array("48 N 2 E".utf8)))
    #expect(bytes.count == 6 + 8 + 2 + 24 + 4 + 2000)
  }

  @Test("A maker's notes that can't be followed count as naming the place")
  func brokenNotes() throws {
    for notes in ["Panasonic\0\0\0\u{9}", "Nikon\0\u{2}\u{10}\0\0II*\0"] {
      var tiff = TIFFBuilder(isBigEndian: false)
      let field = TIFFBuilder.Field(tag: 0x927C, type: 7, count: notes.utf8.count, value: Array(notes.utf8))
      _ = tiff.directory([tiff.ascii(0x010F, "Maker & Co"), field])
      let kept = try Self.kept([JPEGBuilder.segment(0xE1, tiff.payload)], keep: ["exif"])
      #expect(Self.names(kept.segments.first?.payload) == ["Make"])
      #expect(kept.warnings.map(\.code) == [.makerNotesDropped])
    }
  }

  private static func packet(_ inside: String) -> [UInt8] {
    let text =
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
      + "<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'"
      + " xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='5'>" + inside
      + "</rdf:Description></rdf:RDF></x:xmpmeta>" + String(repeating: " ", count: 2000)
    return JPEGBuilder.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(text.utf8))
  }

  @Test("Properties of XMP by group and by name")
  func xmp() throws {
    let creator = "<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li></rdf:Seq></dc:creator>"
    let title = "<dc:title><rdf:Alt><rdf:li>At sea</rdf:li></rdf:Alt></dc:title>"
    let cases: [([String], [String], String?, String?)] = [
      (["xmp"], [], " xmp:Rating=\"5\">\(creator)\(title)", nil),
      (["xmp"], ["xmp:Rating", "dc:title"], ">\(creator)", "xmp:Rating, dc:title"),
      (["xmp"], ["copyright"], " xmp:Rating=\"5\">\(title)", "dc:creator"),
      (["copyright"], [], ">\(creator)", "xmp"), (["dc:title"], [], ">\(title)", "xmp"),
      (["dc:subject"], [], nil, "xmp"), (["exif"], [], nil, "xmp"),
    ]
    for (keep, drop, inside, dropped) in cases {
      let kept = try Self.kept([Self.packet(creator + title)], keep: keep, drop: drop)
      #expect(kept.notes == (dropped.map { [Finding(.metadataDropped, $0)] } ?? []), "\(keep) \(drop)")
      #expect(kept.warnings == [])
      guard let inside else {
        #expect(kept.segments == [], "\(keep)")
        continue
      }
      let text = String(decoding: kept.segments.first?.payload ?? [], as: UTF8.self)
      #expect(text.contains(inside + "</rdf:Description>"), "\(keep) \(drop): \(text)")
      // The space behind the packet stays with the whole of it alone.
      #expect((text.utf8.count > 2000) == keep.contains("xmp"))
    }
  }

  @Test("Nothing around the descriptions goes along with single properties")
  func layout() throws {
    let text =
      "<?secret 48 N?><x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='of a friend'>at home<rdf:RDF"
      + " xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>48 N<rdf:Description"
      + " rdf:about='uuid:7' nick='Ann' xmlns:dc='http://purl.org/dc/elements/1.1/' dc:title='a'>2 E</rdf:Description></rdf:RDF></x:xmpmeta>"
    let segment = JPEGBuilder.segment(0xE1, Array(("http://ns.adobe.com/xap/1.0/\0" + text).utf8))
    let kept = try Self.kept([segment], keep: ["dc:title"])
    let expected =
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\" x:xmptk=\"of a friend\">\n"
      + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
      + "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" dc:title=\"a\">\n</rdf:Description></rdf:RDF>"
      + "</x:xmpmeta>"
    #expect(String(decoding: kept.segments.first?.payload.dropFirst(29) ?? [], as: UTF8.self) == expected)
  }

  @Test("What isn't a description can't be looked through for single properties")
  func typedNode() throws {
    let text =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='urn:e'><e:Note e:secret='1'/></rdf:RDF>"
    let segment = JPEGBuilder.segment(0xE1, Array(("http://ns.adobe.com/xap/1.0/\0" + text).utf8))
    let kept = try Self.kept([segment], keep: ["copyright"])
    #expect(kept.segments == [])
    #expect(
      kept.warnings == [
        Finding(.xmpDropped, "XMP can't be kept: it has e:Note in the place of a description")
      ])
    #expect(try Self.kept([segment], keep: ["xmp"]).segments.count == 1)
    let beside = "<x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='of a friend'>48 N<x:y>secret</x:y></x:xmpmeta>"
    let other = JPEGBuilder.segment(0xE1, Array(("http://ns.adobe.com/xap/1.0/\0" + beside).utf8))
    #expect(try Self.kept([other], keep: ["copyright"]).segments == [])
  }

  @Test("Space that is left between what goes is one line's end, whatever went")
  func space() throws {
    let creator = "<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li></rdf:Seq></dc:creator>"
    let segment = Self.packet("  <dc:a/> \n <!-- b --> <dc:c/>\n\(creator)")
    let kept = try Self.kept([segment], keep: ["copyright"])
    let text = String(decoding: kept.segments.first?.payload ?? [], as: UTF8.self)
    #expect(text.contains(">\n\(creator)</rdf:Description>"))
    let again = try Self.kept(
      kept.segments.map { JPEGBuilder.segment(0xE1, $0.payload) }, keep: ["copyright"])
    #expect(again.segments == kept.segments)
  }

  @Test("Of what stands around the root nothing stays but the packet's own, where XMP isn't kept as a whole")
  func aroundTheRoot() throws {
    func segment(_ outside: String, _ attribute: String) -> [UInt8] {
      let root =
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='urn:e'\(attribute)>"
        + "<rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/' dc:creator='Ann'/></rdf:RDF>"
      let text = "<x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='any'>\(outside)\(root)</x:xmpmeta>"
      return JPEGBuilder.segment(0xE1, Array(("http://ns.adobe.com/xap/1.0/\0" + text).utf8))
    }
    let plain = try Self.kept([segment("", " e:secret='1'")], keep: ["copyright"])
    let text = String(decoding: plain.segments.first?.payload ?? [], as: UTF8.self)
    #expect(text.contains("x:xmptk=\"any\"") && text.contains("dc:creator=\"Ann\""))
    #expect(!text.contains("secret"))
    let stray = try Self.kept([segment("<e:secret>1</e:secret>", "")], keep: ["copyright"])
    #expect(stray.segments == [])
    #expect(
      stray.warnings == [
        Finding(.xmpDropped, "XMP can't be kept: it has e:secret in the place of a description")
      ])
    let whole = try Self.kept([segment("<e:secret>1</e:secret>", " e:secret='1'")], keep: ["xmp"])
    #expect(whole.segments.count == 1 && whole.warnings == [])
  }

  @Test("An instruction that holds a tag isn't followed: there are readers that find the tag")
  func instruction() throws {
    let kept = try Self.kept([Self.packet("<?x ><exif:GPSLatitude>1</exif:GPSLatitude>?>")], keep: ["xmp"])
    #expect(kept.segments == [])
    #expect(
      kept.warnings == [
        Finding(.xmpDropped, "XMP can't be kept: a processing instruction holds a tag")
      ])
    #expect(try Self.kept([Self.packet("<?x y='1'?>")], keep: ["xmp"]).segments.count == 1)
  }
}
