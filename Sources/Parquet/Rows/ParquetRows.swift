import JSON

/// Reads some columns of a Parquet file as JSON, row by row. A page of each column is in memory.
///
/// Lists are lists, structures are objects, and null is null. Bytes that aren't text are left out.
package struct ParquetRows {
  /// The names of columns, and of parts of columns, that are left out because they are bytes.
  package let leftOut: [String]
  private let file: ParquetFile
  private let nodes: [(name: String, node: RowNode)]
  private var cursors: [LeafCursor]
  private var groups: Range<Int>
  private var leftInGroup = 0
  /// The values and the bytes of text left for the row, and for all rows.
  private var leftValues = 0
  private var leftBytes = 0
  private var leftAllValues: Int
  private var leftAllBytes: Int

  /// Reads the columns with these names (``ParquetFile/column(_:)``) in groups of rows; nil means all groups.
  ///
  /// Throws if there is no such column, or if one has a type that isn't read.
  package init(_ file: ParquetFile, columns names: [String], groups: Range<Int>? = nil) throws(ParquetFault) {
    var (made, nodes) = (RowNodes(), [(name: String, node: RowNode)]())
    for name in names {
      guard let column = file.column(name) else { throw .damaged("has no column '\(name)'") }
      if let node = try made.node(column, path: name, in: file) { nodes.append((name, node)) }
    }
    (self.file, self.nodes, leftOut) = (file, nodes, made.leftOut)
    self.groups = (groups ?? file.rowGroups.indices).clamped(to: file.rowGroups.indices)
    cursors = made.leaves.map { LeafCursor(file, $0, most: file.limits.valuePageBytes) }
    (leftAllValues, leftAllBytes) = (file.limits.columnValues, file.limits.allRowBytes)
  }

  /// The next row: a value for each column that isn't left out. Nil behind the last row.
  ///
  /// After a fault, the rows can't be continued.
  package mutating func next() throws(ParquetFault) -> [JSONValue.Member]? {
    while leftInGroup == 0 {
      for place in cursors.indices {
        guard try cursors[place].peek() == nil else {
          throw .damaged("'\(cursors[place].leaf.path)' has too many values")
        }
      }
      guard let group = groups.popFirst() else { return nil }
      for place in cursors.indices { try cursors[place].begin(group: group) }
      leftInGroup = file.rowGroups[group].rows
    }
    leftInGroup -= 1
    (leftValues, leftBytes) = (file.limits.rowValues, file.limits.rowBytes)
    var row: [JSONValue.Member] = []
    for (name, node) in nodes { row.append(JSONValue.Member(key: name, value: try value(node, 0))) }
    return row
  }

  /// The levels of the next value of a leaf, which must have this repetition level.
  private mutating func levels(_ leaf: Int, _ repetition: Int) throws(ParquetFault) -> LeafCursor.Levels {
    guard let levels = try cursors[leaf].peek(), levels.repetition == repetition else { throw wrong(leaf) }
    return levels
  }

  private func wrong(_ leaf: Int) -> ParquetFault {
    .damaged("levels of '\(cursors[leaf].leaf.path)' contradict each other")
  }

  /// The value of a node. The next value of each leaf inside has this repetition level.
  private mutating func value(_ node: RowNode, _ repetition: Int) throws(ParquetFault) -> JSONValue {
    switch node {
    case .value(let leaf): return try value(ofLeaf: leaf, repetition)
    case .structure(let members):
      var values: [JSONValue.Member] = []
      for (name, node) in members {
        values.append(JSONValue.Member(key: name, value: try value(node, repetition)))
      }
      return .object(values)
    case .optional(let definition, let leaves, let inner):
      let levels = try levels(leaves.lowerBound, repetition)
      if levels.definition >= definition { return try value(inner, repetition) }
      try skip(leaves, levels)
      return .null
    case .list(let definition, let further, let leaves, let inner):
      let levels = try levels(leaves.lowerBound, repetition)
      if levels.definition < definition {
        try skip(leaves, levels)
        return .list([])
      }
      var values = [try value(inner, repetition)]
      while let next = try cursors[leaves.lowerBound].peek()?.repetition, next >= further {
        values.append(try value(inner, further))
      }
      return .list(values)
    }
  }

  private mutating func value(ofLeaf leaf: Int, _ repetition: Int) throws(ParquetFault) -> JSONValue {
    guard try levels(leaf, repetition).definition == cursors[leaf].leaf.definition,
      let value = try cursors[leaf].take()
    else { throw wrong(leaf) }
    try count(bytes: value.count)
    return try cursors[leaf].leaf.json(value)
  }

  /// Skips a null or an empty list, which has the same levels in each leaf.
  private mutating func skip(_ leaves: Range<Int>, _ levels: LeafCursor.Levels) throws(ParquetFault) {
    for leaf in leaves {
      guard try cursors[leaf].peek() == levels else { throw wrong(leaf) }
      _ = try cursors[leaf].take()
      try count(bytes: 0)
    }
  }

  private mutating func count(bytes: Int) throws(ParquetFault) {
    leftValues -= 1
    leftAllValues -= 1
    leftBytes -= bytes
    leftAllBytes -= bytes
    if leftValues < 0 { throw .tooLarge("a row has more than \(file.limits.rowValues) values") }
    if leftAllValues < 0 { throw .tooLarge("the columns have more than \(file.limits.columnValues) values") }
    if leftBytes < 0 { throw .tooLarge("the texts of a row have more than \(file.limits.rowBytes) bytes") }
    if leftAllBytes < 0 {
      throw .tooLarge("the texts of all rows have more than \(file.limits.allRowBytes) bytes")
    }
  }
}

extension RowNodes {
  /// The node of a column, which may lie in structures (`a.b`). Null in place of a structure makes the column
  /// null.
  fileprivate mutating func node(
    _ column: ParquetColumn, path: String, in file: ParquetFile
  ) throws(ParquetFault) -> RowNode? {
    let start = leaves.count
    guard let node = try node(column, path: path) else { return nil }
    let isInside = !file.columns.contains { $0.name == path }
    guard isInside, !column.isRepeated, column.definition > 0, !column.isOptional else { return node }
    return .optional(definition: column.definition, leaves: start..<leaves.count, node)
  }
}
