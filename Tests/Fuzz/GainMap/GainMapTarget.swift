import ImageModel
import Imaging
import TestSupport

/// The gain map of a JPEG, HEIC or AVIF. A map that is found lies in the file, and its numbers describe gains. Each of
/// the two forms in which the numbers are written gives them back.
package enum GainMapTarget: FuzzTarget {
  package static let name = "GainMap"
  package static let longest = 8192

  private typealias Segment = KeptMetadata.Segment
  private static let iso = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

  package static func seeds() throws -> [[UInt8]] {
    let half: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 2]
    let block =
      iso + [0, 0, 0, 0, 0x40] + [UInt8](repeating: 0, count: 4) + (0..<6).flatMap { _ in half }
      + half.dropLast(4)
    let packet = """
      http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2" \
      hdrgm:HDRCapacityMax="3"><hdrgm:Gamma><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>3</rdf:li></rdf:Seq>\
      </hdrgm:Gamma></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let (xmp, iso) = (
      Segment(marker: 0xE1, payload: Array(packet.utf8)), Segment(marker: 0xE2, payload: block)
    )
    return [[iso], [xmp], [xmp, iso]].map { pair($0) } + heifs(block.dropFirst(Self.iso.count))
  }

  /// AVIFs with a map that a `tmap` item names, and with Apple's.
  private static func heifs(_ block: ArraySlice<UInt8>) -> [[UInt8]] {
    var toneMapped = TestAV1.pair()
    toneMapped.items.append(HEIFBuilder.Item("tmap", data: [0] + block))
    toneMapped.associations.append([1])
    toneMapped.references = [("dimg", 3, [1, 2])]
    var apple = TestAV1.pair([HEIFBuilder.auxiliary("urn:com:apple:photo:2020:aux:hdrgainmap")])
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" \
      HDRGainMap:HDRGainMapHeadroom="6"/></rdf:RDF></x:xmpmeta>
      """
    apple.items.append(
      HEIFBuilder.Item("mime", contentType: "application/rdf+xml", data: Array(packet.utf8)))
    apple.associations.append([])
    apple.references = [("auxl", 2, [1]), ("cdsc", 3, [2])]
    return [toneMapped.bytes, apple.bytes]
  }

  /// The header of a picture that leads to the header of a gain map with `segments`, which follows it.
  private static func pair(_ segments: [Segment]) -> [UInt8] {
    let map =
      JPEGBuilder.file(segments.map { JPEGBuilder.segment($0.marker, $0.payload) })
      + JPEGBuilder.frame(width: 160, height: 120, components: [(1, 0x11)]) + JPEGBuilder.scan([1])
    let file = GainMapFile(KeptMetadata(), mapBytes: map.count)
    var base = JPEGBuilder.file(
      with: file.metadata.segments.map { JPEGBuilder.segment($0.marker, $0.payload) })
    let entries = file.entries(pictureBytes: base.count)
    base.replaceSubrange(entries.offset..<entries.offset + entries.bytes.count, with: entries.bytes)
    return base + map
  }

  private static func find(_ bytes: [UInt8]) -> FoundGainMap? {
    let source = ByteSource(bytes)
    guard let header = try? SourceFormat.header(of: source),
      case .success(let found)? = try? header.gainMap(in: source)
    else { return nil }
    return found
  }

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let found = find(bytes) else { return nil }
    let metadata = found.metadata
    let places = found.coded.map { $0.color.tiles.flatMap(\.pieces) } ?? [found.map.range ?? -1..<0]
    if places.contains(where: { !bytes.indices.contains($0.lowerBound) }) {
      return "the map lies outside of the file"
    }
    if !metadata.isUsable { return "the numbers describe no gains: \(metadata)" }
    let written = GainMapFile.mapMetadata(metadata, profile: found.profile)
    for form in [
      written.segments.filter { $0.marker == 0xE1 }, written.segments.filter { $0.payload.starts(with: iso) },
    ] {
      guard let read = find(pair(form))?.metadata, isNear(read, metadata) else {
        return "\(metadata) is read otherwise when it is written"
      }
    }
    let all = written.segments + GainMapFile(written, mapBytes: .max).metadata.segments
    return all.allSatisfy { $0.payload.count <= MetadataSegment.longestPayload }
      ? nil : "a segment is too long"
  }

  /// True if all numbers agree to a millionth. Fractions of 31 bits can't say large numbers better than that.
  private static func isNear(_ one: GainMapMetadata, _ other: GainMapMetadata) -> Bool {
    func numbers(_ metadata: GainMapMetadata) -> [Double] {
      metadata.channels.flatMap { [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset] }
        + [metadata.baseHeadroom, metadata.alternateHeadroom]
    }
    return one.channels.count == other.channels.count && one.isBaseHDR == other.isBaseHDR
      && zip(numbers(one), numbers(other)).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($0)) }
  }
}
