import System

/// Times as text that programs read.
package enum Timestamp {
  /// A time in milliseconds since 1970 in the form of RFC 3339, in UTC: `2026-11-21T03:33:11.042Z`.
  package static func text(_ milliseconds: Int) -> String {
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let parts = CivilTime(seconds: whole)
    let date = [(parts.year, 4), (parts.month, 2), (parts.day, 2)]
    let time = [(parts.hour, 2), (parts.minute, 2), (parts.second, 2)]
    return joined(date, "-") + "T" + joined(time, ":") + "." + rest.digits(3) + "Z"
  }

  private static func joined(_ numbers: [(Int, Int)], _ separator: String) -> String {
    numbers.map { $0.digits($1) }.joined(separator: separator)
  }
}
