/// A value of the job file with the words that name it in messages.
struct Field {
  /// `'quality'` or `an entry of 'exclude'`.
  var subject: String
  var node: YAMLNode
}

/// The known keys of one mapping.
struct Fields {
  let location: SourceLocation
  /// True when a syntax error ended the file inside the mapping.
  let isCut: Bool
  private let nodes: [String: YAMLNode]

  init(_ node: YAMLNode, _ entries: [YAMLEntry]) {
    location = node.location
    isCut = node.isCut
    nodes = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// The value of a key.
  subscript(key: String) -> Field? {
    nodes[key].map { Field(subject: "'\(key)'", node: $0) }
  }

  /// True when the key is there, whatever its value.
  func has(_ key: String) -> Bool { nodes[key] != nil }
}
