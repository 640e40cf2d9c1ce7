import ImageModel

extension SourceThumbnail {
  /// The thumbnail in a picture's first EXIF block, or nil where there is none that can stand for the picture.
  ///
  /// It can where we decode it, it has the picture's shape and as many planes, and neither its directory nor its own EXIF
  /// says another orientation than `shown`, which is the picture's. Anything else is no fault of the picture's.
  ///
  /// - Throws: `io_error`.
  package static func read(
    _ header: JPEGHeader, shown: ExifOrientation, from source: ByteSource
  ) throws(Finding) -> SourceThumbnail? {
    guard let segment = header.segments(.exif).first else { return nil }
    let payload = try source.read(at: segment.offset, count: segment.length)
    guard let block = TIFFBlock(payload: payload), let place = block.thumbnail(shown: shown) else {
      return nil
    }
    let stream = ByteSource(Array(block.bytes[place]))
    guard let own = try? JPEGHeader.read(from: stream), own.refusal == nil, let color = own.color,
      color.samples == header.color?.samples, own.storedSize.isScaled(header.storedSize),
      let orientation = try? OrientationReading.read(own, from: stream), orientation.findings.isEmpty,
      orientation.tag == nil || orientation.tag == shown
    else { return nil }
    let start = segment.offset + MetadataSegment.Kind.exif.identifier.count
    return SourceThumbnail(
      EmbeddedThumbnail(
        range: start + place.lowerBound..<start + place.upperBound, storedSize: own.storedSize, color: color),
      wholeBytes: own.heldBytes)
  }
}

extension TIFFBlock {
  /// JPEG, as the Compression tag of a thumbnail has it (EXIF 2.32, 4.6.4 A, tag 259).
  private static let jpegCompression = 6

  /// Where the JPEG stream of IFD1 lies in the block (EXIF 2.32, 4.5.5 and 4.6.4 B); nil where it doesn't all lie there,
  /// or where IFD1 says another orientation than `shown`.
  fileprivate func thumbnail(shown: ExifOrientation) -> Range<Int>? {
    guard let main = mainDirectory, let next = main.next, next != main.offset,
      let directory = directory(at: next), directory.isComplete,
      number(TIFFTag.compression, in: directory) == Self.jpegCompression,
      let offset = number(TIFFTag.thumbnailOffset, in: directory),
      let length = number(TIFFTag.thumbnailLength, in: directory),
      offset >= 8, length > 0, length <= bytes.count - offset
    else { return nil }
    switch ExifOrientationField(directory, of: self) {
    case .missing, .valid(shown, oddity: nil): return offset..<offset + length
    case .valid, .invalid: return nil
    }
  }

  private func number(_ tag: Int, in directory: TIFFDirectory) -> Int? {
    directory.entry(tag).flatMap { number($0) }
  }
}
