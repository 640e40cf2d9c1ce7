import System

/// Dates of HTTP (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// The seconds from the start of 1970 to the date of a header; nil for any other text. The two obsolete
  /// forms are read too. `now`, in the same unit, gives a year of two digits its century.
  package static func seconds(_ text: String, now: Int) -> Int? {
    fixed(text) ?? RFC850Date.seconds(text, now: now) ?? asctime(text)
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  private static func fixed(_ text: String) -> Int? {
    var scanner = ByteScanner(text)
    guard scanner.place(in: shortDays) != nil, scanner.skip(", "), let day = scanner.number(digits: 2),
      scanner.skip(" "), let month = scanner.place(in: months), scanner.skip(" "),
      let year = scanner.number(digits: 4), scanner.skip(" "), let time = DayTime(&scanner),
      scanner.skip(" GMT"), scanner.isAtEnd
    else { return nil }
    return time.seconds(year: year, month: month + 1, day: day)
  }

  /// `Sun Nov  6 08:49:37 1994`, from the C library's asctime.
  private static func asctime(_ text: String) -> Int? {
    var scanner = ByteScanner(text)
    guard scanner.place(in: shortDays) != nil, scanner.skip(" "), let month = scanner.place(in: months),
      scanner.skip(" "), let day = scanner.number(digits: scanner.skip(" ") ? 1 : 2), scanner.skip(" "),
      let time = DayTime(&scanner), scanner.skip(" "), let year = scanner.number(digits: 4), scanner.isAtEnd
    else { return nil }
    return time.seconds(year: year, month: month + 1, day: day)
  }

  private static let shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  fileprivate static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// `Sunday, 06-Nov-94 08:49:37 GMT`, from RFC 850.
private enum RFC850Date {
  static func seconds(_ text: String, now: Int) -> Int? {
    var scanner = ByteScanner(text)
    guard scanner.place(in: days) != nil, scanner.skip(", "), let day = scanner.number(digits: 2),
      scanner.skip("-"), let month = scanner.place(in: HTTPDate.months), scanner.skip("-"),
      let year = scanner.number(digits: 2), scanner.skip(" "), let time = DayTime(&scanner),
      scanner.skip(" GMT"), scanner.isAtEnd
    else { return nil }
    return time.seconds(year: whole(year, now: now), month: month + 1, day: day)
  }

  /// The year with these last digits that is at most 50 years ahead, and nearest to that.
  private static func whole(_ digits: Int, now: Int) -> Int {
    let latest = CivilTime(seconds: now).year + 50
    return latest - (latest - digits) % 100
  }

  private static let days = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}

/// `08:49:37`
private struct DayTime {
  let hour, minute, second: Int

  init?(_ scanner: inout ByteScanner) {
    guard let hour = scanner.number(digits: 2), scanner.skip(":"), let minute = scanner.number(digits: 2),
      scanner.skip(":"), let second = scanner.number(digits: 2)
    else { return nil }
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  func seconds(year: Int, month: Int, day: Int) -> Int? {
    CivilTime.seconds(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }
}
