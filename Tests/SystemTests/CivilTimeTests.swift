import Foundation
import System
import TestSupport
import Testing

@Suite struct CivilTimeTests {
  @Test("Dates and seconds are those of Foundation's calendar")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    var random = SplitMix64(seed: 6)
    for _ in 0..<2000 {
      let seconds = Int.random(in: -2_000_000_000...20_000_000_000, using: &random)
      let time = CivilTime(seconds: seconds)
      let date = Date(timeIntervalSince1970: Double(seconds))
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
      #expect([time.year, time.month, time.day] == [parts.year, parts.month, parts.day])
      #expect([time.hour, time.minute, time.second] == [parts.hour, parts.minute, parts.second])
      let again = CivilTime.seconds(
        year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
        second: time.second)
      #expect(again == seconds)
    }
  }

  @Test(
    "The last days of months",
    arguments: [
      (2023, 2, 28), (2024, 2, 29), (1900, 2, 28), (2000, 2, 29), (2026, 4, 30), (2026, 6, 30), (2026, 9, 30),
      (2026, 11, 30), (2026, 12, 31),
    ])
  func lastDays(_ year: Int, _ month: Int, _ day: Int) {
    func seconds(_ day: Int) -> Int? {
      CivilTime.seconds(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
    }
    #expect(seconds(day) != nil)
    #expect(seconds(day + 1) == nil)
  }

  @Test("A leap second is the first second after it")
  func leapSecond() {
    func seconds(_ month: Int, _ day: Int, second: Int) -> Int? {
      CivilTime.seconds(year: 2016, month: month, day: day, hour: 23, minute: 59, second: second)
    }
    // `date -u -d 2017-01-01 +%s`
    #expect(seconds(12, 31, second: 60) == 1_483_228_800)
    #expect(seconds(12, 31, second: 61) == nil)
    #expect(seconds(2, 30, second: 60) == nil)
  }
}
