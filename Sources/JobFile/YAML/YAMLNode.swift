/// A value of a job file's YAML, with its place.
struct YAMLNode: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case scalar(String, YAMLScalarStyle)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
    /// A value with an error that is already reported, such as an alias or a scalar with a tag. The reader
    /// skips it.
    case refused
  }

  var kind: Kind
  /// The place of the value's first character.
  var location: SourceLocation
  /// The value's characters in the file.
  var span: Range<Int>
  /// True if the parser stopped at a syntax error inside the node. Missing keys or items of the node then
  /// can't be known.
  var isCut: Bool

  /// True for an empty value and for YAML's null (YAML 1.2.2, section 10.2.1.1).
  var isEmptyScalar: Bool {
    guard case .scalar(let text, .plain) = kind else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }
}

/// A key with its value.
struct YAMLEntry: Hashable, Sendable {
  var key: String
  var location: SourceLocation
  var value: YAMLNode
}

/// How a scalar was written.
enum YAMLScalarStyle: Hashable, Sendable {
  /// Without quotes.
  case plain
  /// In single or double quotes.
  case quoted
  /// After `|` or `>`.
  case block
}
