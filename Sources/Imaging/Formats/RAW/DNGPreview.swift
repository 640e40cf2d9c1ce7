import ImageModel
import System

extension DNGFile {
  /// The previews that can stand for the picture, from the smallest to the largest (DNG 1.4, "Previews"). They are
  /// JPEGs in one strip, with YCbCr colours of sRGB.
  ///
  /// A preview is left out if its shape isn't the picture's, so a preview that is turned already is left out unless it
  /// is square. It is left out too if its directory or its own EXIF gives another orientation than the picture's.
  ///
  /// - Throws: `io_error`.
  mutating func previews(of layout: DNGLayout, in source: ByteSource) throws(ImageError) -> [SourceThumbnail]
  {
    let shown = OrientationReading(try orientations()).tag ?? .topLeft
    var previews: [SourceThumbnail] = []
    for reader in all {
      let preview = try TIFFSmallerCopy.ifSound { () throws(ImageError) in
        var reader = reader
        return try reader.preview(of: layout, shown: shown, in: source)
      }
      if let preview { previews.append(preview) }
    }
    return previews.sorted { $0.picture.storedSize.area < $1.picture.storedSize.area }
  }
}

extension TIFFHeaderReader {
  /// The values of PreviewColorSpace (DNG 1.4, chapter 4) that can be sRGB: unknown and sRGB.
  private static let sRGB = [0, 2]

  /// This directory's JPEG as a preview of the picture with `layout`; nil if it can't stand for the picture.
  fileprivate mutating func preview(
    of layout: DNGLayout, shown: ExifOrientation, in source: ByteSource
  ) throws(ImageError) -> SourceThumbnail? {
    guard DNGFile.Kind.previews.contains(try number(TIFFTag.newSubfileType) ?? DNGFile.Kind.main),
      try number(TIFFTag.compression) == DNGLayout.Compression.jpeg,
      Self.sRGB.contains(try number(DNGTag.previewColors) ?? 0),
      let offsets = field(TIFFTag.stripOffsets), offsets.count == 1,
      let offset = try file.numbers(offsets).first, let length = try number(TIFFTag.stripByteCounts),
      offset > 0, length > 0, offset <= source.size, length <= source.size - offset,
      offset + length <= Int(Int32.max)
    else { return nil }
    let own = try orientation()
    guard own == .missing || own == .valid(shown, oddity: nil) else { return nil }
    return try DNGPreview.read(offset..<offset + length, in: source, of: layout, shown: shown)
  }
}

/// Reads the JPEG of a preview.
private enum DNGPreview {
  static func read(
    _ range: Range<Int>, in source: ByteSource, of layout: DNGLayout, shown: ExifOrientation
  ) throws(ImageError) -> SourceThumbnail? {
    let stream = source.part(range)
    let header = try JPEGHeader.read(from: stream)
    let orientation = try OrientationReading.read(header, from: stream)
    guard header.refusal == nil, header.color == .ycbcr, header.segments(.icc).isEmpty,
      header.storedSize.isScaled(layout.shown), orientation.findings.isEmpty,
      orientation.tag == nil || orientation.tag == shown
    else { return nil }
    return SourceThumbnail(
      EmbeddedThumbnail(range: range, storedSize: header.storedSize, color: .ycbcr),
      wholeBytes: header.heldBytes)
  }
}
