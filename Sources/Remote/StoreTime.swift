import System

/// Times in replies of object stores.
enum StoreTime {
  /// The whole seconds from the start of 1970 to a time such as `2009-10-12T17:50:30.000Z` or
  /// `2009-10-12T19:50:30+02:00` (RFC 3339, section 5.6); nil for any other text.
  static func seconds(_ text: String) -> Int? {
    var scanner = ByteScanner(text)
    guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2),
      scanner.skip("-"), let day = scanner.number(digits: 2), scanner.skip("T") || scanner.skip("t"),
      let hour = scanner.number(digits: 2), scanner.skip(":"), let minute = scanner.number(digits: 2),
      scanner.skip(":"), let second = scanner.number(digits: 2),
      let time = CivilTime.seconds(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    if scanner.skip(".") {
      var digits = 0
      while scanner.number(digits: 1) != nil { digits += 1 }
      if digits == 0 { return nil }
    }
    guard let offset = offset(&scanner), scanner.isAtEnd else { return nil }
    return time - offset
  }

  /// The seconds by which a clock is ahead of UTC.
  private static func offset(_ scanner: inout ByteScanner) -> Int? {
    if scanner.skip("Z") || scanner.skip("z") { return 0 }
    let isAhead = scanner.skip("+")
    guard isAhead || scanner.skip("-"), let hours = scanner.number(digits: 2), scanner.skip(":"),
      let minutes = scanner.number(digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isAhead ? 60 : -60)
  }
}
