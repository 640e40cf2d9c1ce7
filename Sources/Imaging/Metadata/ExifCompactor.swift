/// Writes the directories of an EXIF block anew, with nothing between them and their values.
struct ExifCompactor {
  private let block: TIFFBlock
  private var bytes: [UInt8]

  /// The block with its directories, IFD0 first, each before its values and those below it; nil where that isn't shorter.
  ///
  /// `block` has been followed by ``ExifLayout``, so that directories are few and none is pointed to twice.
  static func compacted(_ block: TIFFBlock) -> TIFFBlock? {
    guard let main = block.mainDirectory else { return nil }
    var compactor = ExifCompactor(block: block, bytes: Array(block.bytes.prefix(4)))
    compactor.bytes += block.encoded(8, count: 4)
    compactor.add(main)
    return compactor.isShorter ? TIFFBlock(compactor.bytes) : nil
  }

  private var isShorter: Bool { bytes.count < block.bytes.count }

  private mutating func add(_ directory: TIFFDirectory) {
    let start = bytes.count
    bytes += block.encoded(directory.entries.count, count: 2)
    bytes += directory.entries.flatMap(\.raw) + [0, 0, 0, 0]
    // Values that several fields share are written for each: the block may come out longer, and isn't taken then.
    for (index, entry) in directory.entries.enumerated() where isShorter {
      let field = start + 2 + TIFFEntry.length * index + 8
      if TIFFTag.directoryPointers.contains(entry.tag) {
        guard let below = block.number(entry).flatMap(block.directory(at:)) else { continue }
        point(field)
        add(below)
      } else if !entry.isInline, let values = entry.values {
        point(field)
        bytes += block.bytes[values]
      }
    }
  }

  /// Has the field at `field` lead to what is written next, on a word's boundary (TIFF 6.0, section 2).
  private mutating func point(_ field: Int) {
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
    bytes.replaceSubrange(field..<field + 4, with: block.encoded(bytes.count, count: 4))
  }
}
