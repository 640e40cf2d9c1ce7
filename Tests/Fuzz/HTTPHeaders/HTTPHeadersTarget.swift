import Net
import System

/// Headers of replies: what is read of one says the same when it is written and read again.
package enum HTTPHeadersTarget: FuzzTarget {
  package static let name = "HTTPHeaders"
  package static let longest = 256

  /// 2026-11-26.
  private static let now = 1_795_651_200

  package static func fault(_ bytes: [UInt8]) -> String? {
    let value = String(decoding: bytes, as: UTF8.self)
    return faultOfRange(value) ?? faultOfTag(value) ?? faultOfDate(value) ?? faultOfPause(value)
  }

  private static func faultOfRange(_ value: String) -> String? {
    guard let read = ContentRange(value) else { return nil }
    if let range = read.range, range.isEmpty || range.upperBound > read.size ?? .max {
      return "the range \(range) of \(String(describing: read.size))"
    }
    let range = read.range.map { "\($0.lowerBound)-\($0.upperBound - 1)" } ?? "*"
    let size = read.size.map(String.init) ?? "*"
    return ContentRange("bytes \(range)/\(size)") == read ? nil : "'\(range)/\(size)' is read otherwise"
  }

  private static func faultOfTag(_ value: String) -> String? {
    guard let tag = EntityTag(value) else { return nil }
    return tag.text.utf8.elementsEqual(value.utf8) ? nil : "the tag '\(tag.text)'"
  }

  private static func faultOfDate(_ value: String) -> String? {
    guard let seconds = HTTPDate.seconds(value, now: now) else { return nil }
    let time = CivilTime(seconds: seconds)
    let month = months[time.month - 1]
    let clock = [time.hour, time.minute, time.second].map { $0.digits(2) }.joined(separator: ":")
    let text = "Mon, \(time.day.digits(2)) \(month) \(time.year.digits(4)) \(clock) GMT"
    return HTTPDate.seconds(text, now: now) == seconds ? nil : "'\(text)' isn't \(seconds)"
  }

  private static func faultOfPause(_ value: String) -> String? {
    guard let pause = RetryAfter.pause(value, now: now) else { return nil }
    return 0...RetryAfter.longest ~= pause ? nil : "a pause of \(pause)"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  package static func seeds() throws -> [[UInt8]] {
    [
      "bytes 0-499/1234", "bytes */1234", "bytes 42-1233/*", "\"xyzzy\"", "W/\"x\"",
      "Sun, 06 Nov 1994 08:49:37 GMT",
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "120", "Sat, 31 Dec 2016 23:59:60 GMT",
    ].map { Array($0.utf8) }
  }
}
