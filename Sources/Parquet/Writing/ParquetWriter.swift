import JSON

/// Writes a Parquet file with a column of pictures, as Hugging Face's feature `Image` is stored, perhaps one of masks,
/// and other columns.
///
/// Pages are compressed by zstd. In memory are a page of pictures, and the other columns of a group of rows.
/// Besides, each page that was written takes some 50 bytes, for the index at the file's end. The same rows
/// make the same bytes with the same version of zstd.
package struct ParquetWriter {
  /// A group of rows ends behind so many bytes of its columns.
  private let groupBytes: Int
  /// Or behind so many rows, so that the other columns of small pictures end too.
  private static let groupRows = 1 << 20
  /// A page's size has 31 bits.
  private static let mostRowBytes = 1 << 30

  private let hasMasks: Bool
  private let fields: [ParquetField]
  private let schema: WrittenSchema
  private let compressor = ZstdCompressor()
  private var leaves: [LeafWriter]
  private var description: WrittenDescription
  private var output = Array("PAR1".utf8)
  /// The bytes that ``take()`` has returned.
  private var taken = 0
  private var rows = 0

  /// Begins a file. `pictures` names the column of pictures, `masks` that of masks, if there is one, and `fields` the
  /// other columns. Throws if two have one name, if a structure has no parts, or if columns nest too deep.
  package init(
    pictures: String = "image", masks: String? = nil, _ fields: [ParquetField], groupBytes: Int = 128 << 20
  ) throws(ParquetFault) {
    let names = [pictures, masks].compactMap { $0 }
    try Self.check(names.map { ParquetField($0, .text) } + fields, depth: 0)
    (hasMasks, self.fields, self.groupBytes) = (masks != nil, fields, groupBytes)
    schema = WrittenSchema(pictures: names, fields)
    leaves = schema.leaves.map { LeafWriter($0) }
    description = WrittenDescription(
      schema, notes: [(ParquetFeatures.key, ParquetFeatures.text(pictures: pictures, masks: masks, fields))])
  }

  private static let tooLargeRow =
    "a picture, a mask or the other values of a row have more than \(mostRowBytes) bytes"

  private static func check(_ fields: [ParquetField], depth: Int) throws(ParquetFault) {
    if fields.isEmpty { throw ParquetFault(.unfit, "a structure has no parts") }
    if depth > 8 { throw ParquetFault(.unfit, "columns nest too deep") }
    var names: Set<[UInt8]> = []
    for field in fields {
      guard names.insert(Array(field.name.utf8)).inserted else {
        throw ParquetFault(.unfit, "two columns have the name '\(field.name)'")
      }
      var (kind, depth) = (field.kind, depth)
      while case .list(let inner) = kind {
        (kind, depth) = (inner, depth + 1)
        if depth > 8 { throw ParquetFault(.unfit, "columns nest too deep") }
      }
      if case .structure(let inner) = kind { try check(inner, depth: depth + 1) }
    }
  }

  /// The number of bytes that ``take()`` hasn't returned yet.
  package var count: Int { output.count }

  /// Returns and removes the next bytes of the file.
  package mutating func take() -> [UInt8] {
    defer { output = [] }
    taken += output.count
    return output
  }

  /// Adds a row: a picture, its mask if the file has a column of masks, and a value for each other column.
  ///
  /// Throws, and adds nothing, if a value doesn't fit its column, or if its picture, its mask or its other
  /// values have more than 1 GiB.
  package mutating func add(
    picture: ArraySlice<UInt8>?, path: String?, mask: (bytes: ArraySlice<UInt8>, path: String)? = nil,
    _ values: [JSONValue]
  ) throws(ParquetFault) {
    guard values.count == fields.count, hasMasks || mask == nil else {
      throw ParquetFault(.unfit, "a row has another number of columns")
    }
    var bytes = 0
    for (field, value) in zip(fields, values) {
      bytes += try field.kind.bytes(of: value, at: field.name)
      guard bytes <= Self.mostRowBytes else {
        throw .tooLarge(Self.tooLargeRow)
      }
    }
    let sizes = [picture?.count, path?.utf8.count, mask?.bytes.count, mask?.path.utf8.count].map { $0 ?? 0 }
    guard sizes.allSatisfy({ $0 <= Self.mostRowBytes }) else {
      throw .tooLarge(Self.tooLargeRow)
    }
    for place in leaves.indices
    where leaves[place].isFull(before: leaves[place].schema.isOfPictures ? sizes[place] : 0) {
      try leaves[place].endPage(row: rows, compressor)
    }
    // Pages of pictures lie first in a group of rows, so they need not wait for its end.
    output += leaves[0].takeStored()
    add(picture, path, to: 0)
    if hasMasks { add(mask?.bytes, mask?.path, to: 2) }
    for ((_, node), value) in zip(schema.nodes, values) { put(value, node, 0) }
    rows += 1
    let held = leaves.reduce(leaves[0].storedBytes) { $0 + $1.heldBytes }
    if held >= groupBytes || rows >= Self.groupRows { try endGroup() }
  }

  /// Adds the bytes of a picture to the stored column `leaf`, and its path to the next one.
  private mutating func add(_ picture: ArraySlice<UInt8>?, _ path: String?, to leaf: Int) {
    let isNull = picture == nil && path == nil
    if let picture { leaves[leaf].add(picture) } else { leaves[leaf].addNone(0, isNull ? 0 : 1) }
    if let path { leaves[leaf + 1].add(path, 0) } else { leaves[leaf + 1].addNone(0, isNull ? 0 : 1) }
  }

  /// Adds a value that fits the node. The value has this repetition level.
  private mutating func put(_ value: JSONValue, _ node: WrittenNode, _ repetition: Int) {
    switch node {
    case .value(let leaf, let kind, let definition): put(value, leaf, kind, repetition, definition)
    case .list(let definition, let further, let range, let inner):
      guard let values = value.list, !values.isEmpty else {
        return putNone(range, repetition, value == .null ? definition - 1 : definition)
      }
      for (place, value) in values.enumerated() { put(value, inner, place == 0 ? repetition : further) }
    case .structure(let definition, let range, let members):
      guard case .object = value else { return putNone(range, repetition, definition - 1) }
      for (name, node) in members { put(value[name] ?? .null, node, repetition) }
    }
  }

  private mutating func put(
    _ value: JSONValue, _ leaf: Int, _ kind: ParquetKind, _ repetition: Int, _ definition: Int
  ) {
    switch (kind, value) {
    case (.bool, .bool(let value)): leaves[leaf].add(value, repetition)
    case (.int64, .number(let text)): leaves[leaf].add(ParquetKind.int64(text) ?? 0, repetition)
    case (.double, .number(let text)): leaves[leaf].add(ParquetKind.double(text) ?? 0, repetition)
    case (.text, _) where value != .null: leaves[leaf].add(ParquetKind.text(value), repetition)
    default: leaves[leaf].addNone(repetition, definition - 1)
    }
  }

  private mutating func putNone(_ range: Range<Int>, _ repetition: Int, _ definition: Int) {
    for leaf in range { leaves[leaf].addNone(repetition, definition) }
  }

  private mutating func endGroup() throws(ParquetFault) {
    if rows == 0 { return }
    for place in leaves.indices {
      try leaves[place].endPage(row: rows, compressor)
      output += leaves[place].takeStored()
    }
    description.addGroup(leaves, rows: rows, end: taken + output.count)
    leaves = schema.leaves.map { LeafWriter($0) }
    rows = 0
  }

  /// Ends the file. Its last bytes are then in ``take()``.
  package consuming func finish() throws(ParquetFault) -> [UInt8] {
    try endGroup()
    output += description.bytes(from: taken + output.count)
    return take()
  }
}
