/// JPEG streams among other bytes, such as previews in maker notes.
enum EmbeddedStreams {
  private static let start: [UInt8] = [0xFF, 0xD8, 0xFF]
  private static let end: [UInt8] = [0xFF, 0xD9]
  /// The markers that may come directly after a stream's SOI: tables, a frame, APP0, APP1, APP14 or a
  /// comment.
  private static let first: Set<UInt8> = [0xC0, 0xC4, 0xDB, 0xDD, 0xE0, 0xE1, 0xEE, 0xFE]

  /// The streams' places in `bytes`, each up to its EOI. A stream without EOI reaches to the end of `bytes`.
  static func ranges(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    var (ranges, place) = ([Range<Int>](), bytes.startIndex)
    while let found = bytes[place...].first(start) {
      if let end = end(of: found, in: bytes) { ranges.append(found..<end) }
      place = ranges.last.map { max($0.upperBound, found + 1) } ?? found + 1
    }
    return ranges
  }

  /// The end of the JPEG stream at `start`; nil if no marker segments follow there (ITU-T T.81, B.1.1).
  private static func end(of start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    var place = start + 2
    guard place + 3 < bytes.endIndex, first.contains(bytes[place + 1]) else { return nil }
    while place + 3 < bytes.endIndex {
      guard bytes[place] == 0xFF, bytes[place + 1] >= 0xC0 else { return nil }
      switch bytes[place + 1] {
      case 0xD9: return place + 2
      case 0xDA: return bytes[place...].first(end).map { $0 + 2 } ?? bytes.endIndex
      case 0xFF: place += 1
      default:
        let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        guard length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return bytes.endIndex
  }
}

extension ArraySlice<UInt8> {
  /// The index at which `mark` first occurs; nil if it doesn't occur.
  fileprivate func first(_ mark: [UInt8]) -> Int? {
    indices.first { self[$0] == mark.first && self[$0...].starts(with: mark) }
  }
}
