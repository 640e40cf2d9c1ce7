import Glibc

/// A date and a time of day in UTC, by the Gregorian calendar.
package struct CivilTime: Hashable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int
  /// 0 to 23.
  package let hour: Int
  /// 0 to 59.
  package let minute: Int
  /// 0 to 59.
  package let second: Int

  /// The date and time `seconds` seconds after the start of 1970.
  package init(seconds: Int) {
    var seconds: time_t = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
  }

  /// The seconds from the start of 1970 to a date and time; nil if there is none such. The year has at most
  /// four digits. Second 60, a leap second, counts as the first second of the next minute.
  package static func seconds(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) -> Int? {
    guard 0...9999 ~= year, 1...12 ~= month, 1...31 ~= day, 0...23 ~= hour, 0...59 ~= minute,
      0...60 ~= second
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    let seconds = timegm(&parts)
    // A day that the month doesn't have becomes one of the next month.
    return Int(parts.tm_mday) == day || second == 60 && CivilTime(seconds: seconds - 1).day == day
      ? seconds : nil
  }
}
