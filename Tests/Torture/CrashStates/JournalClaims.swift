import Foundation

/// What a journal says is done, read without the product's own code.
///
/// A line is the CRC-32C of its rest in eight hexadecimal digits, and behind it, each after a tab, a kind and its
/// fields; in a text `\t`, `\n` and `\\` stand for tab, newline and backslash, and `\-` for nothing at all.
struct JournalClaims: Sendable {
  /// A file that an item's newest line calls made.
  struct File: Hashable, Sendable {
    var bytes: Int
    /// In hexadecimal; nil where the job hashes nothing.
    var sha256: String?
  }

  /// By path below the output root.
  private(set) var files: [String: File] = [:]
  /// Lines that hold.
  private(set) var lines = 0

  /// Reads up to the first line that is torn or damaged.
  init(_ journal: [UInt8]) {
    var rest = journal[...]
    while let end = rest.firstIndex(of: 10) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      guard line.count > 9,
        Self.checksum(line.dropFirst(9)) == String(decoding: line.prefix(8), as: UTF8.self)
      else { return }
      lines += 1
      let fields = line.dropFirst(9).split(separator: 9, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      take(fields)
    }
  }

  private mutating func take(_ fields: [String]) {
    var fields = fields[...]
    switch fields.popFirst() {
    // What is announced may have taken the place of what was there.
    case "will", "gone": files[Self.text(fields.first ?? "")] = nil
    case "item": takeItem(&fields)
    default: break
    }
  }

  /// Source, id, size, time and inode of the source, its SHA-256, and the outputs.
  private mutating func takeItem(_ fields: inout ArraySlice<String>) {
    fields = fields.dropFirst(6)
    let count = Int(fields.popFirst() ?? "") ?? 0
    for _ in 0..<count {
      guard let path = fields.popFirst(), fields.count >= 4 else { return }
      // Its recipe.
      fields.removeFirst()
      let size = fields.removeFirst()
      if size != "\\-" { fields = fields.dropFirst(2) }
      let sum = fields.popFirst() ?? ""
      fields = fields.dropFirst()
      if fields.popFirst() != "\\-" { fields = fields.dropFirst() }
      let warnings = Int(fields.popFirst() ?? "") ?? 0
      fields = fields.dropFirst(2 * warnings)
      files[Self.text(path)] = Int(size).map { File(bytes: $0, sha256: sum == "\\-" ? nil : sum) }
    }
  }

  private static func text(_ field: String) -> String {
    var text = ""
    var isEscape = false
    for letter in field {
      if isEscape {
        text.append(letter == "t" ? "\t" : letter == "n" ? "\n" : letter)
      } else if letter != "\\" {
        text.append(letter)
      }
      isEscape = !isEscape && letter == "\\"
    }
    return text
  }

  /// CRC-32C, bit by bit, as eight hexadecimal digits.
  private static func checksum(_ bytes: some Sequence<UInt8>) -> String {
    var rest: UInt32 = ~0
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0x82F6_3B78 }
    }
    let digits = String(~rest, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
