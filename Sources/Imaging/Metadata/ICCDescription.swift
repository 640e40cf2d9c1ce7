extension ICCProfile {
  /// The profile's name (ICC.1:2022, 9.2.41), at most 255 characters; nil if it can't be read.
  var description: String? { Self.description(of: bytes) }

  /// The name of the profile with the bytes `profile`; nil if the name can't be read.
  static func description(of profile: [UInt8]) -> String? {
    guard let count = profile.number(at: 128, count: 4) else { return nil }
    for index in 0..<min(count, 100) {
      let entry = 132 + 12 * index
      guard profile.slice(at: entry, count: 4) == Array("desc".utf8) else { continue }
      guard let offset = profile.number(at: entry + 4, count: 4) else { return nil }
      return profile.descriptionText(at: offset).map { String($0.prefix(255)) }
    }
    return nil
  }
}

extension Array<UInt8> {
  /// The `count` bytes from `offset` on; nil if the array ends before the last of them.
  fileprivate func slice(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
    return Array(self[offset..<offset + count])
  }

  /// The text of a `desc` (ICC.1:2001, 6.5.17) or of the first record of an `mluc` (ICC.1:2022, 10.15).
  fileprivate func descriptionText(at offset: Int) -> String? {
    switch slice(at: offset, count: 4) {
    case Array("desc".utf8):
      let text = number(at: offset + 8, count: 4).flatMap { slice(at: offset + 12, count: $0) }
      return text.map { text in
        let text = text.prefix { $0 != 0 }
        // ASCII by the standard; some writers use Latin-1.
        return String(validating: text, as: UTF8.self) ?? String(text.map { Character(Unicode.Scalar($0)) })
      }
    case Array("mluc".utf8):
      guard let length = number(at: offset + 20, count: 4), let start = number(at: offset + 24, count: 4),
        let text = slice(at: offset + start, count: length)
      else { return nil }
      let units = stride(from: 0, to: text.count - 1, by: 2).map {
        UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
      }
      return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    default: return nil
    }
  }
}
