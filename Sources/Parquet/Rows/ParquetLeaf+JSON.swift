import JSON
import System

extension ParquetLeaf {
  /// A stored value as JSON: a text, a number, `true` or `false`. A number that JSON can't hold is `null`.
  /// Dates and times are texts by ISO 8601: `2026-02-03`, `04:05:06.789` and `2026-02-03T04:05:06.789Z`, with
  /// as many decimal places as the file keeps. A time by a local clock has no `Z`.
  func json(_ value: ArraySlice<UInt8>) throws(ParquetFault) -> JSONValue {
    switch meaning {
    case .bool: .bool(value.first == 1)
    case .signed: .number("\(signed(value))")
    case .unsigned where type == .int32: .number("\(UInt32(truncatingIfNeeded: bits(value)))")
    case .unsigned: .number("\(bits(value))")
    case .real: real(value)
    case .text: .text(try text(value))
    case .date: .text(try date(signed(value)))
    case .time(let unit): .text(try time(signed(value), unit))
    case .timestamp(let unit, let isUTC): .text(try timestamp(signed(value), unit, isUTC: isUTC))
    case .binary: throw .unsupported("'\(path)' has bytes in place of values")
    case .unsupported(let name): throw .unsupported("'\(path)' is of the type \(name)")
    }
  }

  private func signed(_ value: ArraySlice<UInt8>) -> Int64 {
    type == .int32
      ? Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: bits(value)))) : Int64(bitPattern: bits(value))
  }

  /// The bits of a value of at most 8 bytes.
  private func bits(_ value: ArraySlice<UInt8>) -> UInt64 {
    value.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func real(_ value: ArraySlice<UInt8>) -> JSONValue {
    // The shortest decimal number that is read as the same number of this type.
    if type == .float {
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: bits(value)))
      return number.isFinite ? .number(number.description) : .null
    }
    let number = Double(bitPattern: bits(value))
    return number.isFinite ? .number(number.description) : .null
  }

  private func text(_ value: ArraySlice<UInt8>) throws(ParquetFault) -> String {
    guard let text = String(validating: value, as: UTF8.self) else {
      throw .damaged("a text of '\(path)' is not UTF-8")
    }
    return text
  }

  private func date(_ days: Int64) throws(ParquetFault) -> String {
    try date(CivilTime(seconds: Int(days) * 86400))
  }

  private func date(_ time: CivilTime) throws(ParquetFault) -> String {
    guard 1...9999 ~= time.year else {
      throw .unsupported("a date of '\(path)' isn't in the years 1 to 9999")
    }
    return "\(time.year.digits(4))-\(time.month.digits(2))-\(time.day.digits(2))"
  }

  private func time(_ value: Int64, _ unit: ParquetMeaning.Unit) throws(ParquetFault) -> String {
    guard 0..<86400 * Int64(unit.rawValue) ~= value else {
      throw .damaged("a time of '\(path)' is no time of day")
    }
    let (seconds, part) = Int(value).quotientAndRemainder(dividingBy: unit.rawValue)
    return clock(CivilTime(seconds: seconds), part, unit)
  }

  private func clock(_ time: CivilTime, _ part: Int, _ unit: ParquetMeaning.Unit) -> String {
    "\(time.hour.digits(2)):\(time.minute.digits(2)):\(time.second.digits(2)).\(part.digits(unit.digits))"
  }

  private func timestamp(
    _ value: Int64, _ unit: ParquetMeaning.Unit, isUTC: Bool
  ) throws(ParquetFault) -> String {
    var (seconds, part) = Int(value).quotientAndRemainder(dividingBy: unit.rawValue)
    if part < 0 { (seconds, part) = (seconds - 1, part + unit.rawValue) }
    // gmtime has no years of more than 31 bits.
    guard abs(seconds) < 1 << 40 else {
      throw .unsupported("a time of '\(path)' isn't in the years 1 to 9999")
    }
    let civil = CivilTime(seconds: seconds)
    return "\(try date(civil))T\(clock(civil, part, unit))\(isUTC ? "Z" : "")"
  }
}

extension ParquetMeaning.Unit {
  /// The decimal places of a second.
  fileprivate var digits: Int {
    switch self {
    case .milliseconds: 3
    case .microseconds: 6
    case .nanoseconds: 9
    }
  }
}
