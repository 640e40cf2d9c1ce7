import TestSupport

extension MetadataEditorTarget {
  /// Each block with policies and orientations of all kinds.
  package static func seeds() throws -> [[UInt8]] {
    let cameras = [true, false].flatMap { isBigEndian in
      [nil, Array("Unknown\0".utf8), panasonic(isBigEndian)].map { camera(isBigEndian, notes: $0) } + [
        shared(isBigEndian)
      ]
    }
    let blocks: [(MetadataEdit.Kind, [[UInt8]])] = [
      (.exif, cameras), (.xmp, [attributes, elements, nested].map { Array($0.utf8) }),
      (.resources, [resources]),
    ]
    return blocks.flatMap { kind, blocks in
      blocks.flatMap { block in choices.map { $0 + [kind.rawValue] + block } }
    }
  }

  /// Groups and tags that are kept and dropped, places, and the orientation: all but the kind.
  private static let choices: [[UInt8]] = [
    [0x1A, 0, 0, 0, 0x1E], [0x1A, 0, 0, 0, 0x1F], [0x1A, 0, 0, 0, 0x0C], [0x1A, 0, 0, 0, 0],
    [0x40, 0, 0, 0, 0x1E], [0x40, 0, 0, 0, 0x0C], [0x04, 0, 0, 0, 0x1E], [0x80, 0, 0, 0, 0x10],
    [0x1A, 0xC4, 0, 0x20, 0x1F], [0, 0, 0xFF, 0, 0x1E], [0x1A, 0, 0, 0xFF, 0x05], [0, 0, 0, 0, 0x0A],
  ]

  private static func camera(_ isBigEndian: Bool, notes: [UInt8]?) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    let linked = tiff.directory([tiff.ascii(1, "R98"), tiff.long(0x1001, 640), tiff.long(0x1002, 480)])
    let place = tiff.directory([
      tiff.ascii(1, "N"), tiff.rationals(2, [48, 8, 14]), tiff.rationals(6, [520]),
      tiff.ascii(0x1D, "2024:01:02"),
    ])
    let maker = notes.map { [TIFFBuilder.Field(tag: 0x927C, type: 7, count: $0.count, value: $0)] } ?? []
    let version = TIFFBuilder.Field(tag: 0x9000, type: 7, count: 4, value: Array("0232".utf8))
    let exif = tiff.directory(
      [tiff.rationals(0x829A, [1]), version, tiff.ascii(0x9003, "2024:01:02 03:04:05")] + maker + [
        tiff.long(0xA002, 640), tiff.short(0xA003, 480), tiff.long(0xA005, linked),
      ])
    let picture = tiff.append([0xFF, 0xD8, 0xFF, 0xD9])
    let thumbnail = tiff.directory([
      tiff.short(0x0103, 6), tiff.long(0x0201, picture), tiff.long(0x0202, 4),
    ])
    let main = [
      tiff.ascii(0x010F, "Maker"), tiff.short(0x0112, 6), tiff.rationals(0x011A, [72]),
      tiff.ascii(0x013B, "Ann"), tiff.ascii(0x8298, "2024 Ann"), tiff.long(0x8769, exif),
      tiff.long(0x8825, place),
    ]
    tiff.setMain(tiff.directory(main, next: thumbnail))
    return tiff.bytes
  }

  /// Notes that name a city, which lies behind their directory's one field.
  private static func panasonic(_ isBigEndian: Bool) -> [UInt8] {
    let tiff = TIFFBuilder(isBigEndian: isBigEndian)
    return Array("Panasonic\0\0\0".utf8) + tiff.number(1, 2) + tiff.number(0x6D, 2) + tiff.number(7, 2)
      + tiff.number(4, 4) + Array("Lyon".utf8) + tiff.number(0, 4)
  }

  /// Two fields of one value, and no room for another field before the next directory.
  private static func shared(_ isBigEndian: Bool) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    let value = tiff.append(tiff.rationals(0, [300]).value)
    let fields = [0x011A, 0x011B].map {
      TIFFBuilder.Field(tag: $0, type: 5, count: 1, value: tiff.number(value, 4))
    }
    let main = tiff.directory([tiff.ascii(0x010F, "Odd")] + fields, next: tiff.bytes.count + 42)
    _ = tiff.directory(fields + [tiff.short(0x0103, 6)])
    tiff.setMain(main)
    return tiff.bytes
  }

  private static func packet(_ attributes: String, _ inside: String) -> String {
    "<?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>\n<x:xmpmeta xmlns:x='adobe:ns:meta/'"
      + " x:xmptk='any'>\n<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n"
      + "<rdf:Description rdf:about='' xmlns:tiff='http://ns.adobe.com/tiff/1.0/'"
      + " xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:dc='http://purl.org/dc/elements/1.1/'"
      + " xmlns:xmp='http://ns.adobe.com/xap/1.0/'\(attributes)>\(inside)</rdf:Description>\n</rdf:RDF>\n"
      + "</x:xmpmeta>\n  \n<?xpacket end='w'?>"
  }

  private static let attributes = packet(
    " tiff:Orientation='6' tiff:ImageWidth='640' exif:GPSLatitude='48,8N' xmp:Rating='5' tiff:Artist='Ann'",
    "")

  private static let elements = packet(
    "",
    "\n <tiff:Orientation>6</tiff:Orientation>\n <exif:PixelYDimension>480</exif:PixelYDimension>\n"
      + " <!-- a note -->\n <exif:GPSLatitude>48,8N</exif:GPSLatitude>\n <xmp:Rating>5</xmp:Rating>\n"
      + " <tiff:Copyright>2024 Ann</tiff:Copyright>\n")

  private static let nested = packet(
    " xmlns:g='http://ns.adobe.com/xap/1.0/g/img/' xmlns:e='urn:e'",
    "<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li></rdf:Seq></dc:creator>"
      + "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>At sea</rdf:li></rdf:Alt></dc:title>"
      + "<e:shown rdf:parseType='Resource'><e:Longitude>2E</e:Longitude><e:name>L&amp;M</e:name></e:shown>"
      + "<xmp:Thumbnails><rdf:Alt><rdf:li g:width='1' g:image='/9j/'/></rdf:Alt></xmp:Thumbnails>")

  private static var resources: [UInt8] {
    func record(_ number: UInt8, _ set: UInt8, _ text: String) -> [UInt8] {
      [0x1C, number, set, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    func resource(_ number: UInt8, _ data: [UInt8]) -> [UInt8] {
      Array("8BIM".utf8) + [4, number, 3] + Array("abc".utf8) + [0, 0, 0, UInt8(data.count)] + data
        + (data.count.isMultiple(of: 2) ? [] : [0])
    }
    let records =
      record(1, 90, "\u{1B}%G") + record(2, 0, "\0\u{4}") + record(2, 80, "Ann") + record(2, 90, "Lyon")
      + record(2, 116, "2024 Ann")
    return resource(9, [7, 7, 7]) + resource(4, records) + resource(12, [8])
  }
}
