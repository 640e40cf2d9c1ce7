import ImageModel

/// The header of a Windows or OS/2 bitmap (Windows GDI, "Bitmap Header Types"; OS/2 Presentation Manager,
/// BITMAPINFOHEADER2).
struct BMPHeaderReader {
  /// Lengths of information headers in bytes: OS/2 1.x, OS/2 2.x short, Windows 3, Windows 3 with three
  /// masks, Windows 3 with four masks, OS/2 2.x, version 4 and version 5.
  private static let lengths: Set = [12, 16, 40, 52, 56, 64, 108, 124]
  private static let fileHeader = 14

  private var input: HeaderInput
  /// The offset of the information header. A bitmap in an icon has no file header in front of it.
  private let start: Int
  private let length: Int
  private(set) var size = PixelSize(width: 1, height: 1)
  /// Bits of a pixel.
  private(set) var depth = 0
  private var compression = Compression.none

  private enum Compression: Int {
    case none, rle8, rle4, masks, jpeg, png, alphaMasks
    /// `huffman` and `rle24` exist only in OS/2, where they have the numbers 3 and 4. Windows gives these
    /// numbers another meaning, so this enum adds 100.
    case huffman = 103
    case rle24
  }

  /// Reads the header of a file.
  init(_ source: ByteSource) throws(ImageError) { try self.init(source, at: Self.fileHeader) }

  /// Reads the header of a bitmap in an icon, whose information header comes first in `source`. The height that
  /// the header says counts the rows of colours and the rows of the mask, so the picture is half as high.
  init(inIcon source: ByteSource) throws(ImageError) {
    try self.init(source, at: 0)
    size = try PixelSize(inHeader: size.width, size.height / 2)
  }

  private init(_ source: ByteSource, at start: Int) throws(ImageError) {
    input = HeaderInput(source)
    self.start = start
    var fields = try input.fields(at: start, count: 4, isBigEndian: false)
    length = try fields.number(4)
    guard Self.lengths.contains(length) else {
      throw .badHeader("its header of \(length) bytes is of no known kind")
    }
    fields = try input.fields(at: start + 4, count: length - 4, isBigEndian: false)
    try length == 12 ? core(&fields) : information(&fields)
  }

  private mutating func core(_ fields: inout HeaderFields) throws(ImageError) {
    size = try PixelSize(inHeader: fields.number(2), fields.number(2))
    try fields.skip(2)
    depth = try fields.number(2)
  }

  private mutating func information(_ fields: inout HeaderFields) throws(ImageError) {
    let (width, height) = (try fields.signed(), try fields.signed())
    guard width >= 0 else { throw .badHeader("its width is \(width)") }
    // A negative height means that the top row comes first.
    size = try PixelSize(inHeader: width, abs(height))
    try fields.skip(2)
    depth = try fields.number(2)
    guard length > 16 else { return }
    let number = try fields.number(4)
    let isOS2 = length == 64 && (3...4).contains(number)
    guard let kind = Compression(rawValue: isOS2 ? number + 100 : number) else {
      throw .badHeader("it says compression \(number), which BMP doesn't have")
    }
    compression = kind
  }

  mutating func header() throws(ImageError) -> PictureHeader {
    var header = PictureHeader(format: .bmp, storedSize: size, colors: .rgb, bits: 8)
    switch (compression, depth) {
    case (.none, 1), (.none, 2), (.none, 4), (.none, 8), (.rle8, 8), (.rle4, 4), (.huffman, 1):
      header.colors = .palette
      header.bits = depth
    case (.none, 24), (.none, 32), (.rle24, 24), (.jpeg, 0), (.png, 0): break
    case (.none, 16): header.bits = 5
    case (.masks, 16), (.masks, 32), (.alphaMasks, 16), (.alphaMasks, 32): try masks(&header)
    default:
      throw .badHeader(
        "it says \(depth) bits a pixel with compression \(compression), which BMP doesn't have")
    }
    return header
  }

  /// Reads the masks of red, green, blue and alpha. They lie in the header. If the header has only 40 bytes,
  /// they lie right after it.
  private mutating func masks(_ header: inout PictureHeader) throws(ImageError) {
    let hasAlphaMask = length >= 56 && length != 64 || compression == .alphaMasks
    var fields = try input.fields(
      at: start + 40, count: hasAlphaMask ? 16 : 12, isBigEndian: false)
    let colors = [try fields.number(4), try fields.number(4), try fields.number(4)]
    let bits = colors.map(\.nonzeroBitCount).max() ?? 0
    guard (1...32).contains(bits) else { throw .badHeader("its colour masks are empty") }
    header.bits = bits
    if hasAlphaMask { header.hasAlpha = try fields.number(4) != 0 }
  }

  /// Why the picture's coding is refused; nil if it is accepted. Icons have no runs of pixels, because the mask
  /// follows the rows at once.
  func refusal(inIcon: Bool = false) -> Finding? {
    let coding: String
    switch compression {
    case .none, .masks, .alphaMasks: return nil
    case .rle4, .rle8:
      if !inIcon { return nil }
      coding = "as runs of pixels in an icon"
    case .jpeg: coding = "as a JPEG"
    case .png: coding = "as a PNG"
    case .huffman: coding = "in OS/2's Huffman coding"
    case .rle24: coding = "as OS/2's runs of 24-bit pixels"
    }
    return Finding(.unsupportedFormat, "BMP that holds its picture \(coding) is not supported")
  }
}
