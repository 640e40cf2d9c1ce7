/// Paths with a hash of the output's own bytes. A plan doesn't know the hash, so its paths have a variable in the place
/// of the hash.
extension OutputPath {
  /// The variable in a planned path, for the first 8 hexadecimal digits of the SHA-256 of the output's bytes.
  static let content = "{content8}"
  private static let digits = 8

  /// True if the planned path `path` has the variable, so that only the bytes of the output tell the real path.
  package static func namesContent(_ path: String) -> Bool { contentCount(path) > 0 }

  /// True if the variable stands in a planned path more often than once.
  package static func namesContentTwice(_ path: String) -> Bool { contentCount(path) > 1 }

  /// The number of times that the variable stands in a planned path.
  static func contentCount(_ path: String) -> Int {
    guard path.utf8.contains(UInt8(ascii: "{")) else { return 0 }
    return places(of: Array(content.utf8), in: Array(path.utf8)).count
  }

  /// The real path of the output with the planned path `path`. `sha256` is the hash of the output's bytes in lowercase
  /// hexadecimal. Without such a hash, and without the variable, the planned path.
  package static func named(_ path: String, by sha256: String?) -> String {
    guard namesContent(path), let start = start(of: sha256) else { return path }
    let (bytes, variable) = (Array(path.utf8), Array(content.utf8))
    guard let place = places(of: variable, in: bytes).first else { return path }
    return String(decoding: bytes[..<place] + start + bytes[(place + variable.count)...], as: UTF8.self)
  }

  /// The planned paths that ``named(_:by:)`` turns into `path`. With `sha256` only those of bytes with this hash, in
  /// lowercase hexadecimal.
  package static func plannedPaths(behind path: String, of sha256: String? = nil) -> [String] {
    let bytes = Array(path.utf8)
    guard bytes.count >= digits, bytes.count <= maxPath else { return [] }
    let start = start(of: sha256)
    if sha256 != nil && start == nil { return [] }
    return (0...bytes.count - digits).compactMap { place in
      let part = bytes[place..<place + digits]
      guard start.map({ $0 == part }) ?? part.allSatisfy(isDigit) else { return nil }
      return String(
        decoding: bytes[..<place] + content.utf8 + bytes[(place + digits)...], as: UTF8.self)
    }
  }

  /// The digits of a hash that stand in paths; nil if they aren't lowercase hexadecimal.
  private static func start(of sha256: String?) -> ArraySlice<UInt8>? {
    guard let start = sha256.map({ Array($0.utf8.prefix(digits))[...] }), start.count == digits,
      start.allSatisfy(isDigit)
    else { return nil }
    return start
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func places(of part: [UInt8], in bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0...].starts(with: part) }
  }
}
