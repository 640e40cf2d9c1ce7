/// The entries of a zip's directory, 48 bytes and a name for each. Folders count, because their headers take room.
struct ZipRecords: Sendable {
  private struct Record {
    var header, packed, size, number: UInt64
    var checksum, nameEnd: UInt32
    /// The bytes of the name in the local header.
    var rawBytes: UInt16
    var method: MemberPlace.Method
    /// The code of a fault, or one of these.
    var state: UInt8

    static let sound: UInt8 = 0
    static let folder: UInt8 = .max
  }

  private var records: [Record] = []
  private var names: [UInt8] = []
  private var order: [UInt32] = []

  var count: Int { records.count }
  var nameBytes: Int { names.count }

  /// Adds an entry: a member, which may have a fault, or a folder.
  mutating func append(
    _ name: String, _ place: MemberPlace, rawBytes: UInt16, _ fault: MemberFault?, isFolder: Bool
  ) {
    names.append(contentsOf: name.utf8)
    let code = fault?.code ?? (kind: Record.sound, number: 0)
    records.append(
      Record(
        header: place.header, packed: place.packed, size: place.size, number: code.number,
        checksum: place.checksum ?? 0, nameEnd: UInt32(truncatingIfNeeded: names.count), rawBytes: rawBytes,
        method: place.method, state: isFolder ? Record.folder : code.kind))
  }

  /// Sorts the entries by their headers, and finds those that lie over each other or not before `end`.
  mutating func settle(before end: UInt64) {
    order = (0..<UInt32(truncatingIfNeeded: records.count)).map { $0 }
    order.sort { (records[Int($0)].header, $0) < (records[Int($1)].header, $1) }
    // Of the entries so far, the one that reaches furthest, and where it ends.
    var furthest: (entry: Int, end: UInt64)?
    for entry in order.lazy.map({ Int($0) }) {
      let start = records[entry].header
      guard let own = dataEnd(of: entry), own <= end else {
        mark(entry, .damaged(.outside))
        continue
      }
      if let before = furthest, start < before.end {
        mark(before.entry, .overlaps)
        mark(entry, .overlaps)
      }
      if own > furthest?.end ?? 0 { furthest = (entry, own) }
    }
  }

  /// The entry at a place of the order; nil for a folder.
  func event(at place: Int) -> ArchiveEvent? {
    let entry = Int(order[place])
    let record = records[entry]
    if record.state == Record.folder { return nil }
    let start = entry > 0 ? Int(records[entry - 1].nameEnd) : 0
    let name = String(decoding: names[start..<Int(record.nameEnd)], as: UTF8.self)
    if let fault = MemberFault(kind: record.state, number: record.number) {
      return .skipped(name: name, fault)
    }
    return .member(
      ArchiveMember(
        name: name,
        place: MemberPlace(
          header: record.header, offset: record.header, packed: record.packed, size: record.size,
          method: record.method, checksum: record.checksum)))
  }

  /// The least offset behind the data: the extra field of the local header isn't known.
  private func dataEnd(of entry: Int) -> UInt64? {
    let record = records[entry]
    let fixed = UInt64(ZipLocalHeader.fixedBytes) + UInt64(record.rawBytes)
    let (data, isOver) = record.header.addingReportingOverflow(fixed)
    let (end, isAlsoOver) = data.addingReportingOverflow(record.packed)
    return isOver || isAlsoOver ? nil : end
  }

  /// Notes a fault of a member that has none.
  private mutating func mark(_ entry: Int, _ fault: MemberFault) {
    guard records[entry].state == Record.sound else { return }
    (records[entry].state, records[entry].number) = fault.code
  }
}
