/// An image file directory in a block (TIFF 6.0, section 2). Fields that lie outside the block are left out.
struct TIFFDirectory {
  /// The directory's offset in the block.
  var offset: Int
  var entries: [TIFFEntry]
  /// True if all announced fields lie in the block.
  var isComplete: Bool
  /// The offset of the next directory; 0 if there is none. Nil if the field with the offset lies outside the
  /// block.
  var next: Int?

  /// The place of the count and of the fields in the block, without the offset of the next directory.
  var table: Range<Int> { offset..<offset + 2 + TIFFEntry.length * entries.count }

  /// The first field with `tag`.
  func entry(_ tag: Int) -> TIFFEntry? { entries.first { $0.tag == tag } }
}

extension TIFFBlock {
  /// The directory at `offset`; nil if even its count doesn't lie in the block.
  func directory(at offset: Int) -> TIFFDirectory? {
    guard offset >= 8, let count = number(at: offset, count: 2) else { return nil }
    var directory = TIFFDirectory(offset: offset, entries: [], isComplete: true, next: nil)
    for index in 0..<count {
      guard let entry = entry(at: offset + 2 + TIFFEntry.length * index) else {
        directory.isComplete = false
        return directory
      }
      directory.entries.append(entry)
    }
    directory.next = number(at: directory.table.upperBound, count: 4)
    return directory
  }

  /// The first directory, IFD0.
  var mainDirectory: TIFFDirectory? {
    number(at: 4, count: 4).flatMap(directory(at:))
  }
}

/// Tags that the reader and the editor know (EXIF 2.32, section 4.6).
enum TIFFTag {
  static let newSubfileType = 0x00FE
  static let imageWidth = 0x0100
  static let imageLength = 0x0101
  static let bitsPerSample = 0x0102
  static let compression = 0x0103
  static let photometric = 0x0106
  static let stripOffsets = 0x0111
  static let orientation = 0x0112
  static let samplesPerPixel = 0x0115
  static let rowsPerStrip = 0x0116
  static let stripByteCounts = 0x0117
  static let xResolution = 0x011A
  static let yResolution = 0x011B
  static let planarConfiguration = 0x011C
  static let resolutionUnit = 0x0128
  static let artist = 0x013B
  static let tileWidth = 0x0142
  static let tileLength = 0x0143
  static let tileOffsets = 0x0144
  static let subDirectories = 0x014A
  static let inkSet = 0x014C
  static let extraSamples = 0x0152
  static let sampleFormat = 0x0153
  static let thumbnailOffset = 0x0201
  static let thumbnailLength = 0x0202
  static let xmpPacket = 0x02BC
  static let iptc = 0x83BB
  static let photoshop = 0x8649
  static let copyright = 0x8298
  static let makerNote = 0x927C
  static let windowsAuthor = 0x9C9D
  static let dngPrivateData = 0xC634
  static let relatedImageWidth = 0x1001
  static let relatedImageLength = 0x1002
  static let exifDirectory = 0x8769
  static let iccProfile = 0x8773
  static let gpsDirectory = 0x8825
  static let pixelXDimension = 0xA002
  static let pixelYDimension = 0xA003
  static let interoperability = 0xA005

  /// Tags of a TIFF's directory that describe the TIFF's pixels, and tags that aren't kept as EXIF. Some tags
  /// of the second kind are kept elsewhere. Others show the old picture, as Photoshop's resources and layers
  /// do.
  static let ofPixels: Set<Int> = Set(0x00FE...0x010A).union([
    stripOffsets, samplesPerPixel, rowsPerStrip, stripByteCounts, 0x0118, 0x0119, planarConfiguration, 0x0120,
    0x0121,
    0x0122, 0x0123, 0x0124, 0x0125, 0x012D, 0x013D, 0x0140, 0x0141, tileWidth, tileLength, tileOffsets,
    0x0145,
    subDirectories, inkSet, 0x014D, 0x014E, 0x0150, extraSamples, sampleFormat, 0x0154, 0x0155, 0x015B,
    // Old names of pixel fields, and fields of raw files.
    0x828D, 0x828E, 0x9216,
  ]).union(0x80E3...0x80E6).union(0xC612...0xC7FF).union(0xCD2D...0xCD4B).union(0x0200...0x0214).union([
    xmpPacket, iptc, photoshop, iccProfile, 0x935C,
  ])

  /// Tags of ``ofPixels`` that a newly written TIFF has too.
  static let writtenAnew: Set<Int> = [
    imageWidth, imageLength, bitsPerSample, compression, photometric, stripOffsets, samplesPerPixel,
    rowsPerStrip, stripByteCounts, planarConfiguration,
  ]

  /// Tags that say where a map lies on the ground (OGC GeoTIFF 1.1, section 7.1).
  static let ofPlace: Set<Int> = [0x830E, 0x8480, 0x8482, 0x85D8, 0x87AF, 0x87B0, 0x87B1]

  static let ofResolution: Set<Int> = [xResolution, yResolution, resolutionUnit]

  /// The tags of orientation and resolution.
  static let ofPresentation = ofResolution.union([orientation])

  /// The tags that give the place of the subject in pixels: SubjectArea and SubjectLocation.
  static let ofSubject: Set<Int> = [0x9214, 0xA214]

  /// Tags whose content a maker defines.
  static let makerNotes: Set<Int> = [makerNote, dngPrivateData]

  /// Tags that point to another directory.
  static let directoryPointers: Set<Int> = [exifDirectory, gpsDirectory, interoperability]
}
