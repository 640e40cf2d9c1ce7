/// The index of the pictures that lie behind the first one of a JPEG (CIPA DC-007, section 5.2).
enum MultiPictureFormat {
  /// What its APP2 segment begins with.
  static let segmentName = Array("MPF\0".utf8)
  /// "MP Entry": for each picture attributes, size and offset of four bytes, and two numbers of two.
  private static let entries = 0xB002
  private static let entryLength = 16
  private static let mostPictures = 16

  /// Where the others begin, at most 16, counted from the start of the segment's payload.
  static func others(_ payload: [UInt8]) -> [Int] {
    guard let block = TIFFBlock(Array(payload.dropFirst(segmentName.count))),
      let values = block.mainDirectory?.entry(entries)?.values
    else { return [] }
    return stride(from: values.lowerBound, to: values.upperBound, by: entryLength).prefix(mostPictures)
      .compactMap {
        guard let offset = block.number(at: $0 + 8, count: 4), offset != 0 else { return nil }
        return segmentName.count + offset
      }
  }
}
