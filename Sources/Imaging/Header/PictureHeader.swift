import System
import ImageModel

/// The header of a file's first picture or of a page, for any format but JPEG.
package struct PictureHeader: Hashable, Sendable {
  /// The colour space. Lossy WebP, HEIC and AVIF count as `rgb`, or as `grey` if they have no chroma.
  package enum Colors: String, Hashable, Sendable {
    case grey, palette, rgb, cmyk, lab, ycbcr
  }

  /// The place of a block that may be compressed.
  package struct PackedPlace: Hashable, Sendable {
    /// The place of the block in the file.
    package var range: Range<Int>
    /// True if the block is compressed (RFC 1950).
    package var isDeflated = false
  }

  /// The place of a cursor's pointing pixel, in pixels from the left and from the top. The place may lie outside
  /// the picture.
  package struct HotSpot: Hashable, Sendable {
    package var x, y: Int
  }

  package var format: SourceFormat
  /// The size of the first image or of this page, in stored pixels. For HEIC and AVIF this is the size after
  /// the clean aperture is cut out, before the turns of ``orientation``. For GIF it is the size of the
  /// logical screen.
  package var storedSize: PixelSize
  package var colors: Colors
  /// Bits per sample as stored, 1...32; the largest if channels differ.
  package var bits: Int
  /// True for an alpha channel, a PNG's `tRNS`, or a transparent index in a GIF's first frame.
  package var hasAlpha = false
  package var isInterlaced = false
  /// True for a lossless WebP. An animation counts as lossless, because the header reader doesn't read its
  /// frames.
  package var isLossless = false
  /// The number of pages or frames in the file, as far as the header reader counts them; 1 for a single one.
  package var images = 1
  /// This page's number, from 0.
  package var page = 0
  /// True for a GIF with several frames, an animated WebP or PNG, or a HEIF with a track of pictures.
  package var isAnimated = false
  /// The frames of a GIF, WebP or PNG that is an animation. Nil for a still picture, and for animations of other formats.
  package var frames: SourceFrames?
  /// The container's orientation: `irot` and `imir` of HEIC and AVIF combined; nil for other formats.
  package var orientation: ExifOrientation?
  /// The place of EXIF's TIFF structure in the file. Nil for a TIFF or DNG, because the whole file is such a
  /// structure.
  package var exif: Range<Int>?
  /// The place of the XMP packet in the file. Nil if there is none, or if it is compressed.
  package var xmp: Range<Int>?
  /// True if there is a compressed XMP packet.
  package var hasPackedXMP = false
  /// PNG: the place of a text that holds an EXIF block in hexadecimal digits. This block counts if there is
  /// no other EXIF.
  package var rawExif: PackedPlace?
  /// PNG: the kinds of metadata that text chunks hold as hexadecimal digits, each kind once.
  package var rawProfiles: [MetadataPolicy.Group] = []
  package var icc: PackedPlace?
  /// True if an ICC profile breaks the format's rules. A PNG's profile does so if it stands after the
  /// picture, or if it has no name.
  package var hasUnusableProfile = false
  /// Numbers in the file that describe its colours. Nil if Upright can't convert such numbers, or if an ICC
  /// profile overrides them.
  package var coding: ColorCoding?
  /// Colour numbers from which no profile can be made.
  package var oddNumbers: ColorCoding.Numbers?
  /// PNG: the resolution in `pHYs`; nil if there is no usable one.
  package var resolution: Resolution?
  /// CUR and XBM: the pixel that points.
  package var hotSpot: HotSpot?
  /// HEIC and AVIF: true if an auxiliary or derived picture makes this one HDR.
  package var hasGainMap = false
  /// SVG: what drawing it takes.
  package var drawing: SVGDrawing?
}

extension PictureHeader {
  /// Reads the header of a page; page 0 is the first, and nil is the page that is taken if a job names none. The
  /// header of a legal picture is returned even if that kind of picture is refused later.
  ///
  /// At most 16 MiB of the file are read, and at most 4,096 chunks, boxes or directories. An offset outside
  /// the file is an error if the picture needs it; metadata at such an offset counts as missing.
  ///
  /// - Throws: `empty_file`, `unsupported_format`, `bad_header`, `zero_size`, `io_error`.
  package static func read(from source: ByteSource, page: Int? = nil) throws(ImageError) -> PictureHeader {
    guard try SourceFormat.tell(source) != .jpeg,
      let header = try SourceFormat.header(of: source, page: page) as? PictureHeader
    else { throw .unsupported("this is JPEG") }
    return header
  }
}

extension PictureHeader {
  /// The pixel format that a decode gives. A BMP always decodes to 8 bits, a raw file to 16. A CMYK picture decodes without
  /// alpha.
  package var decodedPixels: PixelFormat {
    let color: ColorModel =
      switch colors {
      case .grey: .grey
      case .cmyk: .cmyk
      case .lab: .lab
      case .palette, .rgb, .ycbcr: .rgb
      }
    let isDeep =
      switch format {
      case .bmp: false
      case .heic, .avif, .tiff: bits > 8
      case .raw: true
      default: bits == 16
      }
    return PixelFormat(color, depth: isDeep ? .sixteen : .eight, hasAlpha: hasAlpha && color != .cmyk)
  }
}

extension PictureHeader {
  /// True if the file has an ICC profile, usable or not, that colour numbers don't replace.
  package var hasProfile: Bool { icc != nil || hasUnusableProfile }

  /// An ICC profile for the decoded colours, made from the colour numbers. Nil if there are no such numbers,
  /// or if they mean sRGB.
  package var codedProfile: [UInt8]? { coding?.profile(isGrey: decodedPixels.color == .grey) }

  /// Why these colours are refused; nil if they are accepted.
  package var colorRefusal: Finding? {
    oddNumbers?.hdrTransfer.map {
      Finding(.hdrTransfer, "it is an HDR picture, coded by \($0): make one of SDR of it, which can be taken")
    }
  }

  /// A warning if the file codes its colours by numbers of ITU-T H.273 that Upright can't convert, and so
  /// ignores.
  package var colorFindings: [Finding] {
    guard let oddNumbers, oddNumbers.hdrTransfer == nil else { return [] }
    let numbers = "primaries \(oddNumbers.primaries) and transfer \(oddNumbers.transfer) of ITU-T H.273"
    return [
      Finding(
        .colorAssumed, "its colours are coded by \(numbers), which aren't converted and were passed over")
    ]
  }

  /// Takes colour numbers (ITU-T H.273). Returns true if the numbers can be converted. Also returns true if
  /// the numbers are HDR, because the picture is then refused. Returns false for all other numbers, including
  /// unspecified ones.
  @discardableResult mutating func take(_ numbers: ColorCoding.Numbers) -> Bool {
    if numbers == .unspecified { return false }
    coding = ColorCoding(numbers)
    oddNumbers = coding == nil ? numbers : nil
    return coding != nil || colorRefusal != nil
  }
}

extension PictureHeader {
  /// EXIF or XMP as an APP1 payload of a JPEG; nil if there is none or it is longer than
  /// ``FixedLimits/Header/bytes``.
  ///
  /// - Throws: `io_error`.
  func payload(_ kind: MetadataSegment.Kind, from source: ByteSource) throws(ImageError) -> [UInt8]? {
    if kind == .exif, exif == nil, let rawExif { return try RawProfile.exif(rawExif, source) }
    guard let range = kind == .exif ? exif : xmp, range.count <= FixedLimits.Header.bytes else { return nil }
    return kind.identifier + (try source.read(at: range.lowerBound, count: range.count))
  }

  /// The ICC profile, if the file stores it uncompressed. Nil if there is no such profile, or if it is longer
  /// than ``FixedLimits/Metadata/profileBytes``.
  ///
  /// - Throws: `io_error`.
  package func rawProfile(from source: ByteSource) throws(ImageError) -> [UInt8]? {
    guard let icc, !icc.isDeflated, icc.range.count <= FixedLimits.Metadata.profileBytes else { return nil }
    return try source.read(at: icc.range.lowerBound, count: icc.range.count)
  }
}

extension PixelSize {
  /// Why a picture of this size is refused; nil if it is accepted.
  package var refusal: Finding? {
    guard max(width, height) > Self.longestSide else { return nil }
    return Finding(
      .maxPixels, "\(self) has a side above \(Self.longestSide) pixels, the most that can be read")
  }

  /// A size from a header.
  ///
  /// - Throws: `zero_size`; `bad_header` beyond 31 bits.
  init(inHeader width: Int, _ height: Int) throws(ImageError) {
    guard width > 0, height > 0 else { throw ImageError(.zeroSize, "its size is \(width)x\(height)") }
    guard max(width, height) <= Int(Int32.max) else {
      throw .badHeader("it says a size of \(width)x\(height), which no picture has")
    }
    self.init(width: width, height: height)
  }
}
