import System

/// The rules for names of members.
enum MemberName {
  /// A name that may be used, or the name in a form that can be shown and its fault.
  enum Reading: Hashable {
    case name(String)
    case fault(NameFault, shown: String)
  }

  /// Checks a name. Parts that are empty or `.` are left out. If `backslashes` is true, a `\` divides parts as `/`
  /// does, but stays in the name.
  static func read(_ bytes: ArraySlice<UInt8>, backslashes: Bool = false) -> Reading {
    guard let fault = fault(bytes, backslashes) else {
      let parts = parts(bytes)
      // Most names need no change.
      let name = isPlain(parts, bytes) ? bytes : Array(parts.joined(separator: [slash]))[...]
      guard let text = String(validating: name, as: UTF8.self) else {
        return .fault(.notUTF8, shown: shown(bytes))
      }
      return text.isEmpty ? .fault(.empty, shown: shown(bytes)) : .name(text)
    }
    return .fault(fault, shown: shown(bytes))
  }

  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
  private static let dot = UInt8(ascii: ".")

  private static func fault(_ bytes: ArraySlice<UInt8>, _ backslashes: Bool) -> NameFault? {
    guard let first = bytes.first else { return .empty }
    if bytes.count > FixedLimits.Archive.memberNameBytes { return .long }
    if first == slash || backslashes && first == backslash { return .absolute }
    let parts = bytes.split { $0 == slash || backslashes && $0 == backslash }
    if parts.contains(where: { $0.elementsEqual([dot, dot]) }) { return .climbs }
    if parts.count > FixedLimits.Archive.memberNameParts { return .deep }
    return hasControl(bytes) ? .control : nil
  }

  /// True for the controls of ASCII, and for those of Latin-1, which UTF-8 writes as C2 80 to C2 9F.
  private static func hasControl(_ bytes: ArraySlice<UInt8>) -> Bool {
    var before: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 || byte == 0x7F || before == 0xC2 && 0x80...0x9F ~= byte { return true }
      before = byte
    }
    return false
  }

  private static func parts(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    bytes.split(separator: slash).filter { !$0.elementsEqual([dot]) }
  }

  private static func isPlain(_ parts: [ArraySlice<UInt8>], _ bytes: ArraySlice<UInt8>) -> Bool {
    parts.reduce(-1) { $0 + 1 + $1.count } == bytes.count
  }

  /// The start of the name without control characters. Bytes that aren't UTF-8 are U+FFFD.
  static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(FixedLimits.Archive.memberNameBytes), as: UTF8.self)
    let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
