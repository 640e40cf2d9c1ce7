import Glibc

/// Takes the fields of a line, one after another.
///
/// Each way of writing is the only one: what is read and printed again has the same bytes.
struct JournalFields {
  /// All of them, as they are written.
  let whole: ArraySlice<UInt8>
  /// Where the next one starts.
  private var start: Int
  private(set) var isAtEnd = false

  /// The fields of a line behind its checksum.
  init(_ body: ArraySlice<UInt8>) {
    whole = body
    start = body.startIndex
  }

  /// The next field as it stands there; nil behind the last.
  mutating func next() -> ArraySlice<UInt8>? {
    if isAtEnd { return nil }
    guard let end = whole.place(of: JournalText.tab, from: start) else {
      isAtEnd = true
      return whole[start...]
    }
    defer { start = end + 1 }
    return whole[start..<end]
  }

  /// A text; nil where there is none or it isn't one.
  mutating func text() -> String? {
    guard let field = next() else { return nil }
    if field.place(of: JournalText.backslash) == nil { return field.withUnsafeBytes(Self.text) }
    return Self.plain(field)?.withUnsafeBytes(Self.text)
  }

  /// The text that bytes are; nil where they aren't UTF-8, so that another one would come of them.
  ///
  /// In half the time of `String(validating:as:)`: a run over what is done reads a line for each image.
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

  /// What `read` makes of the next fields, or `.some(nil)` for a field that holds nothing.
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

  /// A whole number in its shortest form; nil where there is none or it has no room.
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

  /// The bytes that an escaped text stands for; nil where an escape is unknown.
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
  /// The index of the first such byte.
  func place(of byte: UInt8) -> Int? { place(of: byte, from: startIndex) }

  /// The index of the first such byte at `first` or behind it, which is an index or the end.
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
