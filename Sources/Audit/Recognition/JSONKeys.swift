/// The keys of a JSON file's outermost object, from the first bytes of the file.
enum JSONKeys {
  /// The keys as far as `start` holds them. A key with an escape is given as it is written. Empty for a file whose
  /// outermost value is no object, and for text that is no JSON.
  static func outermost(_ start: [UInt8]) -> Set<String> {
    var keys: Set<String> = []
    var depth = 0
    var text: [UInt8]?
    var isEscaped = false
    /// The last text at depth 1, which is a key if a colon follows.
    var last: [UInt8] = []
    for byte in start {
      if var open = text {
        if byte == UInt8(ascii: "\""), !isEscaped {
          last = open
          text = nil
          continue
        }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        if depth == 1, open.count < longest { open.append(byte) }
        text = open
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): text = []
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "["):
        if depth == 0 { return [] }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":"): if depth == 1 { keys.insert(String(decoding: last, as: UTF8.self)) }
      default: break
      }
    }
    return keys
  }

  /// The sought keys are shorter.
  private static let longest = 64
}
