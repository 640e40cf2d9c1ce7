import Glibc

/// Reads the fields of a line, one after another.
///
/// Each value has only one spelling: a field that is parsed and printed again has the same bytes.
struct JournalFields {
  /// All fields, as written.
  let whole: ArraySlice<UInt8>
  /// The start of the next field.
  private var start: Int
  private(set) var isAtEnd = false

  /// The fields of a line after its checksum.
  init(_ body: ArraySlice<UInt8>) {
    whole = body
    start = body.startIndex
  }

  /// The next field as written; nil after the last.
  mutating func next() -> ArraySlice<UInt8>? {
    if isAtEnd { return nil }
    guard let end = whole.place(of: JournalText.tab, from: start) else {
      isAtEnd = true
      return whole[start...]
    }
    defer { start = end + 1 }
    return whole[start..<end]
  }

  /// The next field as text; nil if there is none, or if it isn't text.
  mutating func text() -> String? {
    guard let field = next() else { return nil }
    if field.place(of: JournalText.backslash) == nil { return field.withUnsafeBytes(Self.text) }
    return Self.plain(field)?.withUnsafeBytes(Self.text)
  }

  /// The text with these bytes; nil if the bytes aren't UTF-8, since the text would then have other bytes.
  ///
  /// This function takes half the time of `String(validating:as:)`. The time matters: a run over finished
  /// outputs reads a line for each image.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { read in
      guard read.count == bytes.count, let one = read.baseAddress, let other = bytes.baseAddress else {
        return read.isEmpty && bytes.isEmpty
      }
      return memcmp(one, other, bytes.count) == 0
    }
    return isSame ? text : nil
  }

  /// The value that `read` makes of the next fields; nil if `read` fails. If the next field is `\-`, which
  /// stands for no value, the result is `.some(nil)`.
  mutating func optional<Value>(_ read: (inout JournalFields) -> Value?) -> Value?? {
    var ahead = self
    if let field = ahead.next(), field.count == 2, field.first == JournalText.backslash,
      field.last == JournalText.minus
    {
      self = ahead
      return .some(nil)
    }
    guard let value = read(&self) else { return nil }
    return .some(value)
  }

  /// The next field as a whole number in its shortest form. Nil if there is no such field, or if the number
  /// is too large.
  mutating func number<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
    guard let field = next() else { return nil }
    let isNegative = field.first == JournalText.minus
    let digits = isNegative ? field.dropFirst() : field
    guard let first = digits.first, first != 0x30 || (digits.count == 1 && !isNegative) else { return nil }
    var value: Value = 0
    for byte in digits {
      guard case 0x30...0x39 = byte else { return nil }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let digit = Value(byte - 0x30)
      let (sum, isOver) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if isTooLarge || isOver { return nil }
      value = sum
    }
    return value
  }

  /// The bytes of an escaped text; nil for an unknown escape.
  private static func plain(_ field: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.count)
    var isEscape = false
    for byte in field {
      guard isEscape else {
        isEscape = byte == JournalText.backslash
        if !isEscape { bytes.append(byte) }
        continue
      }
      switch byte {
      case 0x74: bytes.append(JournalText.tab)
      case 0x6E: bytes.append(JournalText.newline)
      case JournalText.backslash: bytes.append(byte)
      default: return nil
      }
      isEscape = false
    }
    return isEscape ? nil : bytes
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first byte with this value.
  func place(of byte: UInt8) -> Int? { place(of: byte, from: startIndex) }

  /// The index of the first byte with this value from the index `first` on. `first` may be the end.
  func place(of byte: UInt8, from first: Int) -> Int? {
    withUnsafeBytes { bytes in
      let skipped = first - startIndex
      guard skipped >= 0, skipped < bytes.count, let start = bytes.baseAddress,
        let found = memchr(start + skipped, Int32(byte), bytes.count - skipped)
      else { return nil }
      return startIndex + (UnsafeRawPointer(found) - start)
    }
  }
}
