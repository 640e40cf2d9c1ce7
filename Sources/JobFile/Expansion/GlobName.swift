/// The pattern of one path segment.
struct GlobName: Hashable, Sendable {
  /// The pattern's tokens, at least one. None of them is a slash or a brace.
  private let tokens: [GlobToken]
  /// The index of the extension's first token. The tokens from this index on match letters of either case. If
  /// there is no extension, the index is the number of tokens.
  private let foldedFrom: Int
  /// The pattern as a name, in bytes; nil if the pattern has wildcards.
  let literal: [UInt8]?

  /// Takes the tokens between two slashes.
  ///
  /// In a file's name, the part after the last dot matches letters of either case. A leading dot begins no
  /// extension.
  init(_ tokens: [GlobToken], isFile: Bool) {
    self.tokens = tokens
    literal = Self.literal(tokens)
    let dot = isFile ? tokens.lastIndex(of: .dot) ?? 0 : 0
    foldedFrom = dot > 0 ? dot + 1 : tokens.count
  }

  /// The pattern `*`.
  static let anything = GlobName([.anyRun], isFile: true)

  /// True if this pattern also matches names that differ from `literal` in case.
  var foldsLetters: Bool {
    tokens[foldedFrom...].contains { token in
      if case .scalar(let value) = token { GlobSet.swappedCase(value) != value } else { false }
    }
  }

  /// The bytes with which all names begin that this pattern matches.
  var literalStart: [UInt8] {
    let start = tokens[..<foldedFrom].prefix { if case .scalar = $0 { true } else { false } }
    return Self.literal(start) ?? []
  }

  private static func literal(_ tokens: some Sequence<GlobToken>) -> [UInt8]? {
    var text = ""
    for token in tokens {
      guard case .scalar(let value) = token, let scalar = Unicode.Scalar(value) else { return nil }
      text.unicodeScalars.append(scalar)
    }
    return Array(text.utf8)
  }
}

extension GlobName {
  /// True if this pattern matches `name`. The number of steps is at most the product of the pattern's length
  /// and the name's length.
  ///
  /// A name with a leading dot matches only a pattern with a leading dot.
  func matches(_ name: ArraySlice<UInt8>) -> Bool {
    if name.first == .dot, tokens.first != .dot { return false }
    let dot = Self.extensionDot(of: name)
    var token = 0
    var at = name.startIndex
    // The last `*`, and the place in the name after the characters that it matches.
    var retry: (token: Int, at: Int)?
    while at < name.endIndex {
      if token < tokens.count, tokens[token] == .anyRun {
        token += 1
        retry = (token, at)
        continue
      }
      let unit = UTF8Unit(name, at: at)
      if token < tokens.count,
        tokens[token].matches(unit.value, folding: token >= foldedFrom && at > dot)
      {
        token += 1
        at += unit.length
        continue
      }
      guard let (afterStar, resumed) = retry else { return false }
      at = resumed + UTF8Unit(name, at: resumed).length
      token = afterStar
      retry = (afterStar, at)
    }
    return tokens[token...].allSatisfy { $0 == .anyRun }
  }

  /// The name with its extension in lower case. For a pattern without wildcards, the result is the same as
  /// for all names that the pattern matches.
  static func literalKey(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var key = Array(name)
    let dot = extensionDot(of: name)
    guard dot < name.endIndex else { return key }
    for index in (dot - name.startIndex)..<key.count where (0x41...0x5A).contains(key[index]) {
      key[index] += 0x20
    }
    return key
  }

  /// The index of the dot before the extension; the name's `endIndex` if there is no extension.
  static func extensionDot(of name: ArraySlice<UInt8>) -> Int {
    guard let dot = name.lastIndex(of: .dot), dot > name.startIndex else { return name.endIndex }
    return dot
  }
}
