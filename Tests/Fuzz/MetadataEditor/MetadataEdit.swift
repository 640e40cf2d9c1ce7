import ImageModel
import Imaging
import TestSupport

/// An input of ``MetadataEditorTarget``: how a block is edited, and the block.
package struct MetadataEdit {
  enum Kind: UInt8, CaseIterable {
    case exif, xmp, resources

    /// What the segment begins with.
    var identifier: [UInt8] {
      switch self {
      case .exif: Array("Exif\0\0".utf8)
      case .xmp: Array("http://ns.adobe.com/xap/1.0/\0".utf8)
      case .resources: Array("Photoshop 3.0\0".utf8)
      }
    }

    /// APP1 or APP13.
    var marker: UInt8 { self == .resources ? 0xED : 0xE1 }
  }

  /// The bytes that choose.
  static let length = 6
  /// What the first two bytes keep and drop, a bit each.
  static let groups = ["icc", "exif", "gps", "xmp", "iptc", "comment", "copyright", "maker_notes"]
  /// What the next two do.
  static let tags = [
    "Make", "Orientation", "Copyright", "GPSLatitude", "PixelXDimension", "dc:title", "exif:GPSLatitude",
    "tiff:Orientation",
  ]
  /// The output's size that is written.
  static let size = PixelSize(width: 30, height: 20)

  let policy: PlainPolicy
  let orientation: WrittenOrientation
  let kind: Kind
  let block: [UInt8]

  /// Nil where the choices are cut off, or the block is too long for a segment.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length, let kind = Kind(rawValue: bytes[5] % 3),
      bytes.count + 64 <= MetadataSegment.longestPayload
    else { return nil }
    let keep = Self.names(bytes[0], of: Self.groups) + Self.names(bytes[2], of: Self.tags)
    let drop = Self.names(bytes[1], of: Self.groups) + Self.names(bytes[3], of: Self.tags)
    policy = PlainPolicy(keep: Set(keep), drop: Set(drop).subtracting(keep), gpsStays: bytes[4] & 1 == 1)
    orientation =
      switch bytes[4] >> 1 & 15 {
      case 0: .none
      case let value: ExifOrientation(rawValue: value).map(WrittenOrientation.tag) ?? .upright
      }
    self.kind = kind
    block = Array(bytes.dropFirst(Self.length))
  }

  var segment: KeptMetadata.Segment {
    KeptMetadata.Segment(marker: kind.marker, payload: kind.identifier + block)
  }

  /// What an output keeps of a JPEG with these segments. Throws `io_error`.
  func kept(of segments: [KeptMetadata.Segment]) throws(ImageError) -> KeptMetadata {
    let source = ByteSource(Self.file(segments))
    return try KeptMetadata.read(
      try JPEGHeader.read(from: source), from: source,
      MetadataRequest(
        policy: policy.policy, orientation: orientation, size: Self.size))
  }

  /// A JPEG with these segments and an end, but without a picture.
  static func file(_ segments: [KeptMetadata.Segment]) -> [UInt8] {
    JPEGBuilder.file(with: segments.map { JPEGBuilder.segment($0.marker, $0.payload) }) + [0xFF, 0xD9]
  }

  /// JPEGs with an input's block as it was, and with what is kept of it; nil where nothing is.
  package static func files(_ bytes: [UInt8]) -> (before: [UInt8], after: [UInt8])? {
    guard let edit = MetadataEdit(bytes), let kept = try? edit.kept(of: [edit.segment]),
      !kept.segments.isEmpty
    else { return nil }
    return (file([edit.segment]), file(kept.segments))
  }

  private static func names(_ bits: UInt8, of all: [String]) -> [String] {
    all.indices.filter { bits >> UInt8($0) & 1 == 1 }.map { all[$0] }
  }
}

/// What a policy allows, told from its names as a job writes them. No name is in both lists.
struct PlainPolicy {
  let keep: Set<String>
  let drop: Set<String>
  let gpsStays: Bool

  var policy: MetadataPolicy {
    MetadataPolicy(
      keep: keep.sorted().compactMap(MetadataName.init), drop: drop.sorted().compactMap(MetadataName.init),
      gpsStays: gpsStays)
  }

  /// The narrowest name that is said decides.
  func allows(_ tag: String?, _ group: String?, in block: String) -> Bool {
    for name in [tag, group].compactMap(\.self) {
      if drop.contains(name) { return false }
      if keep.contains(name) { return true }
    }
    return keep.contains(block) && (group != "gps" || gpsStays)
  }

  /// True when places that aren't named stay.
  var allowsPlaces: Bool { keep.contains("gps") || gpsStays && !drop.contains("gps") }
}
