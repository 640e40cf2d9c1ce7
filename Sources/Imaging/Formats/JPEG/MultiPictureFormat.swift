import System
/// The index of a JPEG's further pictures, which follow the first one (CIPA DC-007, section 5.2).
enum MultiPictureFormat {
  /// The first bytes of the APP2 segment with the index.
  static let segmentName = Array("MPF\0".utf8)
  /// The tag of the field "MP Entry". The field has an entry for each picture. An entry consists of
  /// attributes, size and offset with four bytes each, and two numbers with two bytes each.
  private static let entries = 0xB002
  private static let entryLength = 16

  /// The offsets of the other pictures, at most 16. They count from the start of the segment's payload.
  static func others(_ payload: [UInt8]) -> [Int] {
    guard let block = TIFFBlock(Array(payload.dropFirst(segmentName.count))),
      let values = block.mainDirectory?.entry(entries)?.values
    else { return [] }
    let places = stride(from: values.lowerBound, to: values.upperBound, by: entryLength)
    return places.prefix(FixedLimits.Header.listedPictures).compactMap {
      guard let offset = block.number(at: $0 + 8, count: 4), offset != 0 else { return nil }
      return segmentName.count + offset
    }
  }
}
