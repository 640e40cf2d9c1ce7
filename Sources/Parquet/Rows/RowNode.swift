/// How the values of columns make one JSON value. A leaf's number is its place among the cursors.
indirect enum RowNode {
  case value(Int)
  case structure([(name: String, node: RowNode)])
  /// Null below the definition level. `leaves` are all values inside.
  case optional(definition: Int, leaves: Range<Int>, RowNode)
  /// Empty below the definition level. A further element has the repetition level.
  case list(definition: Int, repetition: Int, leaves: Range<Int>, RowNode)
}

/// Makes nodes of columns.
struct RowNodes {
  /// The columns of stored values that the nodes need.
  private(set) var leaves: [ParquetLeaf] = []
  /// The names of parts that are left out because they are bytes.
  private(set) var leftOut: [String] = []

  /// The node of a column; nil if all of it is left out. Throws for types that aren't read.
  mutating func node(_ column: ParquetColumn, path: String) throws(ParquetFault) -> RowNode? {
    let start = leaves.count
    guard var node = try content(column, path: path) else { return nil }
    let range = start..<leaves.count
    if column.isOptional { node = .optional(definition: column.definition, leaves: range, node) }
    if column.isRepeated {
      node = .list(definition: column.definition, repetition: column.repetition, leaves: range, node)
    }
    return node
  }

  private mutating func content(_ column: ParquetColumn, path: String) throws(ParquetFault) -> RowNode? {
    switch column.content {
    case .value(let leaf):
      if leaf.meaning == .binary {
        leftOut.append(path)
        return nil
      }
      if case .unsupported(let name) = leaf.meaning { throw .unsupported("'\(path)' is of the type \(name)") }
      leaves.append(leaf)
      return .value(leaves.count - 1)
    case .structure(let columns):
      var members: [(name: String, node: RowNode)] = []
      for column in columns {
        if let node = try node(column, path: "\(path).\(column.name)") { members.append((column.name, node)) }
      }
      return members.isEmpty ? nil : .structure(members)
    case .list(let columns): return try list(columns, of: column, path: path)
    case .map: throw .unsupported("'\(path)' is a map")
    }
  }

  /// The node of an annotated list (`LogicalTypes.md` of parquet-format, with its rules for old files).
  private mutating func list(
    _ columns: [ParquetColumn], of list: ParquetColumn, path: String
  ) throws(ParquetFault) -> RowNode? {
    guard let repeated = columns.first else { return nil }
    let start = leaves.count
    let node: RowNode?
    if case .structure(let inner) = repeated.content, inner.count == 1, !inner[0].isRepeated,
      repeated.name != "array", repeated.name != "\(list.name)_tuple"
    {
      node = try self.node(inner[0], path: path)
    } else {
      node = try content(repeated, path: path)
    }
    guard let node else { return nil }
    return .list(
      definition: repeated.definition, repetition: repeated.repetition, leaves: start..<leaves.count, node)
  }
}
