import ImageModel
import Imaging
import TestSupport

/// Blocks of EXIF, XMP and IPTC: what an output keeps of one is what the policy allows, and nothing is left to do in it.
///
/// The input is ``MetadataEdit``'s 6 bytes of choices, then a block without the name that its segment begins with.
package enum MetadataEditorTarget: FuzzTarget {
  package static let name = "MetadataEditor"
  package static let longest = 4096

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let edit = MetadataEdit(bytes) else { return nil }
    do throws(ImageError) {
      let kept = try edit.kept(of: [edit.segment])
      if let fault = boundsFault(kept, edit) { return fault }
      for segment in kept.segments {
        if let fault = fault(of: segment, edit) { return "\(edit.policy): \(fault)" }
      }
      if let fault = orientationFault(kept, edit) { return "\(edit.policy): \(fault)" }
      return try repetitionFault(kept, edit)
    } catch {
      return "the block can't be read: \(error)"
    }
  }

  /// What is wrong with one segment that is kept.
  private static func fault(of segment: KeptMetadata.Segment, _ edit: MetadataEdit) -> String? {
    for kind in MetadataEdit.Kind.allCases where segment.payload.starts(with: kind.identifier) {
      guard segment.marker == kind.marker else { break }
      let source = kind == edit.kind ? edit.block : []
      let block = Array(segment.payload.dropFirst(kind.identifier.count))
      return switch kind {
      case .exif: ExifOracle(edit, source).fault(in: block)
      case .xmp: XMPOracle(edit, source).fault(in: block)
      case .resources: IPTCOracle.fault(in: block, of: source, edit.policy)
      }
    }
    return "a segment with the marker \(segment.marker) is kept"
  }

  private static func boundsFault(_ kept: KeptMetadata, _ edit: MetadataEdit) -> String? {
    if kept.segments.contains(where: { $0.payload.count > 65533 }) { return "a segment is too long" }
    let told = kept.notes + kept.warnings
    if kept.notes.count > 2 || kept.warnings.count > 2 { return "too much is said: \(told)" }
    // A name is as long as it is in the block, or is a tag's, and none is said twice.
    return told.first { finding in
      finding.message.isEmpty || finding.message.utf8.count > edit.block.count + 512
        || finding.message.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }.map { "said in no good way: \($0)" }
  }

  /// The tag as libexif reads it.
  private static func orientationFault(_ kept: KeptMetadata, _ edit: MetadataEdit) -> String? {
    let blocks = kept.segments.map(\.payload).filter { $0.starts(with: MetadataEdit.Kind.exif.identifier) }
    guard blocks.count < 2 else { return "\(blocks.count) EXIF blocks are kept" }
    let read = blocks.first.flatMap { LibExifTags(payload: $0)?.orientation() }
    let isAsWanted =
      switch edit.orientation {
      case .none: read == nil
      case .upright: read == nil || read == 1 && edit.policy.allows("Orientation", nil, in: "exif")
      case .tag(let value): read == UInt16(value.rawValue)
      }
    return isAsWanted ? nil : "written for \(edit.orientation), and libexif reads \(read.map(Int.init) ?? 0)"
  }

  /// A second edit has nothing to do.
  private static func repetitionFault(
    _ kept: KeptMetadata, _ edit: MetadataEdit
  ) throws(ImageError) -> String? {
    let again = try edit.kept(of: kept.segments)
    let isSame =
      again.segments.count == kept.segments.count
      && zip(kept.segments, again.segments).allSatisfy { Self.isSame($0.payload, $1.payload) }
    if !isSame || !again.warnings.isEmpty {
      return "\(edit.policy): what is kept comes out otherwise: \(again.warnings) \(again.notes)"
    }
    // A tag that isn't to be kept, and is written all the same, counts as another one.
    let mayChange = edit.policy.allows("Orientation", nil, in: "exif") ? nil : "Orientation"
    return again.notes.first { $0.code == .metadataChanged && $0.message != mayChange }.map {
      "\(edit.policy): nothing is left to change, and said to be changed: \($0.message)"
    }
  }

  /// True for the same bytes, but for zeros at the end: with a maker's notes a directory that became shorter leaves them.
  private static func isSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.starts(with: second) && first.dropFirst(second.count).allSatisfy { $0 == 0 }
  }
}
