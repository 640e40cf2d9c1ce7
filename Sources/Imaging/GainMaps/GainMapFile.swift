import ImageModel

/// A JPEG file of a picture and its gain map. The map is a JPEG of its own after the picture.
///
/// Some readers look for `hdrgm` in XMP and for GContainer (Ultra HDR Image Format 1.1), others for the segments
/// of ISO 21496-1. The file has both. Its Multi-Picture Format (CIPA DC-007, 5.2) gives the map's place.
package struct GainMapFile {
  /// The picture's metadata, with the segments that lead to the map.
  package let metadata: KeptMetadata
  /// The offset in the file of the index's numbers, and of the point from which places count.
  private let entriesOffset: Int
  private let origin: Int
  private let mapBytes: Int

  /// The number of bytes before the first metadata segment: SOI and the JFIF segment.
  private static let headerBytes = 20
  private static let entryBytes = 16
  /// "MP Type" of the primary picture (CIPA DC-007, 5.2.3.3.1).
  private static let primaryType = 0x03_0000

  /// The file of a picture that keeps `metadata`, and of a map that takes `mapBytes` when encoded.
  package init(_ metadata: KeptMetadata, mapBytes: Int) {
    let xmp = MetadataSegment.Kind.xmp
    let description = Self.container(mapBytes)
    var kept = metadata
    let packet = kept.segments.first { $0.payload.starts(with: xmp.identifier) }?.payload
    let joined = packet.flatMap { XMPPacket.payload($0, adding: description) }
    if let joined, joined.count <= MetadataSegment.longestPayload {
      kept.setXMP(joined)
    } else {
      if packet != nil { kept.drop(.xmpDropped, "XMP can't be kept: it leaves no room for the gain map's") }
      kept.setXMP(XMPPacket.payload(description))
    }
    kept.addSegment(marker: 0xE2, GainMap.segmentName + GainMapMetadata.versions)
    let before = kept.segments.reduce(Self.headerBytes) { $0 + 4 + $1.payload.count }
    let index = Self.index
    kept.addSegment(marker: 0xE2, MultiPictureFormat.segmentName + index)
    self.metadata = kept
    self.mapBytes = mapBytes
    origin = before + 4 + MultiPictureFormat.segmentName.count
    entriesOffset = origin + index.count - 2 * Self.entryBytes
  }

  /// The metadata of the map's own JPEG. `profile` are the segments of its ICC profile.
  package static func mapMetadata(
    _ metadata: GainMapMetadata, profile: [KeptMetadata.Segment]
  ) -> KeptMetadata {
    KeptMetadata(
      [
        KeptMetadata.Segment(
          marker: MetadataSegment.Kind.xmp.marker, payload: XMPPacket.payload(metadata.description)),
        KeptMetadata.Segment(marker: 0xE2, payload: GainMap.segmentName + metadata.iso),
      ] + profile)
  }

  /// The bytes to write at an offset when the picture has taken `bytes`: the places of both pictures.
  package func entries(pictureBytes bytes: Int) -> (offset: Int, bytes: [UInt8]) {
    let picture = [UInt8](Self.primaryType, count: 4) + [UInt8](bytes, count: 4)
    let map = [UInt8](0, count: 4) + [UInt8](mapBytes, count: 4) + [UInt8](bytes - origin, count: 4)
    return (entriesOffset, picture + [UInt8](0, count: 8) + map + [UInt8](0, count: 4))
  }

  /// The index with two empty entries (CIPA DC-007, 5.2.2): a directory with the version, the number of pictures,
  /// and the place of the entries.
  private static var index: [UInt8] {
    func field(_ tag: Int, type: Int, count: Int, _ value: [UInt8]) -> [UInt8] {
      [UInt8](tag, count: 2) + [UInt8](type, count: 2) + [UInt8](count, count: 4) + value
    }
    let (head, fields, next) = (8, 3, 4)
    let end = head + 2 + fields * TIFFEntry.length + next
    return Array("MM\0*".utf8) + [UInt8](head, count: 4) + [UInt8](fields, count: 2)
      + field(0xB000, type: 7, count: 4, Array("0100".utf8))
      + field(0xB001, type: 4, count: 1, [UInt8](2, count: 4))
      + field(0xB002, type: 7, count: 2 * entryBytes, [UInt8](end, count: 4))
      + [UInt8](repeating: 0, count: next + 2 * entryBytes)
  }

  /// The description that leads to the map (Ultra HDR Image Format 1.1, "GContainer").
  private static func container(_ mapBytes: Int) -> String {
    func item(_ attributes: String) -> String {
      "<rdf:li rdf:parseType=\"Resource\"><Container:Item \(attributes)/></rdf:li>"
    }
    return "<rdf:Description rdf:about=\"\" xmlns:rdf=\"\(XMPPacket.rdf)\" xmlns:hdrgm=\"\(XMPName.hdrgm)\""
      + " xmlns:Container=\"\(XMPName.container)\" xmlns:Item=\"\(XMPName.containerItem)\" hdrgm:Version=\"1.0\">"
      + "<Container:Directory><rdf:Seq>"
      + item("Item:Semantic=\"Primary\" Item:Mime=\"image/jpeg\"")
      + item("Item:Semantic=\"GainMap\" Item:Mime=\"image/jpeg\" Item:Length=\"\(mapBytes)\"")
      + "</rdf:Seq></Container:Directory></rdf:Description>"
  }
}
