/// Plain sentences for libyaml's complaints.
extension YAMLFailure {
  /// The place of the mistake, and its remedy.
  ///
  /// `last` is the node that ended just before the failure. Text right after this node most likely belongs to
  /// the same value, and the whole value then needs quotes. `isInFlow` is true inside `[]` or `{}`.
  func explained(
    in source: SourceText, after last: Range<Int>, isInFlow: Bool
  ) -> (index: Int?, message: String) {
    if isMemory { return (nil, "memory ran out while the file was read") }
    switch context {
    case "while scanning an alias": return indicator("*", "an alias", source)
    case "while scanning an anchor": return indicator("&", "an anchor", source)
    case "while scanning a tag", "while parsing a tag": return indicator("!", "a tag", source)
    case "while scanning a quoted scalar", "while parsing a quoted scalar": return inQuotes
    case "while scanning a simple key":
      return (contextIndex, "a ':' is missing behind this text, or it is indented wrongly")
    case "while scanning for the next token": return character(source)
    default: return unquoted(source, last, isInFlow) ?? comment(source, last, isInFlow) ?? structure(source)
    }
  }

  private func indicator(_ sign: String, _ name: String, _ source: SourceText) -> (Int?, String) {
    let start = source.startOfWord(contextIndex, inFlow: isInFlow)
    let text = source.run(from: start, inFlow: isInFlow)
    if start < contextIndex { return (start, "put the text in quotes" + text.quotedHint) }
    return (contextIndex, "'\(sign)' begins \(name) here; put the text in quotes" + text.quotedHint)
  }

  private var inQuotes: (Int?, String) {
    problem == "found unexpected end of stream" || problem == "found unexpected document indicator"
      ? (contextIndex, "this quote is never closed")
      : (problemIndex, "unknown escape in double quotes: write '\\\\' for a backslash, or use single quotes")
  }

  private func character(_ source: SourceText) -> (Int?, String) {
    guard let sign = source[problemIndex], sign != "\t" else {
      return (problemIndex, Self.tab)
    }
    let text = source.run(from: problemIndex, inFlow: isInFlow)
    return (problemIndex, "no value begins with '\(sign)'; put the text in quotes" + text.quotedHint)
  }

  /// Explains text behind a closing quote, bracket or brace. In YAML, the value ends with this character.
  private func unquoted(
    _ source: SourceText, _ last: Range<Int>, _ isInFlow: Bool
  ) -> (Int?, String)? {
    guard problem.hasPrefix("did not find expected"), !last.isEmpty, problemIndex < source.scalars.count,
      let between = source.oneLine(last.lowerBound..<max(problemIndex, last.upperBound)),
      source.endOfText(before: problemIndex) <= last.upperBound, !between.isEmpty
    else { return nil }
    if source[last.lowerBound] == "\"" || source[last.lowerBound] == "'" {
      return (problemIndex, "text behind the closing quote; put all of the value in quotes")
    }
    if source[problemIndex] == "}" || source[problemIndex] == "]" { return nil }
    let text = source.run(from: last.lowerBound, inFlow: isInFlow)
    return (last.lowerBound, "put the text in quotes" + text.quotedHint)
  }

  /// Explains a comment that stands in place of a value inside `{}`. The comment hides the closing brace too.
  private func comment(_ source: SourceText, _ last: Range<Int>, _ isInFlow: Bool) -> (Int?, String)? {
    var end = last.upperBound
    while source.isBlank(end) || source[end] == ":" { end += 1 }
    guard isInFlow, source[end] == "#", problemIndex > end else { return nil }
    let text = source.run(from: end, inFlow: true)
    return (end, "'#' begins a comment here; if it is text, put it in quotes" + text.quotedHint)
  }

  private func structure(_ source: SourceText) -> (Int?, String) {
    let index = problemIndex >= source.scalars.count ? source.endOfText(before: problemIndex) : problemIndex
    switch problem {
    case "mapping values are not allowed in this context": return colon(source)
    case "block sequence entries are not allowed in this context":
      return (index, "a list entry can't begin here: give '-' a line of its own, indented as its neighbours")
    case "did not find expected key":
      return (index, "no key of the mapping before: check how this line is indented")
    case "did not find expected '-' indicator":
      return (index, "no entry of the list before: check how this line is indented, or put '- ' before it")
    case "did not find expected ',' or ']'": return (index, unclosed("]", source))
    case "did not find expected ',' or '}'": return (index, unclosed("}", source))
    case "did not find expected node content": return (index, "a value is missing here")
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return (index, Self.tab)
    default: return (index, "YAML doesn't allow this here")
    }
  }

  private func unclosed(_ closing: String, _ source: SourceText) -> String {
    let start = source.location(of: contextIndex)
    let opening = closing == "]" ? "[" : "{"
    return "',' or '\(closing)' is missing for the '\(opening)' of line \(start.line), column \(start.column)"
  }

  /// Explains a colon at a wrong place. Either the value with the colon lacks quotes, or this line is
  /// indented wrongly, or the line before ends wrongly.
  private func colon(_ source: SourceText) -> (Int?, String) {
    let line = source.location(of: problemIndex)
    let start = problemIndex - line.column + 1
    for index in start..<max(start, problemIndex) where source[index] == ":" && source.isBlank(index + 1) {
      var value = index + 1
      while source.isBlank(value) { value += 1 }
      let text = source.run(from: value, inFlow: isInFlow)
      return (value, "a text with ': ' in it must be in quotes" + text.quotedHint)
    }
    return (
      problemIndex, "a ':' can't be here: check how the line is indented, and the end of the one before"
    )
  }

  private static let tab = "YAML is not indented with tabs; use spaces"
}
