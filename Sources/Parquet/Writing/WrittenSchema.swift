/// A column of stored values that is written.
struct LeafSchema: Sendable {
  let path: [String]
  let type: ParquetType
  let isText: Bool
  let definition: Int
  let repetition: Int

  /// True for the bytes of pictures.
  var isOfPictures: Bool { type == .byteArray && !isText }
}

/// How a value of a column is divided among columns of stored values, which are named by their numbers.
indirect enum WrittenNode {
  /// Null below `definition`.
  case value(Int, ParquetKind, definition: Int)
  /// Null below `definition`, and empty at it. A further element has the repetition level.
  case list(definition: Int, repetition: Int, leaves: Range<Int>, WrittenNode)
  /// Null below `definition`.
  case structure(definition: Int, leaves: Range<Int>, [(name: String, node: WrittenNode)])
}

/// Makes the schema of a file, in the form of its description.
struct WrittenSchema {
  /// A line of the schema.
  struct Element {
    var name: String
    var type: ParquetType?
    var repetition = SchemaElement.optional
    var children = 0
    var isText = false
    var isList = false
  }

  private(set) var elements: [Element] = []
  private(set) var leaves: [LeafSchema] = []
  private(set) var nodes: [(name: String, node: WrittenNode)] = []

  /// The schema of columns of pictures, followed by other columns. A column of pictures has two stored columns: the
  /// bytes and the paths.
  init(pictures: [String], _ fields: [ParquetField]) {
    elements.append(
      Element(
        name: "schema", repetition: SchemaElement.required, children: pictures.count + fields.count))
    for name in pictures {
      elements.append(Element(name: name, children: 2))
      addLeaf("bytes", .byteArray, isText: false, [name], definition: 2, repetition: 0)
      addLeaf("path", .byteArray, isText: true, [name], definition: 2, repetition: 0)
    }
    for field in fields {
      nodes.append((field.name, add(field.name, field.kind, [], definition: 0, repetition: 0)))
    }
  }

  private mutating func addLeaf(
    _ name: String, _ type: ParquetType, isText: Bool, _ path: [String], definition: Int, repetition: Int
  ) {
    elements.append(Element(name: name, type: type, isText: isText))
    leaves.append(
      LeafSchema(
        path: path + [name], type: type, isText: isText, definition: definition, repetition: repetition))
  }

  /// Adds an optional column inside a column with these levels.
  private mutating func add(
    _ name: String, _ kind: ParquetKind, _ path: [String], definition: Int, repetition: Int
  ) -> WrittenNode {
    let (first, own) = (leaves.count, definition + 1)
    switch kind {
    case .bool, .int64, .double, .text:
      let type: ParquetType =
        switch kind {
        case .bool: .boolean
        case .int64: .int64
        case .double: .double
        default: .byteArray
        }
      addLeaf(name, type, isText: kind == .text, path, definition: own, repetition: repetition)
      return .value(first, kind, definition: own)
    case .list(let inner):
      elements.append(Element(name: name, children: 1, isList: true))
      elements.append(Element(name: "list", repetition: SchemaElement.repeated, children: 1))
      let node = add(
        "element", inner, path + [name, "list"], definition: own + 1, repetition: repetition + 1)
      return .list(definition: own, repetition: repetition + 1, leaves: first..<leaves.count, node)
    case .structure(let fields):
      elements.append(Element(name: name, children: fields.count))
      let members = fields.map { field in
        (
          name: field.name,
          node: add(field.name, field.kind, path + [name], definition: own, repetition: repetition)
        )
      }
      return .structure(definition: own, leaves: first..<leaves.count, members)
    }
  }
}
