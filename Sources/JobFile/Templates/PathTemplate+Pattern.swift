extension PathTemplate {
  /// A pattern of fnmatch(3), in which `*` matches `/` too, that all paths of the template match.
  package var fileNamePattern: String {
    var pattern = ""
    var isBehindFolder = false
    for piece in pieces {
      switch piece {
      case .variable(let variable):
        if pattern.last != "*" { pattern += "*" }
        isBehindFolder = variable == .dir
      case .literal(let text):
        // An empty folder has no slash behind it.
        let text =
          isBehindFolder && text.utf8.first == .slash ? String(Substring(text.utf8.dropFirst())) : text
        pattern += Self.escaped(text)
        isBehindFolder = isBehindFolder && text.isEmpty
      }
    }
    return pattern
  }

  /// A text as a pattern of fnmatch(3) that it alone matches.
  package static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += ["*", "?", "["].contains($1) ? "[\($1)]" : String($1) }
  }
}
