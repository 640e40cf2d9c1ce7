extension PathTemplate {
  /// A pattern for fnmatch(3) that matches all paths of the template. A `*` in the pattern matches `/` too.
  package var fileNamePattern: String {
    var pattern = ""
    var isBehindFolder = false
    for piece in pieces {
      switch piece {
      case .variable(let variable):
        if pattern.last != "*" { pattern += "*" }
        isBehindFolder = variable == .dir
      case .literal(let text):
        // An empty folder has no slash after it.
        let text =
          isBehindFolder && text.utf8.first == .slash ? String(Substring(text.utf8.dropFirst())) : text
        pattern += Self.escaped(text)
        isBehindFolder = isBehindFolder && text.isEmpty
      }
    }
    return pattern
  }

  /// The pattern of fnmatch(3) that matches only this text.
  package static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += ["*", "?", "["].contains($1) ? "[\($1)]" : String($1) }
  }
}
