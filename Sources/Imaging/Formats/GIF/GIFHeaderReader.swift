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
  /// The facts about the frames that were read so far.
  private var frames = Frames()
  /// The header. It is made when the first frame is read; nil before that.
  private var header: PictureHeader?

  /// Facts of all frames.
  private struct Frames {
    /// The sum of delays, in hundredths of a second.
    var delays = 0
    /// The repetitions of the application extension NETSCAPE2.0; nil without one.
    var repetitions: Int?
    /// True if a composed frame may have transparent pixels.
    var areTransparent = false
    /// True if a frame's disposal brings back what it covers.
    var areRestored = false
    var areCounted = false
  }

  /// Reads all reachable frames. A file that is cut or broken after the first frame's descriptor is accepted.
  static func read(_ source: ByteSource) throws(ImageError) -> PictureHeader {
    var reader = try GIFHeaderReader(source)
    do throws(ImageError) {
      try reader.blocks()
    } catch {
      guard reader.header != nil, error.finding.code == .badHeader else { throw error }
      if error == .cutHeader { reader.frames.areCounted = true }
    }
    guard var header = reader.header else { throw .noPicture }
    header.frames = reader.sourceFrames(of: header)
    return header
  }

  /// The frames of a file with several. A file that ends early counts as it is.
  private func sourceFrames(of header: PictureHeader) -> SourceFrames? {
    guard header.images > 1 else { return nil }
    let canvas = 4 * header.storedSize.area
    // NETSCAPE2.0 says how often frames are repeated after the first time.
    let plays = frames.repetitions.map { $0 == 0 ? 0 : min($0 + 1, SourceFrames.mostPlays) } ?? 1
    return SourceFrames(
      count: header.images, duration: 10 * frames.delays, plays: plays, hasAlpha: frames.areTransparent,
      wholeBytes: frames.areRestored ? 2 * canvas : canvas, isCounted: frames.areCounted)
  }

  /// Reads the logical screen descriptor (section 18).
  private init(_ source: ByteSource) throws(ImageError) {
    input = HeaderInput(source, most: source.bytesForFrames)
    var fields = try input.fields(at: 6, count: 7, isBigEndian: false)
    screen = (try fields.number(2), try fields.number(2))
    let flags = try fields.number(1)
    globalBits = flags & 0x80 != 0 ? flags & 7 + 1 : nil
    place += Self.tableLength(globalBits)
  }

  private static func tableLength(_ bits: Int?) -> Int { bits.map { 3 << $0 } ?? 0 }

  private mutating func blocks() throws(ImageError) {
    for number in 0..<FixedLimits.Header.gifBlocks {
      guard header != nil || number < FixedLimits.Header.parts else { throw .tooManyParts("blocks") }
      let kind = try input.bytes(at: place, count: 1)
      place += 1
      switch kind {
      case [0x2C]: try frame()
      case [0x21]: try `extension`()
      case [0x3B]:
        frames.areCounted = true
        return
      // Some writers put zeros between blocks. Other decoders skip them.
      case [0]: break
      default:
        frames.areCounted = true
        throw .badHeader("a block of an unknown kind stands before its end")
      }
    }
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
    let start = try input.bytes(at: place, count: 2)
    if start == [0xF9, 4] { try control() }
    if start == [0xFF, 11] { try application() }
    place += 1
    try skipSubBlocks()
  }

  /// Reads a graphic control extension (section 23) about the next frame.
  private mutating func control() throws(ImageError) {
    var fields = try input.fields(at: place + 2, count: 3, isBigEndian: false)
    let flags = try fields.number(1)
    if header == nil { isTransparent = flags & 1 == 1 }
    let disposal = flags >> 2 & 7
    // Pixels that an opaque first frame leaves are opaque. Only a frame that is cleared to nothing takes them away.
    if flags & 1 == 1, header == nil || disposal == 2 { frames.areTransparent = true }
    frames.areRestored = frames.areRestored || disposal == 3
    frames.delays += try fields.number(2)
  }

  /// Reads the repetitions of an application extension (section 26) of Netscape, whose sub-block has three bytes: 1
  /// and the number.
  private mutating func application() throws(ImageError) {
    guard frames.repetitions == nil, input.holds(17, at: place) else { return }
    var fields = try input.fields(at: place + 2, count: 15, isBigEndian: false)
    let name = try fields.take(11)
    guard name == Array("NETSCAPE2.0".utf8) || name == Array("ANIMEXTS1.0".utf8) else { return }
    if try fields.take(2) == [3, 1] { frames.repetitions = try fields.number(2) }
  }

  /// Skips data sub-blocks, through the empty one that ends them (sections 15 and 16).
  private mutating func skipSubBlocks() throws(ImageError) {
    while let length = try input.bytes(at: place, count: 1).first {
      place += 1 + Int(length)
      if length == 0 { return }
    }
  }
}
