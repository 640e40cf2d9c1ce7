/// Makes of JSON, as programs write it, what yajl reads.
///
/// `NaN`, `Infinity` and `-Infinity`, which Python's `json` writes, become `null`. Escaped surrogates become the character
/// that a pair stands for, or U+FFFD where one is alone: yajl 2.1 reads behind the end of a text with one that is alone
/// before a backslash.
struct JSONRepair {
  private enum State {
    case plain
    /// Behind a `-` outside of text.
    case minus
    /// In a word that was replaced, with what is left of it.
    case word(ArraySlice<UInt8>)
    case text
    /// Behind a backslash.
    case escape
    /// Behind `\u` and so many digits.
    case digits(count: Int, value: UInt32)
  }

  private var state = State.plain
  /// A high surrogate that awaits its low one, which an escape must follow with.
  private var high: UInt32?

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// The bytes that take the place of `piece`, which goes on where the last one ended.
  mutating func repaired(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(piece.count + 16)
    var place = 0
    while place < piece.count {
      let end = endOfRun(in: piece, from: place)
      if end > place {
        result.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[place..<end]))
        place = end
      } else {
        add(piece[place], to: &result)
        place += 1
      }
    }
    return result
  }

  /// Where the bytes from `start` on end that stay as they are and change nothing.
  private func endOfRun(in piece: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    switch state {
    case .plain:
      while place < piece.count, !Self.begins(piece[place]) { place += 1 }
    case .text where high == nil:
      while place < piece.count, piece[place] != Self.quote, piece[place] != Self.backslash { place += 1 }
    default: break
    }
    return place
  }

  /// True for what begins a text, or maybe a word, outside of texts.
  private static func begins(_ byte: UInt8) -> Bool {
    byte == quote || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I")
  }

  private mutating func add(_ byte: UInt8, to result: inout [UInt8]) {
    switch state {
    case .plain: addPlain(byte, to: &result)
    case .minus:
      if byte != UInt8(ascii: "I") { result.append(UInt8(ascii: "-")) }
      addPlain(byte, to: &result)
    case .word(let rest):
      if byte == rest.first {
        state = rest.count > 1 ? .word(rest.dropFirst()) : .plain
      } else {
        addPlain(byte, to: &result)
      }
    case .text: addText(byte, to: &result)
    case .escape: addEscaped(byte, to: &result)
    case .digits(let count, let value): addDigit(byte, count, value, to: &result)
    }
  }

  private mutating func addPlain(_ byte: UInt8, to result: inout [UInt8]) {
    state = .plain
    switch byte {
    case Self.quote:
      state = .text
      result.append(byte)
    case UInt8(ascii: "-"): state = .minus
    case UInt8(ascii: "N"): replace("aN", in: &result)
    case UInt8(ascii: "I"): replace("nfinity", in: &result)
    default: result.append(byte)
    }
  }

  /// Puts `null` in place of a word of which `rest` is still to come.
  private mutating func replace(_ rest: StaticString, in result: inout [UInt8]) {
    result += "null".utf8
    state = .word(rest.withUTF8Buffer { Array($0) }[...])
  }

  private mutating func addText(_ byte: UInt8, to result: inout [UInt8]) {
    if byte == Self.backslash { return state = .escape }
    endSurrogate(in: &result)
    result.append(byte)
    if byte == Self.quote { state = .plain }
  }

  private mutating func addEscaped(_ byte: UInt8, to result: inout [UInt8]) {
    if byte == UInt8(ascii: "u") { return state = .digits(count: 0, value: 0) }
    endSurrogate(in: &result)
    result += [Self.backslash, byte]
    state = .text
  }

  private mutating func addDigit(_ byte: UInt8, _ count: Int, _ value: UInt32, to result: inout [UInt8]) {
    guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
      // No JSON any more, which yajl is to say.
      result += [Self.backslash, UInt8(ascii: "u"), byte]
      return state = .text
    }
    let value = value << 4 | UInt32(digit)
    if count < 3 { return state = .digits(count: count + 1, value: value) }
    state = .text
    addUnit(value, to: &result)
  }

  /// Adds a UTF-16 code unit (RFC 8259, section 7).
  private mutating func addUnit(_ unit: UInt32, to result: inout [UInt8]) {
    if let high, (0xDC00...0xDFFF).contains(unit) {
      self.high = nil
      let code = 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)
      return append(Unicode.Scalar(code), to: &result)
    }
    endSurrogate(in: &result)
    switch unit {
    case 0xD800...0xDBFF: high = unit
    case 0xDC00...0xDFFF: append(nil, to: &result)
    case 0..<0x20, 0x22, 0x5C:
      // What can't stand in text as it is.
      let digits = String(unit, radix: 16)
      result += "\\u".utf8
      result += String(repeating: "0", count: 4 - digits.count).utf8
      result += digits.utf8
    default: append(Unicode.Scalar(unit), to: &result)
    }
  }

  /// Ends a high surrogate that no low one followed.
  private mutating func endSurrogate(in result: inout [UInt8]) {
    if high != nil { append(nil, to: &result) }
    high = nil
  }

  private func append(_ scalar: Unicode.Scalar?, to result: inout [UInt8]) {
    result += String(Character(scalar ?? "\u{FFFD}")).utf8
  }
}
