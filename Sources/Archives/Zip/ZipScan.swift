import System

/// Reads the directory of a zip (APPNOTE 6.3.10): its end records, then its entries in pieces of at most 1 MiB. Members
/// are events in the order of their local headers, after the whole directory.
///
/// Data before the zip, such as a program that unpacks it, is allowed: offsets count from where the zip begins.
package struct ZipScan: ArchiveScan {
  private let size: UInt64
  private let limits: ArchiveLimits
  private var step = Step.tail
  /// The last bytes of the archive, until the directory is found.
  private var tail: ArraySlice<UInt8> = []
  private var end: ZipEnd?
  /// The offset of the first byte of the directory.
  private var directory: UInt64 = 0
  /// The offset of the zip's first byte. Offsets in the zip count from there.
  private var base: UInt64 = 0
  /// The start of an entry whose end isn't there yet.
  private var rest: ArraySlice<UInt8> = []
  private var entries: UInt64 = 0
  private var records = ZipRecords()
  private var register = NameRegister()
  /// The number of events that were given.
  private var given = 0
  private var isSettled = false

  private enum Step {
    case tail
    /// The record of zip64 at this offset. It is the last place to look for it if `isStated` is true.
    case wide(at: UInt64, isStated: Bool)
    /// The directory from this offset on.
    case directory(from: UInt64)
    case over
  }

  /// A scan of a zip of so many bytes.
  package init(size: UInt64, limits: ArchiveLimits = ArchiveLimits()) {
    (self.size, self.limits) = (size, limits)
  }

  package var wanted: Range<UInt64>? {
    switch step {
    case .tail: size - min(size, ZipEnd.tailBytes)..<max(size, 1)
    case .wide(let offset, _): offset..<offset + ZipEnd.wideBytes
    case .directory(let offset): offset..<min(offset + Self.piece, directoryEnd)
    case .over: nil
    }
  }

  private static let piece = UInt64(FixedLimits.Archive.directoryPiece)

  private var directoryEnd: UInt64 { directory + (end?.directoryBytes ?? 0) }

  package mutating func take(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) {
    guard let wanted else { return }
    if bytes.count < wanted.count { return try end(at: wanted.lowerBound + UInt64(bytes.count)) }
    let bytes = bytes.prefix(wanted.count)
    do throws(ArchiveFault) {
      switch step {
      case .tail: try takeTail(bytes)
      case .wide(let offset, let isStated): try takeWide(bytes, at: offset, isStated)
      case .directory(let offset): try takeEntries(bytes, at: offset)
      case .over: break
      }
    } catch {
      step = .over
      throw error
    }
  }

  package mutating func end(at size: UInt64) throws(ArchiveFault) {
    if case .over = step { return }
    step = .over
    if self.size == 0 { throw ArchiveFault(.noZip, at: 0) }
    throw ArchiveFault(.cut(before: self.size), at: size)
  }

  package mutating func next() -> ArchiveEvent? {
    guard isSettled else { return nil }
    while given < records.count {
      given += 1
      guard let event = records.event(at: given - 1) else { continue }
      return register.insert(event.name) ? event : .skipped(name: event.name, .repeated)
    }
    return nil
  }

  private mutating func takeTail(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) {
    guard let end = ZipEnd(tail: bytes, size: size) else { throw ArchiveFault(.noZip, at: size) }
    self.end = end
    tail = bytes
    if end.stated == nil { return try begin(end) }
    // The record lies right before its locator, wherever the zip begins.
    guard end.locator >= ZipEnd.wideBytes else { throw ArchiveFault(.damaged(.end), at: end.locator) }
    try takeWide(at: end.locator - ZipEnd.wideBytes, isStated: false)
  }

  /// Reads the record of zip64 from the tail, or asks for it.
  private mutating func takeWide(at offset: UInt64, isStated: Bool) throws(ArchiveFault) {
    step = .wide(at: offset, isStated: isStated)
    let start = size - UInt64(tail.count)
    if offset >= start, let bytes = tail.part(at: Int(offset - start), Int(ZipEnd.wideBytes)) {
      try takeWide(bytes, at: offset, isStated)
    }
  }

  private mutating func takeWide(
    _ bytes: ArraySlice<UInt8>, at offset: UInt64, _ isStated: Bool
  ) throws(ArchiveFault) {
    guard var end else { return }
    if end.widen(bytes, at: offset) { return try begin(end) }
    // A record with further fields is longer. Its locator says where it begins.
    guard !isStated, let stated = end.stated, stated <= end.locator,
      end.locator - stated >= ZipEnd.wideBytes
    else { throw ArchiveFault(.damaged(.end), at: offset) }
    try takeWide(at: stated, isStated: true)
  }

  /// Checks the end records, and begins to read the directory.
  private mutating func begin(_ end: ZipEnd) throws(ArchiveFault) {
    self.end = end
    if end.hasParts { throw ArchiveFault(.parts, at: end.place) }
    let least = end.entries.multipliedReportingOverflow(by: UInt64(ZipEntry.fixedBytes))
    guard end.directoryBytes <= end.place, end.directory <= end.place - end.directoryBytes, !least.overflow,
      least.partialValue <= end.directoryBytes
    else { throw ArchiveFault(.damaged(.end), at: end.place) }
    if end.entries > UInt64(clamping: limits.members) { throw ArchiveFault(.limit(.members), at: end.place) }
    if end.directoryBytes > UInt64(clamping: limits.directoryBytes) {
      throw ArchiveFault(.limit(.directoryBytes), at: end.place)
    }
    directory = end.place - end.directoryBytes
    base = directory - end.directory
    step = .directory(from: directory)
    let start = size - UInt64(tail.count)
    let own = directory >= start ? tail.part(at: Int(directory - start), Int(end.directoryBytes)) : nil
    tail = []
    if end.directoryBytes == 0 { return try takeEntries([], at: directory) }
    if let own { try takeEntries(own, at: directory) }
  }

  private mutating func takeEntries(
    _ bytes: ArraySlice<UInt8>, at offset: UInt64
  ) throws(ArchiveFault) {
    var left = rest.isEmpty ? bytes : rest + bytes
    var place = offset - UInt64(rest.count)
    while let length = ZipEntry.length(left), length <= left.count, let entry = ZipEntry(left) {
      try take(entry, at: place)
      left = left.dropFirst(length)
      place += UInt64(length)
    }
    let end = offset + UInt64(bytes.count)
    if end == directoryEnd { return try finish(left, at: place) }
    // An entry that doesn't begin as one would be kept for ever.
    if ZipEntry.length(left).map({ $0 <= left.count }) == true {
      throw ArchiveFault(.damaged(.directory), at: place)
    }
    rest = Array(left)[...]
    step = .directory(from: end)
  }

  private mutating func take(_ entry: ZipEntry, at place: UInt64) throws(ArchiveFault) {
    entries += 1
    if entries > UInt64(clamping: limits.members) { throw ArchiveFault(.limit(.members), at: place) }
    let numbers = entry.numbers
    if let disk = numbers?.disk, disk != 0 { throw ArchiveFault(.parts, at: place) }
    let isFolder = entry.kind == .folder
    // An entry without an offset lies nowhere, so over no other.
    let (header, isOver) = base.addingReportingOverflow(numbers?.header ?? .max)
    let member = MemberPlace(
      header: isOver ? .max : header, offset: isOver ? .max : header, packed: numbers?.packed ?? 0,
      size: numbers?.size ?? 0, method: entry.packing ?? .stored, checksum: entry.checksum)
    let (name, fault) = isFolder ? ("", nil) : Self.checked(entry, member, limits)
    let nameBytes = min(limits.nameBytes, Int(UInt32.max))
    if records.nameBytes + name.utf8.count > nameBytes {
      throw ArchiveFault(.limit(.nameBytes), at: place)
    }
    records.append(name, member, rawBytes: UInt16(clamping: entry.raw.count), fault, isFolder: isFolder)
  }

  private static func checked(
    _ entry: ZipEntry, _ place: MemberPlace, _ limits: ArchiveLimits
  ) -> (name: String, fault: MemberFault?) {
    let fault = fault(entry, place, limits)
    switch MemberName.read(entry.name, backslashes: true) {
    case .name(let name): return (name, fault)
    case .fault(let other, let shown): return (shown, fault ?? .name(other))
    }
  }

  private static func fault(
    _ entry: ZipEntry, _ place: MemberPlace, _ limits: ArchiveLimits
  ) -> MemberFault? {
    if entry.kind == .link { return .link }
    if entry.kind == .device { return .device }
    if entry.isEncrypted { return .encrypted }
    guard entry.packing != nil else { return .method(entry.method) }
    if entry.numbers == nil { return .damaged(.extra) }
    if place.method == .stored, place.packed != place.size { return .damaged(.sizes) }
    let most = max(place.size, place.packed)
    return most > limits.memberBytes ? .tooLarge(most) : nil
  }

  /// Checks what follows the last entry: nothing, or a signature of the directory (section 4.3.13).
  private mutating func finish(_ left: ArraySlice<UInt8>, at place: UInt64) throws(ArchiveFault) {
    if !left.isEmpty {
      guard left.number(at: 0, UInt32.self) == 0x0505_4B50, let count: UInt16 = left.number(at: 4),
        left.count == 6 + Int(count)
      else { throw ArchiveFault(.damaged(.directory), at: place) }
    }
    guard let end else { return }
    // Without zip64, some programs write only the lower bits of a number above 65,535.
    let known = end.isWide ? entries : entries & UInt64(UInt16.max)
    if known != end.entries { throw ArchiveFault(.damaged(.count), at: end.place) }
    rest = []
    step = .over
    records.settle(before: directory)
    isSettled = true
  }
}
