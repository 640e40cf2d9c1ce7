import Glibc
import System

/// Times as text that programs read.
package enum Timestamp {
  /// A time in milliseconds since 1970 in the form of RFC 3339, in UTC: `2026-11-21T03:33:11.042Z`.
  package static func text(_ milliseconds: Int) -> String {
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    var seconds: time_t = whole
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [(Int(parts.tm_year) + 1900, 4), (Int(parts.tm_mon) + 1, 2), (Int(parts.tm_mday), 2)]
    let time = [(Int(parts.tm_hour), 2), (Int(parts.tm_min), 2), (Int(parts.tm_sec), 2)]
    return joined(date, "-") + "T" + joined(time, ":") + "." + rest.digits(3) + "Z"
  }

  private static func joined(_ numbers: [(Int, Int)], _ separator: String) -> String {
    numbers.map { $0.digits($1) }.joined(separator: separator)
  }
}
