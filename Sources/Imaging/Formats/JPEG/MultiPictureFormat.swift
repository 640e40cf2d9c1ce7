import ImageModel
import System

/// The index of a JPEG's further pictures, which follow the first one (CIPA DC-007, section 5.2).
enum MultiPictureFormat {
  /// The first bytes of the APP2 segment with the index.
  static let segmentName = Array("MPF\0".utf8)
  /// The tag of the field "MP Entry". The field has an entry for each picture. An entry consists of
  /// attributes, size and offset with four bytes each, and two numbers with two bytes each.
  private static let entries = 0xB002
  private static let entryLength = 16

  /// The places of the other pictures in the file, at most 16. `payload` is the place of the segment's payload.
  /// Throws `io_error`.
  static func others(_ payload: Range<Int>, in source: ByteSource) throws(ImageError) -> [Range<Int>] {
    let bytes = try source.read(at: payload.lowerBound, count: payload.count)
    guard let block = TIFFBlock(Array(bytes.dropFirst(segmentName.count))),
      let values = block.mainDirectory?.entry(entries)?.values
    else { return [] }
    let places = stride(from: values.lowerBound, to: values.upperBound, by: entryLength)
    return places.prefix(FixedLimits.Header.listedPictures).compactMap {
      guard let size = block.number(at: $0 + 4, count: 4), let offset = block.number(at: $0 + 8, count: 4),
        offset != 0
      else { return nil }
      let start = payload.lowerBound + segmentName.count + offset
      return start..<start + size
    }
  }
}
