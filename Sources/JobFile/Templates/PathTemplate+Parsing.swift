import System

extension PathTemplate {
  /// Parses a template that may contain `variables`. `subject` is the template's name in messages.
  package init(
    parsing text: String, in subject: String = "an output path",
    knowing variables: [Variable] = Variable.ofOutputs
  ) throws(PatternError) {
    guard !text.isEmpty else { throw PatternError("\(subject) can't be empty") }
    guard !text.hasPrefix("/") else {
      throw PatternError("\(subject) is relative to 'output_root': leave out the '/' at its front")
    }
    guard !text.contains("://") else {
      throw PatternError("\(subject) is relative to 'output_root' and can't be a URL: name a file")
    }
    guard !text.hasSuffix("/") else {
      throw PatternError("\(subject) must end in the name of a file, not in '/'")
    }
    let pieces = try Self.pieces(of: text, in: subject, knowing: variables)
    try Self.check(pieces, subject)
    guard pieces.count(where: { $0 == .variable(.content) }) < 2 else {
      throw PatternError("\(subject) can have '\(OutputPath.content)' only once")
    }
    self.init(text: text, pieces: pieces)
  }

  /// The pieces of a template. `subject` is the template's name in messages.
  static func pieces(
    of text: String, in subject: String, knowing variables: [Variable]
  ) throws(PatternError) -> [Piece] {
    var pieces: [Piece] = []
    var literal = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        literal.unicodeScalars.append(scalar)
        rest.removeFirst()
      case "{":
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        pieces.append(.variable(try variable(&rest, subject, variables)))
      case "}": throw PatternError("'}' without '{' in \(subject): write '}}' for a brace")
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal.isEmpty ? pieces : pieces + [.literal(literal)]
  }

  /// Reads a variable's name and the `}` after it. `rest` begins after the `{`.
  private static func variable(
    _ rest: inout Substring.UnicodeScalarView, _ subject: String, _ variables: [Variable]
  ) throws(PatternError) -> Variable {
    guard let end = rest.firstIndex(of: "}") else {
      throw PatternError("'{' without '}' in \(subject): close it, or write '{{' for a brace")
    }
    let name = String(rest[..<end])
    rest = rest[end...].dropFirst()
    let variable = Variable(rawValue: name)
    if let variable, variables.contains(variable) { return variable }
    let names = variables.map(\.rawValue)
    let meant = variable == nil ? name.misspelt(of: names) : nil
    let hint = meant.map { "did you mean '{\($0)}'?" } ?? "there are \(variables.listed)"
    throw PatternError("\(subject) has no variable '{\(name)}'; \(hint)")
  }

  /// Checks the parts that no variable can change: characters, and segments without a variable.
  private static func check(_ pieces: [Piece], _ subject: String) throws(PatternError) {
    // In place of each variable stands a character that is always allowed.
    let sample = pieces.map { piece in
      if case .literal(let text) = piece { text } else { "v" }
    }.joined()
    do {
      _ = try OutputPath.checked(Array(sample.utf8))
    } catch {
      throw PatternError("\(subject) \(error.message)")
    }
  }
}

extension [PathTemplate.Variable] {
  /// The variables as a message lists them: `{stem} {name}`.
  var listed: String { map { "{\($0.rawValue)}" }.joined(separator: " ") }
}
