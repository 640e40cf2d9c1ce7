import ImageModel

/// A whole picture, upright and small, in memory.
package struct SmallPicture: Hashable, Sendable {
  package let size: PixelSize
  /// Grey or RGB of 8 bits, with or without alpha. Colours aren't premultiplied by alpha.
  package let pixels: PixelFormat
  /// The samples, row by row from the top. All samples of a pixel stand side by side.
  package let samples: [UInt8]
}

extension SmallPicture {
  /// Reads a TIFF without compression that has all samples of a pixel side by side (TIFF 6.0, section 3).
  ///
  /// - Throws: `bad_header` for any other file.
  package init(tiff bytes: [UInt8]) throws(ImageError) {
    let source = ByteSource(bytes)
    var reader = try TIFFHeaderReader(source, 0)
    let (header, layout) = (try reader.header(), try reader.layout())
    (size, pixels) = (header.storedSize, header.decodedPixels)
    guard !layout.isCompressed, !layout.isSeparate, layout.tile == nil, header.bits == 8,
      layout.samples == pixels.planes
    else { throw .badHeader("it isn't a plain TIFF") }
    let count = size.area * pixels.planes
    let stripBytes = layout.rowsPerStrip * size.width * pixels.planes
    var samples: [UInt8] = []
    for offset in try reader.file.numbers(reader.field(TIFFTag.stripOffsets)) {
      samples += try source.read(at: offset, count: min(stripBytes, count - samples.count))
    }
    guard samples.count == count else { throw .cutHeader }
    self.samples = samples
  }
}
