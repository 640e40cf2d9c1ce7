import ImageModel
import System

/// The reason why a block of metadata can't be parsed. Such a block isn't kept.
struct Unfollowable: Error, Hashable {
  var reason: String
}

/// The bytes of an EXIF block, divided into kept and removed parts.
struct ExifLayout {
  /// A kept directory.
  struct Kept {
    var kind: ExifDirectoryKind
    var directory: TIFFDirectory
    /// The directory's kept fields.
    var entries: [TIFFEntry] = []
  }

  /// The kept directories, IFD0 first.
  private(set) var directories: [Kept] = []
  /// The header, and the tables and values of kept directories.
  private(set) var keptBytes = RangeSet<Int>(0..<8)
  /// The removed bytes. No kept field uses any of them.
  private(set) var erasedBytes = RangeSet<Int>()
  private var tables = RangeSet<Int>(0..<8)
  private var visited: Set<Int> = []
  private var keptValues = RangeSet<Int>()
  /// The bytes of values in IFD1 and in single removed fields. Bytes that a kept directory uses too are kept.
  private var sharedBytes = RangeSet<Int>()
  private let request: MetadataRequest
  private var policy: MetadataPolicy { request.policy }
  /// True if fields and directories that can't be parsed are left out.
  private let isDamaged: Bool
  /// The names of the removed parts, for the notes in the output's row.
  private(set) var changes = MetadataChanges()
  /// True if maker notes stay. They may point anywhere in the block.
  private(set) var keepsMakerNotes = false
  private var makerNotes = RangeSet<Int>()
  /// Why maker notes are removed although the policy keeps them.
  private(set) var makerNotesLoss: String?

  /// The bytes that maker notes may use, in a block of `count` bytes. These are all bytes except the header,
  /// kept tables and the values of other kept fields.
  func bytesOfNotes(in count: Int) -> RangeSet<Int> {
    RangeSet(0..<count).subtracting(keptBytes.subtracting(makerNotes).union(keptValues))
  }

  /// Reads all directories of `block`, and divides the block into kept and removed parts. With `isDamaged`,
  /// directories that can't be read are skipped, and no thumbnail is looked for.
  init(_ block: TIFFBlock, _ request: MetadataRequest, isDamaged: Bool = false) throws(Unfollowable) {
    (self.request, self.isDamaged) = (request, isDamaged)
    guard let start = block.number(at: 4, count: 4) else {
      throw Unfollowable(reason: "its header is cut off")
    }
    let main = try keep(.main, at: start, of: block)
    if main.next ?? 0 != 0 { changes.drop("thumbnail") }
    if !isDamaged { try eraseChain(from: main.next ?? 0, of: block) }
    guard tables.isDisjoint(keptValues.union(makerNotes)) else {
      throw Unfollowable(reason: "a value and a directory lie on the same bytes")
    }
    keptBytes.formUnion(keptValues.union(makerNotes))
    guard keptBytes.isDisjoint(erasedBytes) else {
      throw Unfollowable(reason: "what is taken out and what is kept lie on the same bytes")
    }
    if !isDamaged { erasedBytes.formUnion(sharedBytes.subtracting(keptBytes)) }
  }

  private mutating func visit(_ offset: Int, of block: TIFFBlock) throws(Unfollowable) -> TIFFDirectory {
    guard visited.insert(offset).inserted else {
      throw Unfollowable(reason: "a directory is pointed to more than once")
    }
    guard visited.count <= FixedLimits.Metadata.exifDirectories else {
      throw Unfollowable(reason: "it has more than \(FixedLimits.Metadata.exifDirectories) directories")
    }
    guard let directory = block.directory(at: offset), directory.isComplete else {
      throw Unfollowable(reason: "a directory reaches outside the block")
    }
    guard tables.isDisjoint(RangeSet(directory.table)) else {
      throw Unfollowable(reason: "two directories lie on the same bytes")
    }
    tables.insert(contentsOf: directory.table)
    for entry in directory.entries where entry.values == nil && !isDamaged {
      throw Unfollowable(
        reason: "the value of tag \(hexadecimal(entry.tag, digits: 4)) can't be found in the block")
    }
    return directory
  }

  /// Divides a directory's fields into kept and removed ones. A directory without kept fields is removed,
  /// unless it is IFD0.
  @discardableResult private mutating func keep(
    _ kind: ExifDirectoryKind, at offset: Int, of block: TIFFBlock
  ) throws(Unfollowable) -> TIFFDirectory {
    let directory = try visit(offset, of: block)
    guard !directories.contains(where: { $0.kind == kind }) else {
      throw Unfollowable(reason: "it has two directories for one purpose")
    }
    let place = directories.count
    directories.append(Kept(kind: kind, directory: directory))
    for entry in directory.entries {
      if try keeps(entry, in: kind, of: block) { directories[place].entries.append(entry) }
    }
    if kind != .main && directories[place].entries.isEmpty {
      directories.remove(at: place)
      erasedBytes.insert(contentsOf: directory.table)
      return directory
    }
    keptBytes.insert(contentsOf: directory.table)
    if kind == .main && directory.next ?? 0 != 0 { try claimNextField(of: directory) }
    return directory
  }

  private mutating func keeps(
    _ entry: TIFFEntry, in kind: ExifDirectoryKind, of block: TIFFBlock
  ) throws(Unfollowable) -> Bool {
    switch entry.tag {
    case _ where entry.values == nil: return drop(entry, in: kind)
    case let tag where kind.isLeaf && TIFFTag.directoryPointers.contains(tag):
      if !isDamaged { try erase(at: try pointer(entry, of: block), of: block) }
      return false
    case TIFFTag.exifDirectory: return try leads(entry, to: .exif, of: block)
    case TIFFTag.interoperability: return try leads(entry, to: .interoperability, of: block)
    case TIFFTag.gpsDirectory: return try leads(entry, to: .gps, of: block)
    case TIFFTag.stripOffsets, TIFFTag.tileOffsets, TIFFTag.subDirectories, TIFFTag.thumbnailOffset:
      if isDamaged { return drop(entry, in: kind) }
      throw Unfollowable(reason: "it holds a picture outside its thumbnail directory")
    case TIFFTag.xmpPacket,
      _ where !policy.keeps(entry.tag, in: kind) || isWrong(entry.tag, in: kind):
      return drop(entry, in: kind)
    case let tag where TIFFTag.makerNotes.contains(tag):
      makerNotesLoss = loss(ofNotes: entry, of: block)
      if makerNotesLoss != nil { return drop(entry, in: kind) }
      keepsMakerNotes = true
      entry.outside.map { makerNotes.insert(contentsOf: $0) }
      return true
    default:
      entry.outside.map { keptValues.insert(contentsOf: $0) }
      return true
    }
  }

  /// True for an orientation outside of IFD0, and for a subject's place in another picture.
  private func isWrong(_ tag: Int, in kind: ExifDirectoryKind) -> Bool {
    if tag == TIFFTag.orientation { return kind != .main }
    return request.framing != .same && kind == .exif && TIFFTag.ofSubject.contains(tag)
  }

  /// Why maker notes can't stay; nil if they can.
  private func loss(ofNotes notes: TIFFEntry, of block: TIFFBlock) -> String? {
    if isDamaged { return "what is around them is damaged" }
    guard !policy.keepsPlaces, let range = notes.values, MakerNotePlaces.tell(range, of: block) else {
      return nil
    }
    return "they name the place, and 'gps: keep' isn't said"
  }

  /// Goes through the directory that `entry` points to. Returns true if a part of this directory is kept.
  private mutating func leads(
    _ entry: TIFFEntry, to kind: ExifDirectoryKind, of block: TIFFBlock
  ) throws(Unfollowable) -> Bool {
    let before = self
    let below: TIFFDirectory
    do throws(Unfollowable) {
      below = try keep(kind, at: try pointer(entry, of: block), of: block)
    } catch {
      guard isDamaged else { throw error }
      self = before
      changes.drop(kind == .gps ? MetadataPolicy.Group.gps.rawValue : ExifTag(entry.tag).name)
      return false
    }
    let stays = directories.contains { $0.directory.offset == below.offset }
    if kind == .gps && !policy.keepsPlaces && policy.keeps(.exif) && !below.entries.isEmpty {
      changes.drop(MetadataPolicy.Group.gps.rawValue)
    }
    return stays
  }

  private mutating func drop(_ entry: TIFFEntry, in kind: ExifDirectoryKind) -> Bool {
    let isPlace = kind == .gps || TIFFTag.ofPlace.contains(entry.tag)
    let isSecret = isPlace || TIFFTag.makerNotes.contains(entry.tag) || entry.tag == TIFFTag.xmpPacket
    if let values = entry.outside {
      if isSecret { erasedBytes.insert(contentsOf: values) } else { sharedBytes.insert(contentsOf: values) }
    }
    switch entry.tag {
    case _ where !policy.keeps(.exif), TIFFTag.xmpPacket: break
    case _ where TIFFTag.makerNotes.contains(entry.tag):
      changes.drop(MetadataPolicy.Group.makerNotes.rawValue)
    case TIFFTag.iptc, TIFFTag.photoshop: changes.drop(MetadataPolicy.Group.iptc.rawValue)
    case _ where isPlace && !policy.keepsPlaces:
      if kind != .gps { changes.drop(MetadataPolicy.Group.gps.rawValue) }
    default: changes.drop(ExifTag(entry.tag, kind.space).name)
    }
    return false
  }

  /// Counts the offset of IFD1 as part of IFD0's table, because the editor overwrites this offset. The offset
  /// lies right after the table's fields.
  ///
  /// Some writers leave out the offset and put values in its place. For this reason the offset counts only if
  /// it leads to a directory.
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
  /// Removes IFD1 and the directories after it.
  private mutating func eraseChain(from start: Int, of block: TIFFBlock) throws(Unfollowable) {
    var offset = start
    while offset != 0 {
      let directory = try visit(offset, of: block)
      erasedBytes.insert(contentsOf: directory.table)
      for values in directory.entries.compactMap(\.outside) { sharedBytes.insert(contentsOf: values) }
      try erasePointers(of: directory, block)
      try erasePicture(of: directory, block)
      offset = directory.next ?? 0
    }
  }

  /// Removes a directory with all its values.
  private mutating func erase(at offset: Int, of block: TIFFBlock) throws(Unfollowable) {
    let directory = try visit(offset, of: block)
    erasedBytes.insert(contentsOf: directory.table)
    for values in directory.entries.compactMap(\.outside) { erasedBytes.insert(contentsOf: values) }
    try erasePointers(of: directory, block)
  }

  private mutating func erasePointers(of directory: TIFFDirectory, _ block: TIFFBlock) throws(Unfollowable) {
    for entry in directory.entries where TIFFTag.directoryPointers.contains(entry.tag) {
      try erase(at: try pointer(entry, of: block), of: block)
    }
  }

  /// Removes a directory's thumbnail: a JPEG stream, or strips (EXIF 2.32, 4.5.5).
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
        guard offset >= 8 else { throw Unfollowable(reason: "its thumbnail lies on the header") }
        let inside = block.bytes.indices.clamped(to: offset..<offset + length)
        erasedBytes.insert(contentsOf: inside)
      }
    }
  }
}
