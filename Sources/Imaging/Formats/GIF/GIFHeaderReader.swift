import System
import ImageModel

/// Reads the blocks of a GIF, one after the other (GIF89a, sections 17 to 27).
struct GIFHeaderReader {
  private var input: HeaderInput
  private var place = 13
  /// The size of the logical screen in pixels.
  private let screen: (width: Int, height: Int)
  private let globalBits: Int?
  private var isTransparent = false
  /// The header. It is made when the first frame is read; nil before that.
  private var header: PictureHeader?

  /// Reads all reachable frames. A file that is cut or broken after the first frame's descriptor is accepted.
  static func read(_ source: ByteSource) throws(ImageError) -> PictureHeader {
    var reader = try GIFHeaderReader(source)
    do throws(ImageError) {
      try reader.blocks()
    } catch {
      guard reader.header != nil, error.finding.code == .badHeader else { throw error }
    }
    guard let header = reader.header else { throw .noPicture }
    return header
  }

  /// Reads the logical screen descriptor (section 18).
  private init(_ source: ByteSource) throws(ImageError) {
    input = HeaderInput(source)
    var fields = try input.fields(at: 6, count: 7, isBigEndian: false)
    screen = (try fields.number(2), try fields.number(2))
    let flags = try fields.number(1)
    globalBits = flags & 0x80 != 0 ? flags & 7 + 1 : nil
    place += Self.tableLength(globalBits)
  }

  private static func tableLength(_ bits: Int?) -> Int { bits.map { 3 << $0 } ?? 0 }

  private mutating func blocks() throws(ImageError) {
    for _ in 0..<FixedLimits.Header.parts {
      let kind = try input.bytes(at: place, count: 1)
      place += 1
      switch kind {
      case [0x2C]: try frame()
      case [0x21]: try `extension`()
      case [0x3B]: return
      // Some writers put zeros between blocks. Other decoders skip them.
      case [0]: break
      default: throw .badHeader("a block of an unknown kind stands before its end")
      }
    }
    guard header != nil else { throw .tooManyParts("blocks") }
  }

  /// Reads an image descriptor (section 20), and skips the image's data.
  private mutating func frame() throws(ImageError) {
    var fields = try input.fields(at: place, count: 9, isBigEndian: false)
    let (left, top) = (try fields.number(2), try fields.number(2))
    let (width, height) = (try fields.number(2), try fields.number(2))
    let flags = try fields.number(1)
    let localBits = flags & 0x80 != 0 ? flags & 7 + 1 : nil
    if header == nil {
      guard width > 0, height > 0 else {
        throw ImageError(.zeroSize, "its first frame's size is \(width)x\(height)")
      }
      header = PictureHeader(
        format: .gif,
        storedSize: try PixelSize(
          inHeader: max(screen.width, left + width), max(screen.height, top + height)),
        colors: .palette, bits: localBits ?? globalBits ?? 8, hasAlpha: isTransparent,
        isInterlaced: flags & 0x40 != 0)
    } else {
      header?.images += 1
      header?.isAnimated = true
    }
    // The code size, one byte, comes before the data.
    place += 9 + Self.tableLength(localBits) + 1
    try skipSubBlocks()
  }

  private mutating func `extension`() throws(ImageError) {
    let start = try input.bytes(at: place, count: 3)
    // A graphic control extension (section 23) says if the next frame has a transparent index.
    if header == nil, start.starts(with: [0xF9, 4]) {
      isTransparent = start.last.map { $0 & 1 == 1 } ?? false
    }
    place += 1
    try skipSubBlocks()
  }

  /// Skips data sub-blocks, through the empty one that ends them (sections 15 and 16).
  private mutating func skipSubBlocks() throws(ImageError) {
    while let length = try input.bytes(at: place, count: 1).first {
      place += 1 + Int(length)
      if length == 0 { return }
    }
  }
}
