import ImageModel

/// Known tags of maker notes that tell where a picture was taken.
enum MakerNotePlaces {
  /// The layout of one maker's notes.
  private struct Layout {
    /// The first bytes of the notes.
    var start: [UInt8]
    /// The directory's offset; nil if a TIFF header follows the first bytes.
    var directory: Int?
    /// Tags that name a place. For each tag: the number of bytes before the name in the tag's value.
    var places: [Int: Int]
  }

  // Nikon's tags hold the country and name of the place, and the height. Those of Panasonic and Leica hold
  // location, country, state, city and landmark.
  private static let nikon = Layout(
    start: Array("Nikon\0\u{2}".utf8), directory: nil, places: [0x0039: 5, 0x00C3: 6])
  private static let panasonic: [Int: Int] = [0x67: 0, 0x69: 0, 0x6B: 0, 0x6D: 0, 0x6F: 0]
  private static let layouts = [
    nikon,
    Layout(start: Array("Panasonic\0\0\0".utf8), directory: 12, places: panasonic),
    Layout(start: Array("LEICA\0\0\0".utf8), directory: 8, places: panasonic),
  ]

  /// Samsung's notes begin with a directory, and its first tag is a version. The base of the values' offsets
  /// differs by camera. `tags` has two tags that name the place, each in another language.
  private static let samsung: (tags: Set<Int>, version: [UInt8]) = ([0x30, 0x31], Array("0100".utf8))

  private static func isSamsung(_ directory: TIFFDirectory) -> Bool {
    guard let first = directory.entries.first else { return false }
    return first.tag == 1 && first.type == 7 && first.count == 4 && first.raw.suffix(4) == samsung.version
  }

  /// True if the maker notes name a place, or if they can't be parsed and may name one. The notes lie at
  /// `range` in the EXIF block `block`.
  static func tell(_ range: Range<Int>, of block: TIFFBlock) -> Bool {
    let notes = block.bytes[range]
    guard let layout = layouts.first(where: { notes.starts(with: $0.start) }) else {
      let directory = block.directory(at: range.lowerBound)
      guard let directory, isSamsung(directory) else { return false }
      return !directory.isComplete
        || directory.entries.contains { samsung.tags.contains($0.tag) && !$0.isInline }
    }
    let own: (block: TIFFBlock, directory: TIFFDirectory?)?
    if let offset = layout.directory {
      own = (block, block.directory(at: range.lowerBound + offset))
    } else {
      own = TIFFBlock(Array(notes.dropFirst(10))).map { ($0, $0.mainDirectory) }
    }
    guard let own, let directory = own.directory, directory.isComplete else { return true }
    return directory.entries.contains { entry in
      guard let skipped = layout.places[entry.tag] else { return false }
      guard let values = entry.values else { return true }
      return own.block.bytes[values].dropFirst(skipped).contains { ![0, 0x20, 0x2D, 0xFF].contains($0) }
    }
  }
}
