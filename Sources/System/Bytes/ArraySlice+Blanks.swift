extension UInt8 {
  /// True for a space or a tab.
  package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs at their ends.
  package var trimmed: ArraySlice<UInt8> {
    let start = drop(while: \.isBlank)
    return start[..<(start.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start.startIndex)]
  }
}
