import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// EXIF and IPTC as fields of a TIFF's own directory, written and read.
struct MetadataTIFFTests {
  /// A field as the test reads it: type, and the values' bytes in the file's order.
  private struct Field: Equatable {
    var type: Int
    var value: [UInt8]
  }

  /// The fields of a little-endian directory, in their order.
  private static func fields(_ file: [UInt8], at place: Int) -> [(tag: Int, field: Field)] {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(file[at + $1]) << (8 * $1) }
    }
    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1]
    return (0..<number(place, 2)).map { index in
      let at = place + 2 + 12 * index
      let length = (sizes[number(at + 2, 2)] ?? 0) * number(at + 4, 4)
      let start = length <= 4 ? at + 8 : number(at + 8, 4)
      return (number(at, 2), Field(type: number(at + 2, 2), value: Array(file[start..<start + length])))
    }
  }

  private static func tiff(_ segments: [KeptMetadata.Segment]) throws -> (file: [UInt8], warnings: [Finding])
  {
    var file: [UInt8] = []
    let encoder = try PictureEncoder(.tiff) { bytes throws(ImageError) in file += bytes }
    let plane = try Plane<UInt8>(width: 5, height: 3)
    for y in 0..<3 { for x in 0..<5 { plane.row(y)[x] = 9 } }
    let warnings = try encoder.encode(
      [Channel(plane)], PixelFormat(.grey), options: .defaults(.tiff), metadata: KeptMetadata(segments))
    return (file, warnings)
  }

  @Test(
    "EXIF of either byte order becomes fields of the directory, without maker notes",
    arguments: [true, false])
  func written(isBigEndian: Bool) throws {
    let block = CameraBlock(isBigEndian: isBigEndian)
    let records: [UInt8] = [0x1C, 2, 80, 0, 3] + Array("Ann".utf8)
    let iptc = Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 8] + records
    let (file, warnings) = try Self.tiff([
      .init(marker: 0xE1, payload: block.payload), .init(marker: 0xED, payload: iptc),
    ])
    #expect(warnings.map(\.code) == [.makerNotesDropped])
    let main = Self.fields(file, at: file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) })
    #expect(main.map(\.tag) == main.map(\.tag).sorted())
    let values = Dictionary(uniqueKeysWithValues: main.map { ($0.tag, $0.field) })
    #expect(values[0x0100] == Field(type: 3, value: [5, 0]))
    #expect(values[0x0101] == Field(type: 3, value: [3, 0]))
    #expect(values[0x010F] == Field(type: 2, value: Array("Maker & Co\0".utf8)))
    #expect(values[0x0112] == Field(type: 3, value: [6, 0]))
    #expect(values[0x011A] == Field(type: 5, value: [72, 0, 0, 0, 1, 0, 0, 0]))
    #expect(values[0x83BB] == Field(type: 7, value: records))
    func below(_ tag: Int, of values: [Int: Field]) throws -> [Int: Field] {
      let place = try #require(values[tag]).value.reversed().reduce(0) { $0 << 8 | Int($1) }
      return Dictionary(uniqueKeysWithValues: Self.fields(file, at: place).map { ($0.tag, $0.field) })
    }
    let exif = try below(0x8769, of: values)
    #expect(exif.keys.sorted() == [0x9003, 0xA002, 0xA003, 0xA005])
    #expect(exif[0x9003] == Field(type: 2, value: Array("2024:01:02 03:04:05\0".utf8)))
    #expect(try below(0xA005, of: exif)[0x0001] == Field(type: 2, value: Array("R98\0".utf8)))
    let gps = try below(0x8825, of: values)
    let little = TIFFBuilder(isBigEndian: false)
    let place = CameraBlock.place.flatMap { little.number($0, 4) + little.number(1, 4) }
    #expect(gps[0x0002] == Field(type: 5, value: place))
  }

  @Test("Without metadata a TIFF is as it was")
  func bare() throws {
    let (file, warnings) = try Self.tiff([])
    #expect(warnings == [])
    let orientationAlone = try Self.tiff([.init(marker: 0xE1, payload: ExifEditor.minimal(.topLeft))]).file
    #expect(orientationAlone.count > file.count)
    var reader = try TIFFHeaderReader(ByteSource(orientationAlone), 0)
    #expect(try reader.orientation() == .valid(.topLeft, oddity: nil))
  }

  @Test("What is written is read again, as EXIF and IPTC of the TIFF", arguments: [true, false])
  func read(isBigEndian: Bool) throws {
    let block = CameraBlock(isBigEndian: isBigEndian)
    let records: [UInt8] = [0x1C, 2, 80, 0, 3] + Array("Ann".utf8)
    let iptc = Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 8] + records
    let source = ByteSource(
      try Self.tiff([.init(marker: 0xE1, payload: block.payload), .init(marker: 0xED, payload: iptc)]).file)
    let kept = try KeptMetadata.read(
      PictureHeader.read(from: source), from: source,
      MetadataRequest(
        policy: MetadataPolicy(keep: [.exif, .iptc], gpsStays: true), orientation: .upright,
        size: PixelSize(width: 300, height: 200), components: 1))
    #expect(kept.warnings == [])
    #expect(kept.segments.map(\.marker) == [0xE1, 0xED])
    #expect(kept.segments.last?.payload == iptc)
    let tags = LibExifTags(payload: try #require(kept.segments.first?.payload))?.tags().map(\.name)
    #expect(
      tags == [
        "Make", "Orientation", "XResolution", "YResolution", "ResolutionUnit", "DateTimeOriginal",
        "PixelXDimension",
        "PixelYDimension", "GPSLatitudeRef", "GPSLatitude", "GPSDateStamp", "InteroperabilityIndex",
        "RelatedImageWidth", "RelatedImageLength",
      ])
  }

  @Test("Maker notes of a TIFF can't go along, and places of a map count as places")
  func losses() throws {
    var tiff = TIFFBuilder(isBigEndian: false)
    let notes = TIFFBuilder.Field(tag: 0x927C, type: 7, count: 6, value: Array("notes!".utf8))
    let exif = tiff.directory([tiff.ascii(0x9003, "2024:01:02 03:04:05"), notes])
    let main = [
      tiff.short(0x0100, 5), tiff.short(0x0101, 3), tiff.ascii(0x010F, "Maker & Co"),
      tiff.rationals(0x8482, [7, 8, 9]),
      tiff.long(0x8769, exif), tiff.ascii(0x935C, "layers"),
    ]
    tiff.setMain(tiff.directory(main))
    let source = ByteSource(tiff.bytes)
    func kept(_ keep: [MetadataName], gps: Bool = false) throws -> KeptMetadata {
      try KeptMetadata.read(
        PictureHeader.read(from: source), from: source,
        MetadataRequest(
          policy: MetadataPolicy(keep: keep, gpsStays: gps), orientation: .upright,
          size: PixelSize(width: 5, height: 3), components: 1))
    }
    let without = try kept([.exif])
    #expect(
      without.warnings == [
        Finding(
          .makerNotesDropped, "the maker's notes can't be kept: they may point to any place of their TIFF")
      ])
    #expect(without.notes == [Finding(.metadataDropped, "gps")])
    let bytes = try #require(without.segments.first?.payload)
    #expect(bytes.holds(Array("Maker & Co".utf8)))
    for word in ["notes!", "layers"] { #expect(!bytes.holds(Array(word.utf8))) }
    let place: [UInt8] = [7, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 9]
    #expect(!bytes.holds(place))
    #expect(try kept([.exif], gps: true).segments.first?.payload.holds(place) == true)
    let untouched = try kept([.icc])
    #expect(untouched.segments == [] && untouched.notes == [Finding(.metadataDropped, "exif")])
  }

  private static func kept(
    _ file: [UInt8], _ keep: [MetadataName], drop: [MetadataName] = [],
    orientation: WrittenOrientation = .upright
  ) throws -> KeptMetadata {
    let source = ByteSource(file)
    return try KeptMetadata.read(
      PictureHeader.read(from: source), from: source,
      MetadataRequest(
        policy: MetadataPolicy(keep: keep, drop: drop), orientation: orientation,
        size: PixelSize(width: 5, height: 3), components: 1))
  }

  /// A TIFF's directory of a size and more fields.
  private static func tiff(_ build: (inout TIFFBuilder) -> [TIFFBuilder.Field]) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: false)
    let fields = build(&tiff)
    tiff.setMain(tiff.directory([tiff.short(0x0100, 5), tiff.short(0x0101, 3)] + fields))
    return tiff.bytes
  }

  @Test("Fields that say how samples lie, under whatever name, aren't taken over")
  func pixelFields() throws {
    var tiff = TIFFBuilder(isBigEndian: false)
    _ = tiff.directory([tiff.ascii(0x010F, "Maker & Co"), tiff.short(0x80E4, 3), tiff.long(0xC612, 0x0401)])
    let file = try Self.tiff([.init(marker: 0xE1, payload: tiff.payload)]).file
    let tags = Self.fields(file, at: file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }).map(\.tag)
    #expect(tags.contains(0x010F) && !tags.contains(0x80E4) && !tags.contains(0xC612))
    // Nobody asked for the tag.
    #expect(!tags.contains(0x0112))
  }

  @Test("Fields that a TIFF has for its own samples are noted as left out")
  func notedFields() throws {
    var tiff = TIFFBuilder(isBigEndian: false)
    _ = tiff.directory([tiff.short(0x0103, 6), tiff.ascii(0x010F, "Maker & Co"), tiff.short(0x0213, 1)])
    var kept = KeptMetadata([.init(marker: 0xE1, payload: tiff.payload)])
    kept.noteFields(leftOutOf: .png)
    #expect(kept.notes == [])
    kept.noteFields(leftOutOf: .tiff)
    #expect(kept.notes == [Finding(.metadataDropped, "YCbCrPositioning")])
  }

  @Test("The tag is written though IPTC is kept and EXIF isn't")
  func orientationBesideIPTC() throws {
    let records: [UInt8] = [0x1C, 2, 80, 0, 3] + Array("Ann".utf8)
    let file = Self.tiff { tiff in
      [tiff.short(0x0112, 6), TIFFBuilder.Field(tag: 0x83BB, type: 7, count: 8, value: records)]
    }
    let kept = try Self.kept(file, [.iptc], orientation: .tag(.rightTop))
    #expect(kept.segments.map(\.marker) == [0xE1, 0xED])
    #expect(kept.segments.first?.payload == ExifEditor.minimal(.rightTop))
  }

  @Test("IPTC that is written as numbers is read as bytes")
  func swapped() throws {
    let records: [UInt8] = [0x1C, 2, 80, 0, 3] + Array("Ann".utf8)
    let swapped = records[0..<4].reversed() + records[4..<8].reversed()
    let file = Self.tiff { _ in [TIFFBuilder.Field(tag: 0x83BB, type: 4, count: 2, value: Array(swapped))] }
    let payload = Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 8] + records
    #expect(try Self.kept(file, [.iptc]).segments.map(\.payload) == [payload])
  }

  @Test("What can't be kept of a TIFF is said")
  func faults() throws {
    let long = [UInt8](repeating: 0x41, count: 66000)
    let cases: [([UInt8], MetadataName, Finding)] = [
      (
        Self.tiff { _ in [TIFFBuilder.Field(tag: 0x9286, type: 7, count: 66000, value: long)] }, .exif,
        Finding(.exifDropped, "EXIF can't be kept whole: its values have more than 65533 bytes")
      ),
      (
        Self.tiff { _ in [TIFFBuilder.Field(tag: 0x83BB, type: 7, count: 66000, value: long)] }, .iptc,
        Finding(.iptcDropped, "IPTC can't be kept: it is longer than a marker segment")
      ),
      (
        Self.tiff { [$0.long(0x8769, 900_000)] }, .exif,
        Finding(.exifDropped, "EXIF can't be kept whole: tag 0x8769 leads to no directory of its own")
      ),
      (
        Self.tiff { tiff in
          // Each directory of a chain holds the pointers to those before it, so that paths multiply.
          var fields: [TIFFBuilder.Field] = []
          for _ in 0..<8 {
            let place = tiff.directory(fields)
            fields = [tiff.long(0x8769, place), tiff.long(0x8825, place), tiff.long(0xA005, place)]
          }
          return fields
        }, .exif,
        Finding(.exifDropped, "EXIF can't be kept whole: tag 0x8825 leads to no directory of its own")
      ),
    ]
    for (file, keep, warning) in cases {
      // Where places stay IPTC's records aren't looked into.
      let kept = try Self.kept(file, [keep, .gps])
      #expect(kept.segments == [])
      #expect(kept.warnings.first == warning)
      #expect(try Self.kept(file, [.icc]).warnings == [])
    }
  }

  @Test("Maker notes that aren't to be kept are noted")
  func droppedNotes() throws {
    let file = Self.tiff { tiff in
      let notes = TIFFBuilder.Field(tag: 0x927C, type: 7, count: 6, value: Array("notes!".utf8))
      let exif = tiff.directory([tiff.ascii(0x9003, "2024:01:02 03:04:05"), notes])
      return [tiff.long(0x8769, exif)]
    }
    let kept = try Self.kept(file, [.exif], drop: [.makerNotes])
    #expect(kept.warnings == [] && kept.notes == [Finding(.metadataDropped, "maker_notes")])
  }
}
