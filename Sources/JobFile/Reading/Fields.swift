/// A value of the job file, with the name that messages use for it.
struct Field {
  /// The name in messages, such as `'quality'` or `an entry of 'exclude'`.
  var subject: String
  var node: YAMLNode
}

/// The known keys of one mapping.
struct Fields {
  let location: SourceLocation
  /// True when a syntax error ended the file inside the mapping.
  let isCut: Bool
  /// The keys that the job file most likely means by the unknown keys of this mapping. See
  /// ``KeyLevel/meant(by:)``.
  let misspelt: Set<String>
  /// The entries whose keys are names that the job chooses, in the order of the file.
  let names: [YAMLEntry]
  private let nodes: [String: YAMLNode]

  init(_ node: YAMLNode, _ entries: [YAMLEntry], names: [YAMLEntry], misspelt: Set<String>) {
    location = node.location
    isCut = node.isCut
    self.misspelt = misspelt
    self.names = names
    nodes = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// The value of a key.
  subscript(key: String) -> Field? {
    nodes[key].map { Field(subject: "'\(key)'", node: $0) }
  }

  /// The number of entries in the list at a key; nil if there is no list.
  func length(of key: String) -> Int? {
    if case .sequence(let nodes) = nodes[key]?.kind { nodes.count } else { nil }
  }

  /// True when the key is there, whatever its value.
  func has(_ key: String) -> Bool { nodes[key] != nil }
}
