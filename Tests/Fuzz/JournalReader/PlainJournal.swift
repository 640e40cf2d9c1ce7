import State

/// A journal as its description says that it is to be read, without the code under test but for the single line.
struct PlainJournal {
  static let newline = UInt8(ascii: "\n")
  static let tab = UInt8(ascii: "\t")

  /// The lines that hold, without their newlines.
  private(set) var lines: [[UInt8]] = []
  /// Bytes of the lines that hold.
  private(set) var end = 0
  /// How the last run ended, if nothing was done since.
  private(set) var lastEnd: JournalEnd?
  /// Bytes behind ``end``, where they are more than one torn line.
  private(set) var droppedBytes = 0

  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: Self.newline, omittingEmptySubsequences: false).dropLast() {
      guard Self.holds(line), !lines.isEmpty || Self.isFirst(line) else { break }
      lines.append(Array(line))
      end += line.count + 1
      note(line)
    }
    let rest = bytes.dropFirst(end)
    if rest.dropLast().contains(Self.newline) { droppedBytes = rest.count }
  }

  private mutating func note(_ line: ArraySlice<UInt8>) {
    switch String(decoding: line.dropFirst(9).prefix { $0 != Self.tab }, as: UTF8.self) {
    case "item", "will", "gone": lastEnd = nil
    case "end": if case .end(let end) = JournalLine(line) { lastEnd = end } else { lastEnd = nil }
    default: break
    }
  }

  /// True for a line that begins a journal of the one format there is.
  private static func isFirst(_ line: ArraySlice<UInt8>) -> Bool {
    if case .job = JournalLine(line) { true } else { false }
  }

  private static func holds(_ line: ArraySlice<UInt8>) -> Bool {
    line.count >= 9 && line.dropFirst(8).first == tab
      && line.prefix(8).elementsEqual(checksum(of: line.dropFirst(9)).utf8)
  }

  /// CRC-32C (RFC 3720, 12.1) bit by bit, in eight lower-case hexadecimal digits.
  static func checksum(of bytes: some Sequence<UInt8>) -> String {
    var rest = UInt32.max
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest >> 1 ^ (rest & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
    let digits = String(~rest, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
