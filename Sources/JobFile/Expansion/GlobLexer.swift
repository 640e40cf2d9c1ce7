import System
/// Turns a pattern's text into tokens.
struct GlobLexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var braceDepth = 0
  private var tokens: [GlobToken] = []

  /// The characters that a backslash may precede.
  private static let special: Set<Unicode.Scalar> = ["*", "?", "[", "]", "{", "}", ",", "!", "-", "^", "\\"]

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// The tokens of `text`. Throws for an invalid pattern, such as one with an open brace.
  static func tokens(of text: String) throws(PatternError) -> [GlobToken] {
    var lexer = GlobLexer(text)
    while let scalar = lexer.next() {
      lexer.tokens.append(try lexer.token(scalar))
    }
    guard lexer.braceDepth == 0 else {
      throw PatternError("'{' without '}': close it, or write '\\{' for a brace")
    }
    return lexer.tokens
  }

  private mutating func next() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    defer { index += 1 }
    return scalars[index]
  }

  private var following: Unicode.Scalar? {
    index < scalars.count ? scalars[index] : nil
  }

  private mutating func token(_ scalar: Unicode.Scalar) throws(PatternError) -> GlobToken {
    switch scalar {
    case "*": return .anyRun
    case "?": return .anyOne
    case "/": return .slash
    case "[": return .set(try set())
    case "{": return try open()
    case "}": return try close()
    case "," where braceDepth > 0: return .comma
    default: return .scalar(try literal(scalar))
    }
  }

  private mutating func open() throws(PatternError) -> GlobToken {
    braceDepth += 1
    guard braceDepth <= FixedLimits.JobFile.braceDepth else {
      throw PatternError("braces are nested more than \(FixedLimits.JobFile.braceDepth) deep")
    }
    return .open
  }

  private mutating func close() throws(PatternError) -> GlobToken {
    guard braceDepth > 0 else {
      throw PatternError("'}' without '{': write '\\}' for a brace")
    }
    braceDepth -= 1
    return .close
  }

  /// The value of `scalar`. If `scalar` is a backslash, the value of the scalar after the backslash.
  private mutating func literal(_ scalar: Unicode.Scalar) throws(PatternError) -> UInt32 {
    guard scalar != "\0" else { throw PatternError("a pattern can't hold a NUL character") }
    guard scalar == "\\" else { return scalar.value }
    guard let escaped = next(), Self.special.contains(escaped) else {
      throw PatternError(
        "'\\' may only stand before one of * ? [ ] { } , ! - ^ \\; between folders write '/'")
    }
    return escaped.value
  }
}

extension GlobLexer {
  /// Reads the rest of a set, from after the `[` to the `]`.
  private mutating func set() throws(PatternError) -> GlobSet {
    var set = GlobSet()
    guard following != "^" else { throw PatternError("'[^' is not known: write '[!' for all but these") }
    if following == "!" {
      set.isNegated = true
      index += 1
    }
    while let scalar = next() {
      // A `]` that comes first is a member (POSIX, 2.13.1).
      if scalar == "]", !set.ranges.isEmpty { return set }
      set.ranges.append(try range(from: scalar))
    }
    throw PatternError("'[' without ']': close it, or write '\\[' for a bracket")
  }

  private mutating func range(from scalar: Unicode.Scalar) throws(PatternError) -> ClosedRange<UInt32> {
    let low = try member(scalar)
    guard following == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else { return low...low }
    index += 1
    guard let last = next() else { return low...low }
    let high = try member(last)
    guard low <= high else {
      throw PatternError("a range in '[...]' runs backwards: put the lower end first")
    }
    return low...high
  }

  private mutating func member(_ scalar: Unicode.Scalar) throws(PatternError) -> UInt32 {
    if scalar == "/" { throw PatternError("'[...]' can't hold '/': it stands for one character of a name") }
    if scalar == "[", following == ":" {
      throw PatternError("classes such as '[:alpha:]' are not known: write a range such as 'a-z'")
    }
    return try literal(scalar)
  }
}
