import System

extension MemberIndex {
  private static let magic = Array("UPMEMBER".utf8)
  private static let version: UInt32 = 1

  /// The index as bytes: a magic word, a version, `identity`, the numbers of all tables, the tables, and the CRC-32C of
  /// all this. `identity` says which archive it is, in the caller's own form.
  package func bytes(identity: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(Self.magic)
    writer.number(Self.version)
    writer.number(UInt32(truncatingIfNeeded: identity.count))
    writer.raw(identity)
    let code = fault?.code ?? (kind: 0, number: 0)
    writer.number(code.kind)
    writer.number(code.number)
    writer.number(fault?.offset ?? 0)
    for count in [table.count, table.names.count, skips.count, skips.names.count] {
      writer.number(UInt64(count))
    }
    for word in table.words { writer.number(word) }
    for number in order { writer.number(number) }
    writer.raw(table.names)
    for word in skips.words { writer.number(word) }
    writer.raw(skips.names)
    writer.number(CRC32C.of(writer.bytes))
    return writer.bytes
  }

  /// Reads an index; nil if the bytes are damaged, of another version, or not those of the archive with this identity.
  package init?(_ bytes: [UInt8], identity: [UInt8]) {
    let sumBytes = MemoryLayout<UInt32>.size
    guard bytes.count >= sumBytes,
      bytes[...].number(at: bytes.count - sumBytes, UInt32.self) == CRC32C.of(bytes.dropLast(sumBytes))
    else { return nil }
    do throws(WireError) {
      var reader = ByteReader(bytes)
      guard let read = try Self.read(&reader, identity), reader.count == sumBytes else { return nil }
      self = read
    } catch { return nil }
  }

  private static func read(_ reader: inout ByteReader, _ identity: [UInt8]) throws(WireError) -> MemberIndex?
  {
    guard try reader.raw(magic.count).elementsEqual(magic), try reader.number(UInt32.self) == version,
      try reader.raw(Int(reader.number(UInt32.self))).elementsEqual(identity)
    else { return nil }
    var index = MemberIndex()
    let (kind, number, offset) = try (
      reader.number(UInt8.self), reader.number(UInt64.self), reader.number(UInt64.self)
    )
    index.fault = ArchiveFault(kind: kind, number: number, offset: offset)
    if index.fault == nil && kind != 0 { return nil }
    var counts: [Int] = []
    for _ in 0..<4 { counts.append(Int(clamping: try reader.number(UInt64.self))) }
    index.table.words = try words(&reader, counts[0], MemberTable.width)
    index.order = try words(&reader, counts[0], 1)
    index.table.names = Array(try reader.raw(counts[1]))
    index.skips.words = try words(&reader, counts[2], SkipTable.width)
    index.skips.names = Array(try reader.raw(counts[3]))
    return index.table.isSound && index.skips.isSound && index.table.isOrder(index.order) ? index : nil
  }

  /// The next numbers, `width` for each of `count` members. Throws if too few bytes are left, before memory is taken.
  private static func words<Word: FixedWidthInteger>(
    _ reader: inout ByteReader, _ count: Int, _ width: Int
  ) throws(WireError) -> [Word] {
    let (total, isOver) = count.multipliedReportingOverflow(by: width)
    guard !isOver, total <= reader.count / MemoryLayout<Word>.size else { throw .endsEarly }
    var words: [Word] = []
    words.reserveCapacity(total)
    for _ in 0..<total { words.append(try reader.number(Word.self)) }
    return words
  }
}
