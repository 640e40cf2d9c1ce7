/// Writes values in Thrift's compact protocol (`doc/specs/thrift-compact-protocol.md` of Apache Thrift).
struct CompactWriter {
  private(set) var bytes: [UInt8] = []
  /// The number of the last field in each open structure.
  private var last = [0]

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func zigzag(_ value: Int64) { varint(UInt64(bitPattern: value << 1 ^ value >> 63)) }

  /// Writes the header of a field. `id` is above those of the structure's earlier fields.
  private mutating func header(_ id: Int, _ kind: CompactReader.Kind) {
    let before = last.popLast() ?? 0
    last.append(id)
    if 1...15 ~= id - before {
      bytes.append(UInt8(id - before) << 4 | kind.rawValue)
    } else {
      bytes.append(kind.rawValue)
      zigzag(Int64(id))
    }
  }

  mutating func int32(_ id: Int, _ value: Int) {
    header(id, .int32)
    zigzag(Int64(value))
  }

  mutating func int64(_ id: Int, _ value: Int) {
    header(id, .int64)
    zigzag(Int64(value))
  }

  mutating func byte(_ id: Int, _ value: Int8) {
    header(id, .byte)
    bytes.append(UInt8(bitPattern: value))
  }

  mutating func bool(_ id: Int, _ value: Bool) { header(id, value ? .yes : .no) }

  mutating func binary(_ id: Int, _ value: some Collection<UInt8>) {
    header(id, .binary)
    varint(UInt64(value.count))
    bytes += value
  }

  mutating func text(_ id: Int, _ value: String) { binary(id, value.utf8) }

  /// Writes a field that is a structure; `fields` writes its fields.
  mutating func structure(_ id: Int, _ fields: (inout CompactWriter) -> Void) {
    header(id, .structure)
    structure(fields)
  }

  /// Writes a structure; `fields` writes its fields.
  mutating func structure(_ fields: (inout CompactWriter) -> Void) {
    last.append(0)
    fields(&self)
    last.removeLast()
    bytes.append(0)
  }

  /// Writes a list of structures; `fields` writes the fields of one.
  mutating func structures<Element>(
    _ id: Int, _ list: some Collection<Element>, _ fields: (inout CompactWriter, Element) -> Void
  ) {
    listHeader(id, .structure, list.count)
    for element in list { structure { fields(&$0, element) } }
  }

  mutating func texts(_ id: Int, _ list: some Collection<String>) {
    binaries(id, list.map { Array($0.utf8) })
  }

  mutating func binaries(_ id: Int, _ list: some Collection<[UInt8]>) {
    listHeader(id, .binary, list.count)
    for value in list {
      varint(UInt64(value.count))
      bytes += value
    }
  }

  mutating func int32s(_ id: Int, _ list: some Collection<Int>) {
    listHeader(id, .int32, list.count)
    for value in list { zigzag(Int64(value)) }
  }

  mutating func int64s(_ id: Int, _ list: some Collection<Int>) {
    listHeader(id, .int64, list.count)
    for value in list { zigzag(Int64(value)) }
  }

  mutating func bools(_ id: Int, _ list: some Collection<Bool>) {
    listHeader(id, .yes, list.count)
    for value in list { bytes.append(value ? 1 : 2) }
  }

  private mutating func listHeader(_ id: Int, _ kind: CompactReader.Kind, _ count: Int) {
    header(id, .list)
    bytes.append(UInt8(min(count, 15)) << 4 | kind.rawValue)
    if count >= 15 { varint(UInt64(count)) }
  }
}
