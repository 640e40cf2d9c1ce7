extension WebAddress {
  /// The text with `*` in place of each character that may be a secret of a URL in it, or of several URLs. The
  /// text keeps its number of characters and its indices.
  ///
  /// Stars stand between the first `://` and the last `@` before the next `?` or `#`, and from this `?` or `#` to the
  /// end of the text. The marks themselves stay. Neither a quote nor a space ends a URL.
  package static func starred(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    guard let url = afterMark(in: text) else { return text }
    let query = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    let user = url[..<query].lastIndex(of: "@") ?? url.startIndex
    var starred = text
    for place in [url.startIndex..<user, min(query + 1, url.endIndex)..<url.endIndex].joined() {
      starred[place] = "*"
    }
    return starred
  }

  /// The text behind the first `://`; nil if there is none. Backslashes may escape the slashes.
  private static func afterMark(in text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>? {
    for colon in text.indices where text[colon] == ":" {
      if let rest = afterSlash(text[(colon + 1)...]).flatMap(afterSlash) { return rest }
    }
    return nil
  }

  /// The text behind the slash with which it begins; nil if it begins otherwise.
  private static func afterSlash(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>? {
    let rest = text.drop { $0 == "\\" }
    return rest.first == "/" ? rest.dropFirst() : nil
  }
}
