import System

/// Compares paths with the patterns of a `robots.txt` (RFC 9309, sections 2.2.2 and 2.2.3).
enum RobotsPath {
  private static let star = UInt8(ascii: "*")
  private static let end = UInt8(ascii: "$")

  /// One spelling for all spellings of a path: ASCII stands as it is, all other bytes are percent-encoded.
  /// `*` and `$` are encoded, because patterns use them as signs. An encoded `%`, `?` or `#` stays encoded.
  static func normal(_ path: some Sequence<UInt8>) -> [UInt8] {
    let path = Array(path)
    var result: [UInt8] = []
    var place = 0
    while place < path.count {
      var byte = path[place]
      var wasEncoded = false
      if byte == UInt8(ascii: "%"), place + 2 < path.count,
        let high = PercentCoding.value(of: path[place + 1]),
        let low = PercentCoding.value(of: path[place + 2])
      {
        byte = high << 4 | low
        wasEncoded = true
      }
      place += wasEncoded ? 3 : 1
      let stays = 0x21...0x7E ~= byte && !signs.contains(byte) && !(wasEncoded && delimiters.contains(byte))
      if stays {
        result.append(byte)
      } else {
        result += PercentCoding.encode([byte]) { _ in false }.utf8
      }
    }
    return result
  }

  /// The normal form of a pattern. Its signs stay: each `*`, and a `$` at its end.
  static func pattern(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let isAnchored = text.last == end
    let pieces = text.dropLast(isAnchored ? 1 : 0).split(separator: star, omittingEmptySubsequences: false)
    return Array(pieces.map { normal($0) }.joined(separator: [star])) + (isAnchored ? [end] : [])
  }

  /// True if the pattern matches the path from its start on. Takes time in proportion to the lengths of both,
  /// because each piece between two `*` is searched only behind the piece before it.
  static func matches(_ path: [UInt8], _ pattern: [UInt8]) -> Bool {
    let isAnchored = pattern.last == end
    let pieces = pattern.dropLast(isAnchored ? 1 : 0).split(separator: star, omittingEmptySubsequences: false)
    guard let first = pieces.first, let last = pieces.last, path.starts(with: first) else { return false }
    if pieces.count == 1 { return !isAnchored || path.count == first.count }
    var place = first.count
    for piece in pieces.dropFirst().dropLast(isAnchored ? 1 : 0) {
      guard let found = firstPlace(of: piece, in: path, from: place) else { return false }
      place = found + piece.count
    }
    return !isAnchored || place + last.count <= path.count && path.suffix(last.count).elementsEqual(last)
  }

  /// The first place of `piece` in `path` from `start` on; nil if there is none. The algorithm of Knuth, Morris and
  /// Pratt finds it in a time in proportion to both lengths.
  private static func firstPlace(of piece: ArraySlice<UInt8>, in path: [UInt8], from start: Int) -> Int? {
    let piece = Array(piece)
    if piece.isEmpty { return start }
    // For each place in the piece: the length of its longest proper start that ends there.
    var borders = [0]
    func extended(_ length: Int, by byte: UInt8) -> Int {
      var length = length
      while length > 0, length == piece.count || piece[length] != byte { length = borders[length - 1] }
      return piece[length] == byte ? length + 1 : 0
    }
    for byte in piece.dropFirst() { borders.append(extended(borders[borders.count - 1], by: byte)) }
    var length = 0
    for place in start..<max(start, path.count) {
      length = extended(length, by: path[place])
      if length == piece.count { return place + 1 - length }
    }
    return nil
  }

  private static let signs = [star, end]
  private static let delimiters = Array("%?#".utf8)
}
