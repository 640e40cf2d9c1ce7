/// Blocks of a tar that ``RarUnpacker`` writes.
enum TarBlocks {
  /// The end of the archive.
  static let end = [UInt8](repeating: 0, count: 2 * TarHeader.block)

  /// A header of pax, and that of a member with a size in bytes. `letter` is the kind of the member.
  static func headers(_ name: [UInt8], size: UInt64, letter: UInt8) -> [UInt8] {
    let records = record("path", name) + record("size", Array(String(size).utf8))
    let pax = header(letter: UInt8(ascii: "x"), size: records.count)
    // The size above 8 GiB has no room in the header of the member, and that of pax counts.
    return pax + records + padding(UInt64(records.count)) + header(letter: letter, size: 0)
  }

  /// The zeros behind data of so many bytes.
  static func padding(_ size: UInt64) -> [UInt8] {
    let block = UInt64(TarHeader.block)
    return [UInt8](repeating: 0, count: Int((block - size % block) % block))
  }

  /// A record of pax. Its length counts its own digits too.
  private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [UInt8(ascii: "\n")]
    var length = rest.count
    while length != rest.count + String(length).utf8.count { length = rest.count + String(length).utf8.count }
    return Array(String(length).utf8) + rest
  }

  private static func header(letter: UInt8, size: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: TarHeader.block)
    block.replaceSubrange(124..<136, with: octal(size, digits: 11))
    // The checksum counts as spaces.
    block.replaceSubrange(148..<156, with: [UInt8](repeating: UInt8(ascii: " "), count: 8))
    block[156] = letter
    block.replaceSubrange(257..<265, with: Array("ustar\u{0}00".utf8))
    let sum = block.reduce(0) { $0 + Int($1) }
    block.replaceSubrange(148..<155, with: octal(sum, digits: 6))
    return block
  }

  /// Octal digits and a final zero.
  private static func octal(_ number: Int, digits: Int) -> [UInt8] {
    let text = Array(String(number, radix: 8).utf8)
    return [UInt8](repeating: UInt8(ascii: "0"), count: max(0, digits - text.count)) + text + [0]
  }
}
