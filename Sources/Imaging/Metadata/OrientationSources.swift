import ImageModel

/// The orientation in each part of a file; nil for a part with no usable value.
package struct OrientationSources: Hashable, Sendable {
  /// The orientation tag of the first EXIF block that has one, or of a TIFF's directory.
  package var exif: ExifOrientation?
  /// `tiff:Orientation` of the first XMP packet that has it.
  package var xmp: ExifOrientation?
  /// The orientation that `irot` and `imir` of a HEIC or AVIF give together: 1 if the file has neither. Nil
  /// for other formats.
  package var container: ExifOrientation?
}

extension OrientationSources {
  /// Reads the EXIF blocks and XMP packets that ``OrientationReading`` looks at.
  ///
  /// - Throws: `io_error`.
  static func read(_ header: JPEGHeader, from source: ByteSource) throws(ImageError) -> OrientationSources {
    OrientationSources(
      exif: OrientationReading(try OrientationReading.fields(header, source)).tag,
      xmp: xmp(try OrientationReading.packets(header, source)))
  }

  /// Reads the orientations in a file of any format but JPEG.
  ///
  /// - Throws: what ``OrientationReading/read(_:from:)`` throws.
  static func read(_ header: PictureHeader, from source: ByteSource) throws(ImageError) -> OrientationSources
  {
    OrientationSources(
      exif: OrientationReading(try OrientationReading.fields(header, source)).tag,
      xmp: xmp(try OrientationReading.packets(header, source)), container: header.orientation)
  }

  private static func xmp(_ payloads: [[UInt8]]) -> ExifOrientation? {
    let text = payloads.lazy.compactMap(XMPPacket.orientation(inPayload:)).first
    return ExifOrientation.allCases.first { String($0.rawValue) == text }
  }
}
