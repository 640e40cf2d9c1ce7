import ImageModel

extension SourceThumbnail {
  /// The thumbnail in a picture's first EXIF block; nil if none can stand for the picture.
  ///
  /// The thumbnail must be decodable, with the picture's shape and number of planes. Neither the thumbnail's
  /// directory nor its own EXIF may contradict `shown`, the picture's orientation. An unsuitable thumbnail is
  /// no fault of the picture.
  ///
  /// - Throws: `io_error`.
  package static func read(
    _ header: JPEGHeader, shown: ExifOrientation, from source: ByteSource
  ) throws(ImageError) -> SourceThumbnail? {
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
  /// The value of the Compression tag for a JPEG thumbnail (EXIF 2.32, 4.6.4 A, tag 259).
  private static let jpegCompression = 6

  /// The place of IFD1's JPEG stream in the block (EXIF 2.32, 4.5.5 and 4.6.4 B). Nil if a part of the stream
  /// lies outside the block, or if IFD1 contradicts the orientation `shown`.
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
