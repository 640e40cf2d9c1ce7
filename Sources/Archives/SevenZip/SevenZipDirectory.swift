import System

/// The files in a 7z, as its header lists them.
struct SevenZipDirectory: Sendable {
  private(set) var streams = SevenZipStreams()
  private(set) var count = 0
  /// False for a file or folder without bytes.
  private var hasBytes: [Bool] = []
  /// For each one without bytes, true if it is an empty file.
  private var isFile: [Bool] = []
  /// Names in UTF-16, each with a final zero.
  private var names: ArraySlice<UInt8> = []
  private var attributes: [UInt32?] = []

  /// The directory of an empty archive.
  init() {}

  /// Reads a header behind its first byte. `room` is the number of bytes of data behind `base`.
  init(_ reader: inout ByteReader, base: UInt64, room: UInt64, most: Int) throws(WireError) {
    var kind = try reader.packedNumber()
    if kind == SevenZipKind.archiveProperties.rawValue {
      while try reader.packedNumber() != SevenZipKind.end.rawValue {
        _ = try reader.raw(try reader.packedCount(most: reader.count))
      }
      kind = try reader.packedNumber()
    }
    if kind == SevenZipKind.mainStreams.rawValue {
      streams = try SevenZipStreams(&reader, base: base, room: room, most: most)
      kind = try reader.packedNumber()
    }
    if kind == SevenZipKind.files.rawValue {
      try readFiles(&reader, most: most)
      kind = try reader.packedNumber()
    }
    guard kind == SevenZipKind.end.rawValue else { throw .wrong("a header of 7z") }
    try check()
  }

  /// Names, sizes and places must be there for all entries.
  private func check() throws(WireError) {
    var (found, place, total) = (0, 0, UInt64(0))
    while found < count, let unit: UInt16 = names.number(at: place) {
      if unit == 0 { found += 1 }
      place += 2
    }
    guard found == count, hasBytes.count(where: { $0 }) == streams.sizes.count else {
      throw .wrong("a list of names of 7z")
    }
    for folder in streams.folders {
      total += folder.size
      guard total <= Self.mostBytes else { throw .wrong("a size of 7z") }
    }
  }

  /// So many bytes that no sum of two such numbers overflows.
  private static let mostBytes: UInt64 = 1 << 62

  /// The folders that are read, in their order.
  var readFolders: [SevenZipFolder] {
    var read: [SevenZipFolder] = []
    for (folder, count) in zip(streams.folders, streams.counts) where count > 0 && folder.size > 0 {
      if case .success = folder.method { read.append(folder) }
    }
    return read
  }

  private mutating func readFiles(_ reader: inout ByteReader, most: Int) throws(WireError) {
    // Each name takes two bytes or more.
    count = try reader.packedCount(most: reader.count / 2)
    if count > most { throw .tooManyMembers }
    hasBytes = Array(repeating: true, count: count)
    attributes = Array(repeating: nil, count: count)
    while true {
      let number = try reader.packedNumber()
      if number == SevenZipKind.end.rawValue { break }
      let bytes = try reader.raw(try reader.packedCount(most: reader.count))
      var part = ByteReader(Array(bytes))
      switch SevenZipKind(rawValue: number) {
      case .emptyStreams:
        hasBytes = try part.bits(count).map { !$0 }
        isFile = Array(repeating: false, count: hasBytes.count { !$0 })
      case .emptyFiles: isFile = try part.bits(isFile.count)
      case .names:
        guard try part.number(UInt8.self) == 0 else { throw .wrong("a place of names of 7z") }
        names = try part.raw(part.count)
      case .attributes:
        let isThere = try part.bitsOrAll(count)
        guard try part.number(UInt8.self) == 0 else { throw .wrong("a place of attributes of 7z") }
        attributes = try part.numbers(where: isThere)
      default: break
      }
    }
  }

  /// A file, or something else with a name.
  struct Entry {
    enum Kind {
      case file, folder, link, device
    }

    /// The name in UTF-8; if it isn't UTF-16, bytes that aren't UTF-8.
    let name: [UInt8]
    let kind: Kind
    /// The place of the bytes in the folders, and their CRC-32 if it is known.
    let bytes: Range<UInt64>
    let checksum: UInt32?
    /// Why the bytes can't be had.
    let fault: MemberFault?
  }

  /// A place in the list of entries.
  struct Place {
    fileprivate var entry = 0
    fileprivate var empty = 0
    fileprivate var stream = 0
    fileprivate var name = 0
    fileprivate var folder = 0
    /// The number of the folder's files before the place.
    fileprivate var before = 0
    /// The offset of the next file in the unpacked bytes of all folders that are read.
    fileprivate var offset: UInt64 = 0
  }

  /// The entry at a place, and moves on; nil behind the last one.
  func entry(_ place: inout Place) -> Entry? {
    guard place.entry < count, let name = nextName(&place) else { return nil }
    defer { place.entry += 1 }
    let kind = Self.kind(attributes[place.entry])
    guard hasBytes[place.entry] else {
      let isFile = place.empty < isFile.count && isFile[place.empty]
      place.empty += 1
      return Entry(
        name: name, kind: isFile ? kind : .folder, bytes: place.offset..<place.offset, checksum: nil,
        fault: nil)
    }
    while place.folder < streams.counts.count, place.before == streams.counts[place.folder] {
      (place.folder, place.before) = (place.folder + 1, 0)
    }
    guard place.folder < streams.folders.count, place.stream < streams.sizes.count else { return nil }
    let (size, sum) = (streams.sizes[place.stream], streams.sums[place.stream])
    var (end, fault): (UInt64, MemberFault?) = (place.offset, nil)
    switch streams.folders[place.folder].method {
    case .failure(let reason): fault = reason
    case .success: end += size
    }
    // Without a checksum, nobody would see damage.
    if fault == nil && sum == nil && size > 0 { fault = .damaged(.noChecksum) }
    let bytes = place.offset..<end
    place.stream += 1
    place.before += 1
    place.offset = end
    return Entry(name: name, kind: kind, bytes: bytes, checksum: sum, fault: fault)
  }

  private func nextName(_ place: inout Place) -> [UInt8]? {
    var units: [UInt16] = []
    while true {
      guard let unit: UInt16 = names.number(at: place.name) else { return nil }
      place.name += 2
      if unit == 0 { break }
      units.append(unit)
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
      ?? units.flatMap { $0 < 0x80 ? [UInt8($0)] : [0xFF] }
  }

  /// The kind by the attributes: those of Windows, with a mode of Unix in the upper half if bit 15 says so.
  private static func kind(_ attributes: UInt32?) -> Entry.Kind {
    guard let attributes else { return .file }
    if attributes & 0x8000 != 0 {
      switch attributes >> 16 & 0o170000 {
      case 0o120000: return .link
      case 0o040000: return .folder
      case 0, 0o100000: break
      default: return .device
      }
    }
    // A reparse point.
    return attributes & 0x400 != 0 ? .link : .file
  }
}
