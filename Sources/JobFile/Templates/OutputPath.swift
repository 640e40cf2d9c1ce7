/// The rules for a path below the output root.
package enum OutputPath {
  /// NAME_MAX: the most bytes of one segment.
  static let maxSegment = 255
  /// PATH_MAX: the most bytes of a path.
  static let maxPath = 4096

  /// The path without empty segments.
  ///
  /// Throws if the path is empty, ends with `/` or is too long. Also throws if the path has a control
  /// character, a segment that is too long, or a segment `.`, `..` or `.upright`.
  static func checked(_ path: [UInt8]) throws(PatternError) -> [UInt8] {
    if let control = firstControl(path) { throw PatternError("has a control character, \(control)") }
    guard path.last != .slash, !path.isEmpty else { throw PatternError("has no file name") }
    var joined: [UInt8] = []
    joined.reserveCapacity(path.count)
    for segment in path.split(separator: .slash) {
      try check(segment)
      if !joined.isEmpty { joined.append(.slash) }
      joined += segment
    }
    guard joined.count <= maxPath else {
      throw PatternError("is \(joined.count) bytes long, more than \(maxPath)")
    }
    return joined
  }

  /// True for a path that ``checked(_:)`` can return.
  package static func isValid(_ path: String) -> Bool { (try? checked(Array(path.utf8))) == Array(path.utf8) }

  private static func check(_ segment: ArraySlice<UInt8>) throws(PatternError) {
    if segment == [.dot] || segment == [.dot, .dot] || segment == ReservedFiles.stateFolder[...] {
      throw PatternError("has a segment '\(String(decoding: segment, as: UTF8.self))'")
    }
    guard segment.count <= maxSegment else {
      throw PatternError("has a segment of \(segment.count) bytes, more than \(maxSegment)")
    }
  }

  /// The path's first control character (C0, DEL or C1), written as `U+000A`; nil if there is none.
  private static func firstControl(_ path: [UInt8]) -> String? {
    var previous: UInt8 = 0
    for byte in path {
      // C1 in UTF-8 is C2 80 to C2 9F: the second byte is the code point.
      if byte < 0x20 || byte == 0x7F || previous == 0xC2 && byte < 0xA0 {
        return Unicode.Scalar(byte).codePoint
      }
      previous = byte
    }
    return nil
  }
}
