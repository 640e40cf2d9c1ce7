import System

/// Reads the directory of a 7z (7zFormat.txt of 7-Zip's SDK): the header at its start says where the directory lies,
/// which is mostly packed itself. A member's place is that in ``UnpackedBytes`` of the archive.
package struct SevenZipScan: ArchiveScan {
  private let size: UInt64
  private let limits: ArchiveLimits
  private var step = Step.start
  private(set) var directory = SevenZipDirectory()
  private var place = SevenZipDirectory.Place()
  private var register = NameRegister()
  /// The number of packed headers so far.
  private var depth = 0

  private enum Step {
    case start
    /// A header with a CRC-32.
    case header(Range<UInt64>, UInt32)
    /// A packed header, and its size and CRC-32.
    case packed(SevenZipFolder, SevenZipFolder.Method)
    case over
  }

  private static let startBytes: UInt64 = 32
  static let magic: [UInt8] = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]
  private static let mostDepth = 4

  /// A scan of an archive of so many bytes.
  package init(size: UInt64, limits: ArchiveLimits = ArchiveLimits()) {
    (self.size, self.limits) = (size, limits)
  }

  package var wanted: Range<UInt64>? {
    switch step {
    case .start: 0..<Self.startBytes
    case .header(let range, _): range
    case .packed(let folder, _): folder.packed
    case .over: nil
    }
  }

  package mutating func next() -> ArchiveEvent? {
    while let entry = directory.entry(&place) {
      guard let event = event(entry) else { continue }
      return register.insert(event.name) ? event : .skipped(name: event.name, .repeated)
    }
    return nil
  }

  package mutating func end(at size: UInt64) throws(ArchiveFault) {
    guard let wanted else { return }
    if case .start = step, size == 0 { throw fault(.noSevenZip, at: 0) }
    throw fault(.cut(before: wanted.upperBound), at: size)
  }

  package mutating func take(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) {
    guard let wanted else { return }
    if case .start = step, !Self.magic.starts(with: bytes.prefix(Self.magic.count)) {
      throw fault(.noSevenZip, at: 0)
    }
    if bytes.count < wanted.count { return try end(at: wanted.lowerBound + UInt64(bytes.count)) }
    let bytes = bytes.prefix(wanted.count)
    switch step {
    case .start: try takeStart(bytes)
    case .header(let range, let sum):
      if CRC32.of(bytes) != sum { throw fault(.damaged(.checksum), at: range.lowerBound) }
      try takeHeader(Array(bytes), at: range.lowerBound)
    case .packed(let folder, let method): try takePacked(bytes, folder, method)
    case .over: break
    }
  }

  /// The fault, after which nothing is wanted.
  private mutating func fault(_ kind: ArchiveFault.Kind, at offset: UInt64) -> ArchiveFault {
    step = .over
    return ArchiveFault(kind, at: offset)
  }

  private mutating func takeStart(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) {
    guard let version: UInt8 = bytes.number(at: 6), version == 0 else {
      throw fault(.unpacking(.unsupported), at: 6)
    }
    guard bytes.number(at: 8, UInt32.self) == CRC32.of(bytes.dropFirst(12)),
      let offset: UInt64 = bytes.number(at: 12), let count: UInt64 = bytes.number(at: 20),
      let sum: UInt32 = bytes.number(at: 28)
    else { throw fault(.damaged(.checksum), at: 8) }
    if count == 0 {
      step = .over
      return
    }
    let (start, isOver) = offset.addingReportingOverflow(Self.startBytes)
    let (end, isAlsoOver) = start.addingReportingOverflow(count)
    if isOver || isAlsoOver { throw fault(.damaged(.end), at: 12) }
    if end > size { throw fault(.cut(before: end), at: size) }
    if count > UInt64(clamping: min(limits.directoryBytes, FixedLimits.Archive.sevenZipHeaderBytes)) {
      throw fault(.limit(.sevenZipHeader), at: start)
    }
    step = .header(start..<end, sum)
  }

  private mutating func takeHeader(_ bytes: [UInt8], at offset: UInt64) throws(ArchiveFault) {
    let room = size - Self.startBytes
    let folders: [SevenZipFolder]
    do throws(WireError) {
      var reader = ByteReader(bytes)
      switch SevenZipKind(rawValue: try reader.packedNumber()) {
      case .header:
        directory = try SevenZipDirectory(&reader, base: Self.startBytes, room: room, most: limits.members)
        step = .over
        folders = []
      case .packedHeader:
        folders = try SevenZipStreams(&reader, base: Self.startBytes, room: room, most: 1).folders
      default: throw .wrong("a header of 7z")
      }
    } catch {
      switch error {
      case .tooManyMembers: throw fault(.limit(.members), at: offset)
      case .tooManyFolders: throw fault(.limit(.sevenZipFolders), at: offset)
      default: throw fault(.damaged(.directory), at: offset)
      }
    }
    if case .over = step { return }
    depth += 1
    guard let folder = folders.first, !folder.packed.isEmpty, depth <= Self.mostDepth else {
      throw fault(.damaged(.directory), at: offset)
    }
    try begin(folder)
  }

  /// Asks for the bytes of a packed header.
  private mutating func begin(_ folder: SevenZipFolder) throws(ArchiveFault) {
    let offset = folder.packed.lowerBound
    let packed = folder.packed.upperBound - offset
    if max(folder.size, packed) > UInt64(clamping: FixedLimits.Archive.sevenZipHeaderBytes) {
      throw fault(.limit(.sevenZipHeader), at: offset)
    }
    switch folder.method {
    case .success(let method): step = .packed(folder, method)
    case .failure(.encrypted): throw fault(.encrypted, at: offset)
    case .failure(.memory): throw fault(.unpacking(.memory), at: offset)
    case .failure: throw fault(.unpacking(.unsupported), at: offset)
    }
  }

  private mutating func takePacked(
    _ bytes: ArraySlice<UInt8>, _ folder: SevenZipFolder, _ method: SevenZipFolder.Method
  ) throws(ArchiveFault) {
    let offset = folder.packed.lowerBound
    let header: [UInt8]?
    switch method {
    case .copy: header = bytes.count == folder.size ? Array(bytes) : nil
    case .bzip2: throw fault(.unpacking(.unsupported), at: offset)
    case .lzma, .lzma2:
      do throws(SystemError) {
        header = try LZMADecoder.decoded(bytes, method, size: Int(clamping: folder.size))
      } catch { throw fault(.unpacking(.memory), at: offset) }
    }
    guard let header else { throw fault(.unpacking(.data), at: offset) }
    if let sum = folder.checksum, sum != CRC32.of(header) { throw fault(.damaged(.checksum), at: offset) }
    try takeHeader(header, at: offset)
  }

  private func event(_ entry: SevenZipDirectory.Entry) -> ArchiveEvent? {
    let fault: MemberFault? =
      switch entry.kind {
      case .folder: nil
      case .link: .link
      case .device: .device
      case .file: entry.fault
      }
    if entry.kind == .folder { return nil }
    let size = UInt64(entry.bytes.count)
    switch MemberName.read(entry.name[...], backslashes: true) {
    case .fault(let other, let shown): return .skipped(name: shown, fault ?? .name(other))
    case .name(let name):
      if let fault { return .skipped(name: name, fault) }
      if size > limits.memberBytes { return .skipped(name: name, .tooLarge(size)) }
      let start = entry.bytes.lowerBound
      let place = MemberPlace(
        header: start, offset: start, packed: size, size: size, method: .stored, checksum: entry.checksum)
      return .member(ArchiveMember(name: name, place: place))
    }
  }
}
