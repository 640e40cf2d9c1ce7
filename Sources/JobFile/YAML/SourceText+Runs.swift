/// Finds the parts of a job file that messages quote.
extension SourceText {
  /// The characters from `start` to the place where text without quotes would end on this line.
  ///
  /// The text ends at the line's end or at a comment; inside `[]` or `{}` also at a comma or a closing
  /// bracket. A text is cut if it is too long for a message.
  func run(from start: Int, inFlow: Bool) -> String {
    var depth = 0
    var end = start
    scan: while end < min(scalars.count, start + 2 * String.longestShown) {
      switch scalars[end] {
      case "\n", "\r": break scan
      case "#" where end > start && isBlank(end - 1): break scan
      case "[" where inFlow, "{" where inFlow: depth += 1
      case "]" where inFlow, "}" where inFlow:
        if depth == 0 { break scan }
        depth -= 1
      // A comma before a digit counts as a part of sizes like !512,512.
      case "," where inFlow && depth == 0 && !isDigit(end + 1): break scan
      default: break
      }
      end += 1
    }
    return trimmed(start..<end)
  }

  /// The index of the first character of the word that ends at `index`. White space separates words; inside
  /// `[]` or `{}`, opening brackets and commas do too.
  func startOfWord(_ index: Int, inFlow: Bool) -> Int {
    var start = index
    while let before = self[start - 1], !before.properties.isWhitespace,
      !(inFlow && ["[", "{", ","].contains(before))
    {
      start -= 1
    }
    return start
  }

  /// The characters of a range if they are on one line.
  func oneLine(_ range: Range<Int>) -> String? {
    let text = scalars[range.clamped(to: scalars.indices)]
    return text.contains { $0 == "\n" || $0 == "\r" } ? nil : trimmed(range)
  }

  /// The index of a comment's `#` if only blanks stand between `index` and it.
  func comment(after index: Int) -> Int? {
    var position = index
    while isBlank(position) { position += 1 }
    return self[position] == "#" ? position : nil
  }

  /// The character at an index, if there is one.
  subscript(index: Int) -> Unicode.Scalar? {
    scalars.indices.contains(index) ? scalars[index] : nil
  }

  /// The end of the text before `index`, without white space at its end.
  func endOfText(before index: Int) -> Int {
    var end = min(index, scalars.count)
    while end > 0, scalars[end - 1].properties.isWhitespace { end -= 1 }
    return end
  }

  /// The end of the line with the character at `index`.
  func endOfLine(_ index: Int) -> Int {
    scalars[min(index, scalars.count)...].firstIndex { $0 == "\n" || $0 == "\r" } ?? scalars.count
  }

  /// True for a space or a tab.
  func isBlank(_ index: Int) -> Bool { self[index] == " " || self[index] == "\t" }

  private func isDigit(_ index: Int) -> Bool { self[index].map { ("0"..."9").contains($0) } ?? false }

  private func trimmed(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    let range = range.clamped(to: scalars.indices)
    text.append(
      contentsOf: scalars[range.lowerBound..<max(range.lowerBound, endOfText(before: range.upperBound))])
    return String(text)
  }
}
