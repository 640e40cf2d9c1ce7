/// One element of a pattern's text. Escapes and brackets are already resolved.
enum GlobToken: Hashable, Sendable {
  /// Exactly this Unicode scalar.
  case scalar(UInt32)
  /// `?`: one character.
  case anyOne
  /// `*`: any run of characters within a segment.
  case anyRun
  /// `[...]`: one character of a set.
  case set(GlobSet)
  /// `/` between segments.
  case slash
  /// `{`, `,` and `}` of alternatives; none is left once braces are expanded.
  case open, comma, close

  static let dot = GlobToken.scalar(UInt32(UInt8.dot))

  /// True if this element matches a character of a name. With `folding`, ASCII letters match without case.
  func matches(_ value: UInt32, folding: Bool) -> Bool {
    switch self {
    case .scalar(let own): own == value || folding && GlobSet.swappedCase(value) == own
    case .anyOne: true
    case .set(let set): set.matches(value, folding: folding)
    case .anyRun, .slash, .open, .comma, .close: false
    }
  }
}

/// The characters of `[a-z]`, or all characters except those of `[!a-z]`.
struct GlobSet: Hashable, Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var isNegated = false

  func matches(_ value: UInt32, folding: Bool) -> Bool {
    (holds(value) || folding && holds(Self.swappedCase(value))) != isNegated
  }

  private func holds(_ value: UInt32) -> Bool {
    ranges.contains { $0.contains(value) }
  }

  /// For a lowercase ASCII letter the uppercase one, and the reverse. For any other character `value` itself.
  static func swappedCase(_ value: UInt32) -> UInt32 {
    switch value {
    case 0x41...0x5A: value + 0x20
    case 0x61...0x7A: value - 0x20
    default: value
    }
  }
}
