import System

/// Makes columns of the lines of a schema, which stand in depth-first order.
struct SchemaTree {
  private let elements: [SchemaElement]
  private var next = 1
  private var leaves = 0

  /// The columns of a file. The first element is the root, which has no meaning.
  static func columns(_ elements: [SchemaElement]) throws(ParquetFault) -> [ParquetColumn] {
    guard let root = elements.first else { throw .damaged("it has no schema") }
    var tree = SchemaTree(elements: elements)
    let columns = try tree.columns(root.children, path: "", definition: 0, repetition: 0, depth: 1)
    guard tree.next == elements.count else { throw .damaged("the schema has columns without a place") }
    return columns
  }

  private init(elements: [SchemaElement]) { self.elements = elements }

  private mutating func columns(
    _ count: Int, path: String, definition: Int, repetition: Int, depth: Int
  ) throws(ParquetFault) -> [ParquetColumn] {
    guard depth <= FixedLimits.Parquet.depth else {
      throw .tooLarge("its columns nest more than \(FixedLimits.Parquet.depth) deep")
    }
    guard count <= elements.count - next else { throw .damaged("the schema lacks columns") }
    var columns: [ParquetColumn] = []
    for _ in 0..<count {
      columns.append(try column(path: path, definition: definition, repetition: repetition, depth: depth))
    }
    return columns
  }

  private mutating func column(
    path: String, definition: Int, repetition: Int, depth: Int
  ) throws(ParquetFault) -> ParquetColumn {
    guard elements.indices.contains(next) else { throw .damaged("the schema lacks columns") }
    let element = elements[next]
    next += 1
    guard let name = element.name else { throw .damaged("a column has no name") }
    let path = path.isEmpty ? name : "\(path).\(name)"
    let isRepeated = element.repetition == SchemaElement.repeated
    let definition = definition + (element.repetition == SchemaElement.required ? 0 : 1)
    let repetition = repetition + (isRepeated ? 1 : 0)
    let content: ParquetColumn.Content
    if element.children > 0 {
      let inner = try columns(
        element.children, path: path, definition: definition, repetition: repetition, depth: depth + 1)
      if element.isList {
        guard inner.count == 1, inner[0].isRepeated, !isRepeated else {
          throw .damaged("'\(path)' is no list")
        }
        content = .list(inner)
      } else {
        content = element.isMap ? .map(inner) : .structure(inner)
      }
    } else {
      content = .value(try leaf(element, path: path, definition: definition, repetition: repetition))
    }
    return ParquetColumn(
      name: name, isOptional: element.repetition == SchemaElement.optional, isRepeated: isRepeated,
      definition: definition, repetition: repetition, content: content)
  }

  private mutating func leaf(
    _ element: SchemaElement, path: String, definition: Int, repetition: Int
  ) throws(ParquetFault) -> ParquetLeaf {
    guard let type = element.type else { throw .damaged("'\(path)' has neither a type nor columns") }
    let bytes: Int?
    switch type {
    case .boolean, .byteArray: bytes = nil
    case .int32, .float: bytes = 4
    case .int64, .double: bytes = 8
    case .int96: bytes = 12
    case .fixedLengthByteArray:
      guard 1...Int(Int32.max) ~= element.typeLength else {
        throw .damaged("values of '\(path)' have no length")
      }
      bytes = element.typeLength
    }
    defer { leaves += 1 }
    return ParquetLeaf(
      index: leaves, path: path, type: type, valueBytes: bytes, meaning: element.meaning(of: type),
      definition: definition, repetition: repetition)
  }
}
