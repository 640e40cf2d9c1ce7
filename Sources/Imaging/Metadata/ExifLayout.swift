/// Why a block of metadata can't be followed, and so isn't kept.
struct Unfollowable: Error, Hashable {
  var reason: String
}

/// Which bytes of an EXIF block belong to what is kept, and which to what is taken out.
struct ExifLayout {
  /// A directory that stays.
  struct Kept {
    var kind: Kind
    var directory: TIFFDirectory
  }

  /// What a directory is, by the pointer that leads to it.
  enum Kind { case main, exif, interoperability, gps }

  private static let mostDirectories = 16

  /// The directories that stay, IFD0 first.
  private(set) var directories: [Kept] = []
  /// Tables and values of the directories that stay, and the header.
  private(set) var keptBytes = RangeSet<Int>(0..<8)
  /// What is taken out, free of what is kept.
  private(set) var erasedBytes = RangeSet<Int>()
  private var tables = RangeSet<Int>(0..<8)
  private var visited: Set<Int> = []
  private var keptValues = RangeSet<Int>()
  /// Values of IFD1: where one is shared with a kept directory it stays.
  private var sharedBytes = RangeSet<Int>()

  /// Follows all directories of `block`.
  init(_ block: TIFFBlock, keepsGPS: Bool) throws(Unfollowable) {
    guard let start = block.number(at: 4, count: 4) else {
      throw Unfollowable(reason: "its header is cut off")
    }
    try keep(.main, at: start, of: block, keepsGPS: keepsGPS)
    try eraseChain(from: directories.first?.directory.next ?? 0, of: block)
    guard tables.isDisjoint(keptValues) else {
      throw Unfollowable(reason: "a value and a directory lie on the same bytes")
    }
    keptBytes.formUnion(keptValues)
    guard keptBytes.isDisjoint(erasedBytes) else {
      throw Unfollowable(reason: "what is taken out and what is kept lie on the same bytes")
    }
    erasedBytes.formUnion(sharedBytes.subtracting(keptBytes))
  }

  private mutating func visit(_ offset: Int, of block: TIFFBlock) throws(Unfollowable) -> TIFFDirectory {
    guard visited.insert(offset).inserted else {
      throw Unfollowable(reason: "a directory is pointed to more than once")
    }
    guard visited.count <= Self.mostDirectories else {
      throw Unfollowable(reason: "it has more than \(Self.mostDirectories) directories")
    }
    guard let directory = block.directory(at: offset), directory.isComplete else {
      throw Unfollowable(reason: "a directory reaches outside the block")
    }
    guard tables.isDisjoint(RangeSet(directory.table)) else {
      throw Unfollowable(reason: "two directories lie on the same bytes")
    }
    tables.insert(contentsOf: directory.table)
    for entry in directory.entries where entry.values == nil {
      throw Unfollowable(
        reason: "the value of tag \(hexadecimal(entry.tag, digits: 4)) can't be found in the block")
    }
    return directory
  }

  private mutating func keep(
    _ kind: Kind, at offset: Int, of block: TIFFBlock, keepsGPS: Bool
  ) throws(Unfollowable) {
    let directory = try visit(offset, of: block)
    directories.append(Kept(kind: kind, directory: directory))
    keptBytes.insert(contentsOf: directory.table)
    for entry in directory.entries {
      switch entry.tag {
      case TIFFTag.exifDirectory:
        try keep(.exif, at: try pointer(entry, of: block), of: block, keepsGPS: keepsGPS)
      case TIFFTag.interoperability:
        try keep(.interoperability, at: try pointer(entry, of: block), of: block, keepsGPS: keepsGPS)
      case TIFFTag.gpsDirectory where keepsGPS:
        try keep(.gps, at: try pointer(entry, of: block), of: block, keepsGPS: keepsGPS)
      case TIFFTag.gpsDirectory:
        try erase(at: try pointer(entry, of: block), of: block)
      case TIFFTag.xmpPacket where !entry.isInline: entry.values.map { erasedBytes.insert(contentsOf: $0) }
      case TIFFTag.stripOffsets, TIFFTag.tileOffsets, TIFFTag.subDirectories, TIFFTag.thumbnailOffset:
        throw Unfollowable(reason: "it holds a picture outside its thumbnail directory")
      case _ where entry.isInline: break
      default: entry.values.map { keptValues.insert(contentsOf: $0) }
      }
    }
    if kind == .main && directory.next ?? 0 != 0 { try claimNextField(of: directory) }
  }

  /// Takes the field that leads to IFD1 as part of IFD0's table, since it is overwritten.
  ///
  /// Some writers leave this field out and put values in its place, so it counts only where it leads on.
  private mutating func claimNextField(of directory: TIFFDirectory) throws(Unfollowable) {
    let field = directory.table.upperBound..<directory.table.upperBound + 4
    guard tables.isDisjoint(RangeSet(field)) else {
      throw Unfollowable(reason: "two directories lie on the same bytes")
    }
    tables.insert(contentsOf: field)
    keptBytes.insert(contentsOf: field)
  }

  private func pointer(_ entry: TIFFEntry, of block: TIFFBlock) throws(Unfollowable) -> Int {
    guard let offset = block.number(entry) else {
      throw Unfollowable(reason: "tag \(hexadecimal(entry.tag, digits: 4)) is no pointer to a directory")
    }
    return offset
  }
}

extension ExifLayout {
  /// Takes out IFD1 and what follows it.
  private mutating func eraseChain(from start: Int, of block: TIFFBlock) throws(Unfollowable) {
    var offset = start
    while offset != 0 {
      let directory = try visit(offset, of: block)
      erasedBytes.insert(contentsOf: directory.table)
      for entry in directory.entries where !entry.isInline {
        entry.values.map { sharedBytes.insert(contentsOf: $0) }
      }
      try erasePointers(of: directory, block)
      try erasePicture(of: directory, block)
      offset = directory.next ?? 0
    }
  }

  /// Takes out a directory with all its values.
  private mutating func erase(at offset: Int, of block: TIFFBlock) throws(Unfollowable) {
    let directory = try visit(offset, of: block)
    erasedBytes.insert(contentsOf: directory.table)
    for entry in directory.entries where !entry.isInline {
      entry.values.map { erasedBytes.insert(contentsOf: $0) }
    }
    try erasePointers(of: directory, block)
  }

  private mutating func erasePointers(of directory: TIFFDirectory, _ block: TIFFBlock) throws(Unfollowable) {
    let pointers = [TIFFTag.exifDirectory, TIFFTag.gpsDirectory, TIFFTag.interoperability]
    for entry in directory.entries where pointers.contains(entry.tag) {
      try erase(at: try pointer(entry, of: block), of: block)
    }
  }

  /// The thumbnail of a directory: a JPEG stream, or strips (EXIF 2.32, 4.5.5).
  private mutating func erasePicture(of directory: TIFFDirectory, _ block: TIFFBlock) throws(Unfollowable) {
    for tag in [TIFFTag.subDirectories, TIFFTag.tileOffsets] where directory.entry(tag) != nil {
      throw Unfollowable(reason: "its thumbnail directory holds tag \(hexadecimal(tag, digits: 4))")
    }
    let places = [
      (TIFFTag.thumbnailOffset, TIFFTag.thumbnailLength), (TIFFTag.stripOffsets, TIFFTag.stripByteCounts),
    ]
    for (offsetTag, lengthTag) in places {
      guard let offsetEntry = directory.entry(offsetTag) else { continue }
      let offsets = block.numbers(offsetEntry) ?? []
      let lengths = directory.entry(lengthTag).flatMap(block.numbers) ?? []
      guard offsets.count == lengths.count else { throw Unfollowable(reason: "its thumbnail can't be found") }
      for (offset, length) in zip(offsets, lengths) {
        guard offset >= 8, length <= block.bytes.count - offset else {
          throw Unfollowable(reason: "its thumbnail reaches outside the block")
        }
        erasedBytes.insert(contentsOf: offset..<offset + length)
      }
    }
  }
}
