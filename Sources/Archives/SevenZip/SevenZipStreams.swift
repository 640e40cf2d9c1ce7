import System

/// The packed data of a 7z: its folders, and the sizes and checksums of the files in them.
struct SevenZipStreams: Sendable {
  private(set) var folders: [SevenZipFolder] = []
  /// The number of files in each folder.
  private(set) var counts: [Int] = []
  /// For each file with bytes, in the order of the folders.
  private(set) var sizes: [UInt64] = []
  private(set) var sums: [UInt32?] = []

  init() {}

  /// Reads the description of data in an archive whose data begins at `base` and has `room` bytes. There are at most
  /// `most` files.
  init(_ reader: inout ByteReader, base: UInt64, room: UInt64, most: Int) throws(WireError) {
    var packs: (start: UInt64, sizes: [UInt64]) = (0, [])
    var kind = try reader.packedNumber()
    if kind == SevenZipKind.packs.rawValue {
      packs = try Self.packs(&reader)
      kind = try reader.packedNumber()
    }
    if kind == SevenZipKind.unpacks.rawValue {
      try readFolders(&reader, most: most)
      kind = try reader.packedNumber()
    }
    try place(packs.start, packs.sizes, base: base, room: room)
    if kind == SevenZipKind.substreams.rawValue {
      try readFiles(&reader, most: most)
      kind = try reader.packedNumber()
    } else {
      counts = folders.map { _ in 1 }
      (sizes, sums) = (folders.map(\.size), folders.map(\.checksum))
    }
    guard kind == SevenZipKind.end.rawValue else { throw .wrong("a list of streams of 7z") }
  }

  /// 7-Zip's filter for programs makes four packed streams of a folder, and nothing makes more.
  private static let mostPacks = 4 * FixedLimits.Archive.sevenZipFolders

  private static func packs(_ reader: inout ByteReader) throws(WireError) -> (UInt64, [UInt64]) {
    let start = try reader.packedSize()
    let count = try reader.packedCount(most: reader.count)
    if count > mostPacks { throw .tooManyFolders }
    try reader.expect(.size)
    var sizes: [UInt64] = []
    for _ in 0..<count { sizes.append(try reader.packedSize()) }
    var kind = try reader.packedNumber()
    if kind == SevenZipKind.sum.rawValue {
      _ = try reader.numbers(where: try reader.bitsOrAll(count))
      kind = try reader.packedNumber()
    }
    guard kind == SevenZipKind.end.rawValue else { throw .wrong("a list of packed data of 7z") }
    return (start, sizes)
  }

  private mutating func readFolders(_ reader: inout ByteReader, most: Int) throws(WireError) {
    try reader.expect(.folder)
    let count = try reader.packedCount(most: reader.count)
    if count > most { throw .tooManyMembers }
    if count > FixedLimits.Archive.sevenZipFolders { throw .tooManyFolders }
    // No program writes the folders at another place.
    guard try reader.number(UInt8.self) == 0 else { throw .wrong("a place of folders of 7z") }
    for _ in 0..<count { folders.append(try SevenZipFolder(&reader)) }
    try reader.expect(.unpackedSizes)
    for folder in folders.indices {
      for number in 0..<folders[folder].sizeCount {
        let size = try reader.packedSize()
        if number == folders[folder].ownSize { folders[folder].size = size }
      }
    }
    var kind = try reader.packedNumber()
    if kind == SevenZipKind.sum.rawValue {
      let sums = try reader.numbers(where: try reader.bitsOrAll(count))
      for (folder, sum) in sums.enumerated() { folders[folder].checksum = sum }
      kind = try reader.packedNumber()
    }
    guard kind == SevenZipKind.end.rawValue else { throw .wrong("a list of folders of 7z") }
  }

  /// Gives each folder its packed bytes, which lie one behind the other.
  private mutating func place(
    _ start: UInt64, _ sizes: [UInt64], base: UInt64, room: UInt64
  ) throws(WireError) {
    var (offset, next) = (start, 0)
    for folder in folders.indices {
      let count = Int(folders[folder].packCount)
      guard count <= sizes.count - next else { throw .wrong("a folder of 7z") }
      let own = offset
      for size in sizes[next..<next + count] {
        guard offset <= room, size <= room - offset else { throw .wrong("a place of 7z") }
        offset += size
      }
      folders[folder].packed = base + own..<base + offset
      next += count
    }
  }

  private mutating func readFiles(_ reader: inout ByteReader, most: Int) throws(WireError) {
    counts = folders.map { _ in 1 }
    var kind = try reader.packedNumber()
    if kind == SevenZipKind.streamCounts.rawValue {
      var total = 0
      for folder in folders.indices {
        // All sizes but the last follow.
        counts[folder] = try reader.packedCount(most: reader.count + 1)
        total += counts[folder]
        if total > most { throw .tooManyMembers }
      }
      kind = try reader.packedNumber()
    }
    let hasSizes = kind == SevenZipKind.size.rawValue
    for (folder, count) in zip(folders, counts) where count > 0 {
      // The last size is the rest of the folder's.
      var rest = folder.size
      guard hasSizes || count == 1 else { throw .wrong("a list of sizes of 7z") }
      for _ in 0..<count - 1 {
        let size = try reader.packedSize()
        guard size <= rest else { throw .wrong("a size of 7z") }
        sizes.append(size)
        rest -= size
      }
      sizes.append(rest)
    }
    if hasSizes { kind = try reader.packedNumber() }
    var known: [UInt32?] = []
    for (folder, count) in zip(folders, counts) {
      known += Array(repeating: count == 1 ? folder.checksum : nil, count: count)
    }
    sums = known
    if kind == SevenZipKind.sum.rawValue {
      let unknown = known.indices.filter { known[$0] == nil }
      let found = try reader.numbers(where: try reader.bitsOrAll(unknown.count))
      for (place, sum) in zip(unknown, found) { sums[place] = sum }
      kind = try reader.packedNumber()
    }
    guard kind == SevenZipKind.end.rawValue else { throw .wrong("a list of files of 7z") }
  }
}
