import System

/// The header `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// The longest pause that a server gets, in nanoseconds: 10 minutes.
  package static let longest: Int64 = 600_000_000_000

  /// The pause that a value asks for, in nanoseconds, at most ``longest``. The value is a number of seconds or
  /// a date; nil for any other text. `now` is in seconds since the start of 1970. A date in the past is 0.
  package static func pause(_ value: String, now: Int) -> Int64? {
    var scanner = ByteScanner(value)
    let isNumber = !value.isEmpty && value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    // Digits that are no `Int` ask for more than the longest pause.
    guard
      let seconds = isNumber ? scanner.number() ?? .max : HTTPDate.seconds(value, now: now).map({ $0 - now })
    else { return nil }
    return Int64(min(max(seconds, 0), Int(longest / 1_000_000_000))) * 1_000_000_000
  }
}
