import ImageModel
import Testing

@testable import Imaging

/// A JPEG with a gain map behind it, written by hand: Ultra HDR, ISO 21496-1, or both.
struct HDRPicture {
  enum Style {
    case hdrgm, iso, both, apple
  }

  var style = Style.hdrgm
  var base = Picture(width: 160, height: 96)
  var map = Picture(
    width: 80, height: 48, isGrey: true, options: .jpeg(quality: 100, chroma: ChromaSubsampling.none))
  /// The properties of the map: minimum -1/2, maximum 9/4, gamma 5/4, offsets 1/64 and 1/32, headrooms 0 and 5/2.
  var properties =
    #"hdrgm:Version="1.0" hdrgm:GainMapMin="-0.5" hdrgm:GainMapMax="2.25" hdrgm:Gamma="1.25" "#
    + #"hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.03125" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2.5" "#
    + #"hdrgm:BaseRenditionIsHDR="False""#
  /// The same numbers as ISO 21496-1 writes them.
  var block: [UInt8] =
    [0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 2]
    + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 2, 0, 0, 0, 9, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 4]
    + [0, 0, 0, 1, 0, 0, 0, 64, 0, 0, 0, 1, 0, 0, 0, 32]

  private static let name = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

  private static func packet(_ description: String) -> KeptMetadata.Segment {
    .xmp(
      "<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
        + "<rdf:Description rdf:about=\"\" xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" "
        + description + "/></rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>")
  }

  /// An index of two pictures. The second one has `size` bytes and begins `offset` bytes after the index's own start.
  static func index(to offset: Int, size: Int) -> KeptMetadata.Segment {
    func number(_ value: Int) -> [UInt8] {
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    return KeptMetadata.Segment(
      marker: 0xE2,
      payload: Array("MPF\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0xB0, 2, 0, 7, 0, 0, 0, 32, 0, 0, 0, 26]
        + [0, 0, 0, 0] + [UInt8](repeating: 0, count: 20) + number(size) + number(offset) + [0, 0, 0, 0])
  }

  /// EXIF with Apple's maker notes, which hold the tags 33 and 48 as SRATIONAL.
  static func appleExif(first: (Int, Int), second: (Int, Int)) -> KeptMetadata.Segment {
    func number(_ value: Int, _ count: Int = 4) -> [UInt8] { [UInt8](value, count: count) }
    func field(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count) + number(value)
    }
    let values = number(first.0) + number(first.1) + number(second.0) + number(second.1)
    // The directory of two fields follows 14 bytes of name and order, and has 2 + 24 + 4 bytes.
    let notes =
      Array("Apple iOS\0\0\u{1}MM".utf8) + number(2, 2) + field(33, 10, 1, 44) + field(48, 10, 1, 52)
      + number(0)
      + values
    let exif = number(1, 2) + field(0x927C, 7, notes.count, 44) + number(0)
    let block =
      Array("MM\0*".utf8) + number(8) + number(1, 2) + field(0x8769, 4, 1, 26) + number(0) + exif + notes
    return KeptMetadata.Segment(marker: 0xE1, payload: Array("Exif\0\0".utf8) + block)
  }

  /// The map as it lies in the file.
  func mapFile() throws -> [UInt8] {
    var map = map
    if style == .apple {
      map.segments.append(
        .xmp(
          "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            + "<rdf:Description rdf:about=\"\" xmlns:HDRGainMap=\"http://ns.apple.com/HDRGainMap/1.0/\" "
            + "HDRGainMap:HDRGainMapVersion=\"65536\"/></rdf:RDF></x:xmpmeta>"))
      return try map.jpeg()
    }
    if style != .iso { map.segments.append(Self.packet(properties)) }
    if style != .hdrgm { map.segments.append(KeptMetadata.Segment(marker: 0xE2, payload: Self.name + block)) }
    return try map.jpeg()
  }

  /// The file's bytes.
  func file() throws -> [UInt8] { try file(map: mapFile()) }

  /// The file's bytes, with the bytes of another map.
  func file(map: [UInt8]) throws -> [UInt8] {
    var picture = base
    if [.hdrgm, .both].contains(style) { picture.segments.append(Self.packet(#"hdrgm:Version="1.0""#)) }
    if [.iso, .both].contains(style) {
      picture.segments.append(KeptMetadata.Segment(marker: 0xE2, payload: Self.name + [0, 0, 0, 0]))
    }
    let segments = picture.segments
    picture.segments = segments + [Self.index(to: 0, size: 0)]
    let bytes = try picture.jpeg()
    let start = try #require(bytes.firstRange(of: Array("MPF\0".utf8))).upperBound
    picture.segments = segments + [Self.index(to: bytes.count - start, size: map.count)]
    return try picture.jpeg() + map
  }
}

/// A JPEG with a gain map, read by the places in its index.
struct ReadHDR {
  /// The first picture, up to the second one's first byte.
  let base: [UInt8]
  let map: [UInt8]
  /// The sizes that the index gives for both pictures.
  let sizes: [Int]
  /// The payloads of both pictures' APP1 and APP2 segments, in the file's order.
  let baseSegments: [[UInt8]]
  let mapSegments: [[UInt8]]

  init(_ file: [UInt8]) throws {
    func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let start = try #require(file.firstRange(of: Array("MPF\0MM\0*".utf8))).lowerBound + 4
    let entries = start + number(start + 8 + 2 + 2 * 12 + 8)
    sizes = [number(entries + 4), number(entries + 20)]
    let place = start + number(entries + 24)
    base = Array(file[..<place])
    map = Array(file[place...])
    baseSegments = try Self.segments(base)
    mapSegments = try Self.segments(map)
  }

  private static func segments(_ file: [UInt8]) throws -> [[UInt8]] {
    try #require(file.starts(with: [0xFF, 0xD8]))
    var (place, found) = (2, [[UInt8]]())
    while file[place + 1] != 0xDA {
      let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
      if [0xE1, 0xE2].contains(file[place + 1]) {
        found.append(Array(file[(place + 4)..<(place + 2 + length)]))
      }
      place += 2 + length
    }
    return found
  }

  /// The first payload that begins with `name`, without it.
  static func payload(_ name: String, in segments: [[UInt8]]) -> [UInt8]? {
    let name = Array((name + "\0").utf8)
    return segments.first { $0.starts(with: name) }.map { Array($0.dropFirst(name.count)) }
  }

  static let iso = "urn:iso:std:iso:ts:21496:-1"
  static let xmp = "http://ns.adobe.com/xap/1.0/"
}
