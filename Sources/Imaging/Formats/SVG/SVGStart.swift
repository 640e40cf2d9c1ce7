/// Recognises SVG by the first bytes of its text.
enum SVGStart {
  /// True if the first element of the XML that begins with `start`, or the document type before it, is named
  /// `svg`. A prefix before the name is allowed.
  static func begins(_ start: [UInt8]) -> Bool {
    var rest = start[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop(while: isSpace)
      if rest.starts(with: "<?".utf8) {
        guard let end = rest.end(of: "?>") else { return false }
        rest = rest[end...]
      } else if rest.starts(with: "<!--".utf8) {
        guard let end = rest.dropFirst(4).end(of: "-->") else { return false }
        rest = rest[end...]
      } else if rest.starts(with: "<!DOCTYPE".utf8) {
        return isSVG(rest.dropFirst(9).drop(while: isSpace))
      } else {
        return rest.first == UInt8(ascii: "<") && isSVG(rest.dropFirst())
      }
    }
  }

  /// True if `text` begins with the name `svg`, with or without a prefix.
  private static func isSVG(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.prefix { !isSpace($0) && !">/[".utf8.contains($0) }
    return name.count < text.count
      && (name.elementsEqual("svg".utf8) || name.suffix(4).elementsEqual(":svg".utf8))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}

extension ArraySlice<UInt8> {
  /// The index after the first place of `text`; nil if there is none.
  fileprivate func end(of text: StaticString) -> Int? {
    let bytes = Array("\(text)".utf8)
    return indices.first { self[$0...].starts(with: bytes) }.map { $0 + bytes.count }
  }
}
