import Foundation
import Net
import System
import TestSupport
import Testing

@Suite struct HTTPDateTests {
  /// 1994-11-06 08:49:37 by `date -u +%s`.
  private static let example = 784_111_777
  /// 2026-11-26 by the same.
  private static let now = 1_795_651_200

  /// The three examples of RFC 9110, section 5.6.7.
  @Test(
    "The three forms",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func forms(_ text: String) {
    #expect(HTTPDate.seconds(text, now: Self.now) == Self.example)
  }

  @Test(
    "No dates",
    arguments: [
      "", "784111777", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 GMT ",
      "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
      "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 1995 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
      "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov 06 08:49:37 GMT 1994",
      "Sun, 06 Nov 19941 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
    ])
  func none(_ text: String) {
    #expect(HTTPDate.seconds(text, now: Self.now) == nil)
  }

  @Test("Days by Foundation's calendar, from 1970 to 2100")
  func days() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    var random = SplitMix64(seed: 2)
    for _ in 0..<500 {
      let seconds = Int.random(in: 0..<4_102_444_800, using: &random)
      for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEE MMM dd HH:mm:ss yyyy"] {
        formatter.dateFormat = format
        var text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
        if !text.hasSuffix("GMT") {
          text = text.replacingOccurrences(of: #"^(\w+ \w+) 0"#, with: "$1  ", options: .regularExpression)
        }
        #expect(HTTPDate.seconds(text, now: Self.now) == seconds, "\(text)")
      }
    }
  }

  @Test("A year of two digits is at most 50 years ahead")
  func centuries() {
    // 2026 + 50 = 2076. Seconds by `date -u -d 2076-01-01 +%s` and so on.
    #expect(HTTPDate.seconds("Monday, 01-Jan-76 00:00:00 GMT", now: Self.now) == 3_345_062_400)
    #expect(HTTPDate.seconds("Monday, 01-Jan-77 00:00:00 GMT", now: Self.now) == 220_924_800)
    #expect(HTTPDate.seconds("Monday, 01-Jan-99 00:00:00 GMT", now: Self.now) == 915_148_800)
    #expect(HTTPDate.seconds("Monday, 01-Jan-00 00:00:00 GMT", now: Self.now) == 946_684_800)
  }

  @Test("A leap second is the next minute's first")
  func leapSecond() {
    #expect(HTTPDate.seconds("Sat, 31 Dec 2016 23:59:60 GMT", now: Self.now) == 1_483_228_800)
    #expect(HTTPDate.seconds("Sat, 31 Dec 2016 23:58:60 GMT", now: Self.now) == 1_483_228_740)
  }

  @Test(
    "Pauses of Retry-After",
    arguments: [
      ("0", 0), ("120", 120), ("600", 600), ("601", 600), ("99999999999999999999999", 600),
      ("Thu, 26 Nov 2026 00:01:30 GMT", 90), ("Thursday, 26-Nov-26 00:01:30 GMT", 90),
      ("Thu, 26 Nov 2026 09:00:00 GMT", 600), ("Thu, 26 Nov 2026 00:00:00 GMT", 0),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
    ])
  func retryAfter(_ value: String, _ seconds: Int64) {
    #expect(RetryAfter.pause(value, now: Self.now) == seconds * 1_000_000_000)
  }

  @Test("No Retry-After", arguments: ["", "-1", "+1", "1.5", "1 ", " 1", "soon", "1, 2", "0x10"])
  func noRetryAfter(_ value: String) {
    #expect(RetryAfter.pause(value, now: Self.now) == nil)
  }
}
