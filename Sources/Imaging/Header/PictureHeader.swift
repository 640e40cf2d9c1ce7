import ImageModel

/// What a file of any format but JPEG says of its first picture, or of a page.
package struct PictureHeader: Hashable, Sendable {
  /// What samples mean. Lossy WebP, HEIC and AVIF count as `rgb`, or `grey` where they have no chroma.
  package enum Colors: String, Hashable, Sendable {
    case grey, palette, rgb, cmyk, lab, ycbcr
  }

  /// Where a block lies that may be compressed.
  package struct PackedPlace: Hashable, Sendable {
    /// In bytes of the file.
    package var range: Range<Int>
    /// True where it is compressed as RFC 1950 says.
    package var isDeflated: Bool
  }

  package var format: SourceFormat
  /// The first image or page, in pixels as they lie in the file. For HEIC and AVIF the clean aperture is already
  /// cut out, and the turns that ``orientation`` names are still to come; for GIF it is the logical screen.
  package var storedSize: PixelSize
  package var colors: Colors
  /// Bits a sample as stored, 1...32; the most of any channel where they differ.
  package var bits: Int
  /// An alpha channel, a PNG's `tRNS`, or a transparent index in a GIF's first frame.
  package var hasAlpha = false
  package var isInterlaced = false
  /// True for a WebP without lossy frames, as far as that is told without looking into an animation's.
  package var isLossless = false
  /// Pages or frames in the file, as far as they can be counted within bounds; 1 where it has one.
  package var images = 1
  /// The page that this is, from 0 on.
  package var page = 0
  /// A GIF with several frames, a WebP or PNG that announces an animation, or a HEIF with a track of pictures.
  package var isAnimated = false
  /// What the container itself says: `irot` and `imir` of HEIC and AVIF, put together; nil for other formats.
  package var orientation: ExifOrientation?
  /// The TIFF structure of EXIF, in bytes of the file; nil for a TIFF, which is one itself.
  package var exif: Range<Int>?
  /// The XMP packet, in bytes of the file; nil where it is compressed.
  package var xmp: Range<Int>?
  /// True where there is one that is compressed.
  package var hasPackedXMP = false
  /// Of PNG: the text in whose hexadecimal digits an EXIF block stands, which counts where there is no other.
  package var rawExif: PackedPlace?
  /// Of PNG: blocks that stand in its text as hexadecimal digits, each kind once.
  package var rawProfiles: [MetadataPolicy.Group] = []
  package var icc: PackedPlace?
  /// True where an ICC profile isn't as the format has it: a PNG's behind the picture, or without a name.
  package var hasUnusableProfile = false
  /// What numbers say of the colours, where they count and not the profile.
  package var coding: ColorCoding?
  /// Numbers that no profile is made of.
  package var oddNumbers: ColorCoding.Numbers?
  /// Of PNG: what `pHYs` says; nil where that is nothing.
  package var resolution: Resolution?
  /// Of HEIC and AVIF: an auxiliary or derived picture makes this one HDR.
  package var hasGainMap = false
}

extension PictureHeader {
  /// Reads the header of a page, 0 being the first one. What is legal but of a kind that isn't taken is described as well.
  ///
  /// At most 16 MiB of the file and 4,096 chunks, boxes or directories are looked at. Numbers that lead out of
  /// the file are refused where the picture needs them; metadata that they would hold counts as missing.
  ///
  /// - Throws: `empty_file`, `unsupported_format`, `bad_header`, `zero_size`, `io_error`.
  package static func read(from source: ByteSource, page: Int = 0) throws(Finding) -> PictureHeader {
    guard source.size > 0 else { throw Finding(.emptyFile, "the file is empty") }
    let start = try source.read(at: 0, count: FileKind.lookahead)
    let format = FileKind.format(of: start)
    switch format {
    case .tiff: return try TIFFHeaderReader.read(source, page: page)
    case .heic, .avif: return try HEIFHeaderReader.read(source, page: page)
    // Files of all other formats have one page.
    case _ where page != 0: throw .noPage(page)
    case .png: return try PNGHeaderReader.read(source)
    case .webp: return try WebPHeaderReader.read(source)
    case .gif: return try GIFHeaderReader.read(source)
    case .bmp: return try BMPHeaderReader.read(source)
    case .jpeg: throw Finding(.unsupportedFormat, "this is JPEG")
    case nil: throw FileKind.unsupported(start)
    }
  }
}

extension PictureHeader {
  /// What a decode gives. 16 bits of a BMP hold three colours, and ink is never seen through.
  package var decodedPixels: PixelFormat {
    let color: ColorModel = colors == .grey ? .grey : colors == .cmyk ? .cmyk : .rgb
    let isDeep =
      switch format {
      case .bmp: false
      case .heic, .avif: bits > 8
      default: bits == 16
      }
    return PixelFormat(color, depth: isDeep ? .sixteen : .eight, hasAlpha: hasAlpha && color != .cmyk)
  }
}

extension PictureHeader {
  /// True where the file has an ICC profile, usable or not, that numbers don't stand in for.
  package var hasProfile: Bool { icc != nil || hasUnusableProfile }

  /// A profile that says what numbers say of the decoded colours; nil where they say nothing, or sRGB.
  package var codedProfile: [UInt8]? { coding?.profile(isGrey: decodedPixels.color == .grey) }

  /// Why a picture of these colours isn't taken, or nil where it is.
  package var colorRefusal: Finding? {
    oddNumbers?.hdrTransfer.map {
      Finding(.hdrTransfer, "it is an HDR picture, coded by \($0): make one of SDR of it, which can be taken")
    }
  }

  /// Warnings of colours that are taken for others.
  package var colorFindings: [Finding] {
    guard let oddNumbers, oddNumbers.hdrTransfer == nil else { return [] }
    let numbers = "primaries \(oddNumbers.primaries) and transfer \(oddNumbers.transfer) of ITU-T H.273"
    return [
      Finding(
        .colorAssumed, "its colours are coded by \(numbers), which aren't converted and were passed over")
    ]
  }

  /// Takes what numbers of ITU-T H.273 say; false where they say nothing, or what no profile is made of.
  @discardableResult mutating func take(_ numbers: ColorCoding.Numbers) -> Bool {
    if numbers == .unspecified { return false }
    coding = ColorCoding(numbers)
    oddNumbers = coding == nil ? numbers : nil
    return coding != nil || colorRefusal != nil
  }
}

extension PictureHeader {
  /// EXIF or XMP as an APP1 segment of a JPEG would hold it; nil where there is none or it is longer than
  /// ``ByteWindow/reach``.
  ///
  /// - Throws: `io_error`.
  func payload(_ kind: MetadataSegment.Kind, from source: ByteSource) throws(Finding) -> [UInt8]? {
    if kind == .exif, exif == nil, let rawExif { return try RawProfile.exif(rawExif, source) }
    guard let range = kind == .exif ? exif : xmp, range.count <= ByteWindow.reach else { return nil }
    return kind.identifier + (try source.read(at: range.lowerBound, count: range.count))
  }

  /// The ICC profile where it lies in the file as it is; nil where there is none, or where it is longer than
  /// ``KeptMetadata/mostProfileBytes``.
  ///
  /// - Throws: `io_error`.
  package func rawProfile(from source: ByteSource) throws(Finding) -> [UInt8]? {
    guard let icc, !icc.isDeflated, icc.range.count <= KeptMetadata.mostProfileBytes else { return nil }
    return try source.read(at: icc.range.lowerBound, count: icc.range.count)
  }
}

extension SourceFormat {
  /// What the first bytes of a file say; nil where that is none of the formats.
  ///
  /// - Throws: `io_error`.
  package static func tell(_ source: ByteSource) throws(Finding) -> SourceFormat? {
    FileKind.format(of: try source.read(at: 0, count: FileKind.lookahead))
  }
}

extension PixelSize {
  /// Why a picture of this size isn't taken, or nil where it is.
  package var refusal: Finding? {
    guard max(width, height) > Self.longestSide else { return nil }
    return Finding(
      .maxPixels, "\(self) has a side above \(Self.longestSide) pixels, the most that can be read")
  }

  /// A size that a header says.
  ///
  /// - Throws: `zero_size`; `bad_header` beyond 31 bits.
  init(inHeader width: Int, _ height: Int) throws(Finding) {
    guard width > 0, height > 0 else { throw Finding(.zeroSize, "its size is \(width)x\(height)") }
    guard max(width, height) <= Int(Int32.max) else {
      throw Finding(.badHeader, "it says a size of \(width)x\(height), which no picture has")
    }
    self.init(width: width, height: height)
  }
}
