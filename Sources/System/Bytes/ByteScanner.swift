/// Reads a short text from its start: fixed parts and decimal numbers.
package struct ByteScanner {
  /// The bytes that aren't read yet.
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ text: String) { rest = Array(text.utf8)[...] }

  package var isAtEnd: Bool { rest.isEmpty }

  /// Skips `text` if it comes next; false if it doesn't.
  package mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// The number of exactly `count` digits that come next; nil if there are fewer.
  package mutating func number(digits count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count else { return nil }
    return take(digits)
  }

  /// The number of the digits that come next; nil if there are none, or if it is larger than an `Int`.
  package mutating func number() -> Int? {
    take(rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
  }

  /// The place in `names` of the first name that comes next; nil if none does. The name is skipped.
  package mutating func place(in names: [String]) -> Int? { names.firstIndex { skip($0) } }

  private mutating func take(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }
}
