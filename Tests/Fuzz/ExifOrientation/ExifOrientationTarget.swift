import ImageModel
import Imaging
import TestSupport

/// EXIF blocks: their orientation as libexif reads it, and corrected copies that say what they should.
///
/// The input is what stands behind `Exif\0\0`.
package enum ExifOrientationTarget: FuzzTarget {
  package static let name = "ExifOrientation"
  package static let longest = 2048

  package static func fault(_ bytes: [UInt8]) -> String? {
    let payload = Array("Exif\0\0".utf8) + bytes
    guard payload.count <= MetadataSegment.longestPayload else { return nil }
    do throws(ImageError) {
      if let found = difference(try reading(payload), LibExifTags(payload: payload)?.orientation(), bytes) {
        return found
      }
      if let found = try thumbnailFault(payload) { return found }
      return try correctionFault(payload)
    } catch {
      return "the block can't be read: \(error)"
    }
  }

  /// What the block says as the only one of a file.
  private static func reading(_ payload: [UInt8]) throws(ImageError) -> OrientationReading {
    let source = source(payload)
    return try OrientationReading.read(try JPEGHeader.read(from: source), from: source)
  }

  /// A thumbnail that may be used and isn't one: it lies outside the block, or is no JPEG.
  private static func thumbnailFault(_ payload: [UInt8]) throws(ImageError) -> String? {
    let source = source(payload)
    let header = try JPEGHeader.read(from: source)
    let shown = try reading(payload).tag ?? .topLeft
    guard let segment = header.segments(.exif).first,
      let found = try SourceThumbnail.read(header, shown: shown, from: source)?.picture
    else { return nil }
    let start = try source.read(at: found.offset, count: 2)
    let isInside = found.offset >= segment.offset && found.range.upperBound <= segment.offset + segment.length
    return isInside && start == [0xFF, 0xD8] ? nil : "\(found) is no thumbnail of the block's"
  }

  private static func source(_ payload: [UInt8]) -> ByteSource {
    ByteSource(JPEGBuilder.file(with: [JPEGBuilder.segment(0xE1, payload)]))
  }

  /// libexif's value against ours, where both give one.
  private static func difference(_ ours: OrientationReading, _ theirs: UInt16?, _ bytes: [UInt8]) -> String? {
    guard let theirs, ours.tag.map({ UInt16($0.rawValue) }) != theirs else { return nil }
    let isUsable = (1...8).contains(theirs)
    if ours.tag == nil && !isUsable || !ExpectedDifference.all(in: bytes).isEmpty { return nil }
    return "read as \(ours), and by libexif as \(theirs)"
  }
}

extension ExifOrientationTarget {
  /// A correction that is kept: what it was to do, and what stands in the block then.
  private static func correctionFault(_ payload: [UInt8]) throws(ImageError) -> String? {
    let wanted: [(WrittenOrientation, Set<ExifOrientation?>)] = [
      (.upright, [nil, .topLeft]), (.tag(.leftBottom), [.leftBottom]), (.none, [nil]),
    ]
    for (orientation, expected) in wanted {
      let source = source(payload)
      let kept = try KeptMetadata.read(
        try JPEGHeader.read(from: source), from: source,
        MetadataRequest(
          policy: MetadataPolicy(keep: [.exif]), orientation: orientation,
          size: PixelSize(width: 30, height: 20)))
      guard let block = kept.segments.first?.payload else { continue }
      let again = try reading(block)
      guard expected.contains(again.tag), again.findings.isEmpty else {
        return "corrected for \(orientation), and then read as \(again)"
      }
      if let left = leftover(block) { return "corrected for \(orientation), and \(left) is still there" }
    }
    return nil
  }

  /// What a corrected block must not hold, as libexif sees it.
  private static func leftover(_ block: [UInt8]) -> String? {
    guard let tags = LibExifTags(payload: block) else { return nil }
    if tags.count(directory: 1) > 0 { return "a thumbnail's directory" }
    return tags.count(directory: 3) > 0 ? "a place" : nil
  }
}
