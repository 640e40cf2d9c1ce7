/// Repairs the JSON of common programs so that yajl can read it.
///
/// - `NaN`, `Infinity` and `-Infinity`, which Python's `json` writes, become `null`.
/// - An escaped surrogate pair becomes the character that it stands for. A lone surrogate becomes U+FFFD,
///   because yajl 2.1 reads beyond the end of a text if a backslash follows a lone surrogate.
struct JSONRepair {
  private enum State {
    case plain
    /// After a `-` outside of strings.
    case minus
    /// In a word that `null` replaces. The value is the rest of the word that is still expected.
    case word(ArraySlice<UInt8>)
    case text
    /// After a backslash.
    case escape
    /// After `\u` and `count` digits.
    case digits(count: Int, value: UInt32)
  }

  private var state = State.plain
  /// The high surrogate that was read last. Its low surrogate must follow as an escape.
  private var high: UInt32?

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// The repaired bytes of `piece`, which continues the previous piece.
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

  /// The end of the run of bytes from `start` that need no repair and don't change the state.
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

  /// True if a byte outside of strings begins a string, or may begin a word that `null` replaces.
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

  /// Writes `null` in place of a word. `rest` is the text expected after the word's first letter.
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
      // Such an escape isn't JSON. It stays unchanged, so that yajl reports it.
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
      // A character that must be escaped in text.
      let digits = String(unit, radix: 16)
      result += "\\u".utf8
      result += String(repeating: "0", count: 4 - digits.count).utf8
      result += digits.utf8
    default: append(Unicode.Scalar(unit), to: &result)
    }
  }

  /// Writes U+FFFD for a high surrogate that no low one followed.
  private mutating func endSurrogate(in result: inout [UInt8]) {
    if high != nil { append(nil, to: &result) }
    high = nil
  }

  private func append(_ scalar: Unicode.Scalar?, to result: inout [UInt8]) {
    result += String(Character(scalar ?? "\u{FFFD}")).utf8
  }
}
