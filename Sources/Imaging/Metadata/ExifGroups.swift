import ImageModel

/// Parts of an EXIF block apart from plain fields: the GPS directory, the maker notes and the thumbnail.
package struct ExifGroups: Hashable, Sendable {
  /// Bytes of the GPS directory: its table and its values outside of the table. Nil if the directory has no
  /// field but the version.
  package var gpsBytes: Int?
  /// Bytes of the MakerNote field (EXIF 2.32, 4.6.5 D); nil if the block has none.
  package var makerNotesBytes: Int?
  package var thumbnail: ProbeReport.Thumbnail?
}

extension ExifGroups {
  /// Reads an APP1 payload. An empty payload means that the file has no EXIF block.
  init(payload: [UInt8]) {
    guard let block = TIFFBlock(payload: payload) else { return }
    gpsBytes = block.subdirectory(TIFFTag.gpsDirectory).flatMap(Self.bytes)
    makerNotesBytes = block.subdirectory(TIFFTag.exifDirectory)?.entry(TIFFTag.makerNote)?.values?.count
    thumbnail = Self.thumbnail(block)
  }

  private static func bytes(of directory: TIFFDirectory) -> Int? {
    if directory.entries.allSatisfy({ $0.tag == 0 }) { return nil }
    return covered([directory.table] + directory.entries.compactMap(\.outside))
  }

  /// The number of bytes in the union of these ranges.
  private static func covered(_ ranges: [Range<Int>]) -> Int {
    var (bytes, end) = (0, 0)
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
      bytes += range.upperBound - max(range.lowerBound, end)
      end = range.upperBound
    }
    return bytes
  }

  /// The JPEG stream that IFD1 points to (EXIF 2.32, 4.6.4 B).
  private static func thumbnail(_ block: TIFFBlock) -> ProbeReport.Thumbnail? {
    guard let directory = block.mainDirectory?.next.flatMap(block.directory(at:)),
      let offset = directory.entry(TIFFTag.thumbnailOffset).flatMap({ block.number($0) }),
      let length = directory.entry(TIFFTag.thumbnailLength).flatMap({ block.number($0) })
    else { return nil }
    let stream = Array(block.bytes.dropFirst(offset).prefix(length))
    return ProbeReport.Thumbnail(
      bytes: length, size: try? JPEGHeader.read(from: ByteSource(stream)).storedSize)
  }
}

extension TIFFBlock {
  /// The directory that a field of IFD0 points to.
  func subdirectory(_ tag: Int) -> TIFFDirectory? {
    mainDirectory?.entry(tag).flatMap { number($0) }.flatMap(directory(at:))
  }
}
