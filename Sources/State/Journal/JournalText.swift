import System

/// The parts of a journal's lines.
enum JournalText {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let minus: UInt8 = 0x2D
  static let backslash: UInt8 = 0x5C

  /// A line has fewer bytes than this, newline included, because ``JournalIndex`` keeps the length in 24
  /// bits.
  static let limit = 1 << 24

  /// The offset in a line of the part that the checksum covers. Before this part come the checksum and a tab.
  static let bodyOffset = 9

  /// The kind of a line: the first field after the checksum.
  enum Kind: String, CaseIterable {
    case journal, versions, item, will, gone, end

    private static let names = allCases.map { (kind: $0, name: Array($0.rawValue.utf8)[...]) }

    /// The kind that a field names; nil if it is unknown.
    init?(_ field: ArraySlice<UInt8>) {
      guard let known = Self.names.first(where: { $0.name == field }) else { return nil }
      self = known.kind
    }
  }

  /// The part of a line after its checksum, without the newline; nil if the checksum is wrong.
  static func body(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.count >= bodyOffset, line[line.startIndex + 8] == tab else { return nil }
    var sum: UInt32 = 0
    for byte in line.prefix(8) {
      guard let digit = digit(byte) else { return nil }
      sum = sum << 4 | digit
    }
    let body = line.dropFirst(bodyOffset)
    return CRC32C.of(body) == sum ? body : nil
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x61...0x66: UInt32(byte) - 0x57
    default: nil
    }
  }
}
