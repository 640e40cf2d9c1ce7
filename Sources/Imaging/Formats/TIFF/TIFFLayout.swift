import System
import CCodecs
import ImageModel

/// How a page of a TIFF stores its samples (TIFF 6.0, sections 3, 6, 15, 19 and 21). The layout tells whether
/// a decode is possible, and how much memory it needs.
package struct TIFFLayout: Hashable, Sendable {
  /// The highest number of samples per pixel. A page with more samples per pixel is refused.
  private static let mostSamples = 16
  /// Sample formats. An undefined one is read as unsigned.
  private static let (unsigned, signed, floatingPoint, undefined) = (1, 2, 3, 4)

  var size: PixelSize
  var colors: PictureHeader.Colors
  /// The number of bits of each sample: the first 16 values of BitsPerSample, or all if there are fewer.
  var bits: [Int]
  /// Values of SampleFormat (TIFF 6.0, section 19).
  var sampleFormats: [Int]
  /// Samples per pixel.
  var samples: Int
  var compression: Int
  /// True if each sample has a plane of its own.
  var isSeparate: Bool
  /// Rows per strip.
  var rowsPerStrip: Int
  /// The tile's size; nil for strips.
  var tile: PixelSize?
  /// True for a smaller copy of another picture in the file.
  var isReduced: Bool
  /// True for L*a*b* of ITU-T T.42, whose range the file gives.
  var isITULab = false
  /// False if InkSet names inks other than cyan, magenta, yellow and black.
  var isCMYK = true

  /// Reads the layout of a page; page 0 is the first.
  ///
  /// - Throws: what ``PictureHeader/read(from:page:)`` throws.
  package static func read(from source: ByteSource, page: Int = 0) throws(ImageError) -> TIFFLayout {
    var reader = try TIFFHeaderReader(source, page)
    return try reader.layout()
  }

  package var isCompressed: Bool { compression != Compression.none }

  /// Bytes that a decode holds: the file's data for one strip or tile, the rows decoded at a time, and the
  /// decoder's own state. A number too large for `Int` becomes `Int.max`.
  package func heldBytes(of fileBytes: Int) -> Int {
    let block = blockBytes
    if compression == Compression.none && tile == nil && colors != .ycbcr { return rowBytes(size.width) }
    // libtiff reads at most ten times the decoded size of compressed data, or 1 MiB.
    let read = min(fileBytes, block.clamped(times: 10).clamped(plus: 1 << 20))
    let kept =
      Compression.ofBlocks.contains(compression)
      ? block.clamped(times: 2) : min(Compression.keeping[compression] ?? 0, block.clamped(times: 2))
    return max(read, aheadBytes).clamped(plus: bandBytes).clamped(plus: kept)
  }

  /// True if strips are decoded row by row.
  private var hasLines: Bool {
    let isShort = Compression.deflate.contains(compression) && blockBytes <= Int(SHIM_TIFF_MOST_STRIP)
    return tile == nil && !isSeparate && colors != .ycbcr && compression != Compression.jbig && !isShort
  }

  /// Bytes that our reader of rows holds for LZW and Deflate: its tables and its input, two rows and the history. It is
  /// gone when libtiff reads.
  private var aheadBytes: Int {
    let isOurs = Compression.deflate.contains(compression) || compression == Compression.lzw
    return hasLines && isOurs ? rowBytes(size.width).clamped(times: 2).clamped(plus: 260 << 10) : 0
  }

  /// Bytes of the rows decoded at a time: all tiles side by side, a strip of each plane, or one row.
  private var bandBytes: Int {
    let rows = tile?.height ?? (hasLines ? 1 : min(rowsPerStrip, size.height))
    let across = tile.map { (size.width.clamped(plus: $0.width) - 1) / $0.width * $0.width } ?? size.width
    return max(rowBytes(across), across.clamped(times: 4)).clamped(times: rows)
  }

  /// Bytes of a decoded strip or tile.
  private var blockBytes: Int {
    let rows = tile?.height ?? min(rowsPerStrip, size.height)
    return rowBytes(tile?.width ?? size.width).clamped(times: rows)
  }

  /// Bytes of all samples of a row.
  private func rowBytes(_ width: Int) -> Int {
    (width.clamped(times: samples).clamped(times: bits.max() ?? 1) / 8).clamped(plus: samples)
  }

  /// Values of Compression (TIFF 6.0, sections 3 to 11, and libtiff's additions).
  private enum Compression {
    static let none = 1
    static let lzw = 5
    static let jpeg = [6, 7]
    static let jbig = 34661
    static let deflate = [8, 32946]
    /// JBIG, LERC and WebP: their decoders hold a whole strip or tile.
    static let ofBlocks: Set<Int> = [jbig, 34887, 50001]
    /// Old and new JPEG, LZMA and Zstandard: the most bytes that their decoders keep as history or tables.
    static let keeping = [6: 1 << 20, 7: 1 << 20, 34925: 16 << 20, 50000: 16 << 20]
  }
}

extension TIFFLayout {
  /// Why a page is refused, or nil if it is accepted: `unsupported_format`, `lab`, `sample_format`,
  /// `component_count`, `max_pixels`.
  package func refusal(fileBytes: Int) -> Finding? {
    if isReduced {
      return Finding(
        .unsupportedFormat,
        "its first page is a smaller copy of a picture that lies elsewhere in it, as in a camera's raw file")
    }
    if isITULab { return Finding(.lab, "TIFF in ITU L*a*b* is not supported") }
    if colors == .cmyk && !isCMYK {
      return Finding(.unsupportedFormat, "TIFF with inks of its own is not supported")
    }
    if let finding = sampleRefusal { return finding }
    guard let number = UInt16(exactly: compression), shim_tiff_decodes(number) != 0 else {
      return Finding(.unsupportedFormat, "TIFF with compression \(compression) is not supported")
    }
    guard heldBytes(of: fileBytes) <= FixedLimits.Decode.tiffHeldBytes else {
      return Finding(
        .maxPixels,
        "its strips or tiles take up more than the \(FixedLimits.Decode.tiffHeldBytes >> 20) MiB that can be held of it"
      )
    }
    return nil
  }

  /// The supported numbers of bits of samples of a format.
  private func depths(of format: Int) -> [Int] {
    switch (format, colors) {
    case (Self.unsigned, .palette): [1, 2, 4, 8]
    case (Self.unsigned, .ycbcr): [8]
    case (Self.unsigned, .lab): [8, 16]
    case (Self.unsigned, _): [1, 2, 4, 8, 12, 16]
    case (_, .palette), (_, .ycbcr), (_, .lab): []
    case (Self.signed, _): [16]
    case (Self.floatingPoint, _): [32]
    default: []
    }
  }

  private var sampleRefusal: Finding? {
    let formats = Set(sampleFormats.map { $0 == Self.undefined ? Self.unsigned : $0 })
    guard formats.count <= 1 else {
      return Finding(.sampleFormat, "TIFF with samples of different formats is not supported")
    }
    guard let depth = bits.first, bits.allSatisfy({ $0 == depth }) else {
      return Finding(.sampleFormat, "TIFF with samples of different depths is not supported")
    }
    let format = formats.first ?? Self.unsigned
    guard depths(of: format).contains(depth) else {
      let names = [1: "", 2: "signed ", 3: "floating-point ", 5: "complex ", 6: "complex "]
      return Finding(
        .sampleFormat, "TIFF with \(names[format] ?? "unknown ")samples of \(depth) bits is not supported")
    }
    if depth == 12 && Compression.jpeg.contains(compression) {
      return Finding(.sampleFormat, "TIFF with JPEG data of 12 bits a sample is not supported")
    }
    let least = colors == .grey || colors == .palette ? 1 : colors == .cmyk ? 4 : 3
    guard samples >= least else {
      return Finding(
        .componentCount,
        "its tags don't agree: SamplesPerPixel is \(samples), and \(colors.rawValue) of PhotometricInterpretation "
          + "has at least \(least)")
    }
    guard samples <= Self.mostSamples else {
      return Finding(.componentCount, "TIFF with \(samples) samples a pixel is not supported")
    }
    return nil
  }
}

extension Int {
  fileprivate func clamped(times other: Int) -> Int {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? Int.max : product
  }

  fileprivate func clamped(plus other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? Int.max : sum
  }
}
