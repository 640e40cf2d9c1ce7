import System
import ImageModel

/// Reads the chunks of a WebP (RFC 9649, section 2), and keeps the facts found so far.
struct WebPHeaderReader {
  /// The flags of `VP8X` (section 2.7).
  private enum Flag {
    static let animation = 0x02
    static let alpha = 0x10
  }

  private var input: HeaderInput
  /// The end of the RIFF container; the end of the file if the file is cut.
  private let end: Int
  private var place = 12
  /// The contents of the chunk `VP8X`; nil without such a chunk.
  private var canvas: PictureHeader?
  private var hasAlphaChunk = false
  private var frames = 0
  /// The facts about the frames that were read so far: the sum of their times in milliseconds, the bytes of the largest
  /// chunk, the plays, and true if no frames are left.
  private var (duration, largest, plays, areCounted) = (0, 0, 1, false)
  private var picture: PictureHeader?

  /// Reads all chunks that can be reached. A cut or broken file is accepted if the fault comes after the
  /// first bytes of the picture.
  static func read(_ source: ByteSource) throws(ImageError) -> PictureHeader {
    var reader = try WebPHeaderReader(source)
    do throws(ImageError) {
      try reader.chunks()
    } catch {
      guard reader.isEnough, error.finding.code == .badHeader else { throw error }
      if error == .cutHeader { reader.areCounted = true }
    }
    return try reader.header()
  }

  private init(_ source: ByteSource) throws(ImageError) {
    input = HeaderInput(source)
    var fields = try input.fields(at: 4, count: 4, isBigEndian: false)
    end = min(source.size, try fields.number(4) + 8)
  }

  /// True if a decoder could begin with the chunks read so far.
  private var isEnough: Bool { picture != nil || frames > 0 }

  private mutating func chunks() throws(ImageError) {
    for _ in 0..<FixedLimits.Header.parts where place < end {
      var fields = try input.fields(at: place, count: 8, isBigEndian: false)
      let (type, length) = (try fields.code(), try fields.number(4))
      let payload = (place + 8, length)
      if place == 12, !["VP8 ", "VP8L", "VP8X"].contains(type) {
        throw .badHeader("its first chunk is no picture and no VP8X")
      }
      switch type {
      case "VP8 " where picture == nil: picture = try lossy(payload.0)
      case "VP8L" where picture == nil: picture = try lossless(payload.0)
      case "ANMF": try frame(payload.0, length)
      case "ANIM" where length >= 6:
        var fields = try input.fields(at: payload.0 + 4, count: 2, isBigEndian: false)
        plays = try fields.number(2)
      default: break
      }
      guard payload.0 <= end, length <= end - payload.0 else { throw .cutHeader }
      try chunk(type, payload.0..<payload.0 + length)
      // A file without VP8X has only the picture (section 2.5).
      if canvas == nil { return }
      place += 8 + length + length % 2
    }
    areCounted = place >= end
    guard isEnough || place >= end else { throw .tooManyParts("chunks") }
  }

  /// Reads the fields of a frame (section 2.7.1.1); a frame that is cut counts too.
  private mutating func frame(_ place: Int, _ length: Int) throws(ImageError) {
    frames += 1
    largest = max(largest, min(length, end - min(place, end)))
    guard input.holds(16, at: place) else { return }
    var fields = try input.fields(at: place + 12, count: 3, isBigEndian: false)
    duration += try fields.number(3)
  }

  private mutating func chunk(_ type: String, _ payload: Range<Int>) throws(ImageError) {
    switch type {
    case "VP8X" where place == 12: canvas = try extended(payload)
    case "ALPH" where picture == nil: hasAlphaChunk = true
    case "ICCP" where canvas?.icc == nil: canvas?.icc = PictureHeader.PackedPlace(range: payload)
    case "EXIF" where canvas?.exif == nil: canvas?.exif = try input.behindExifName(payload)
    case "XMP " where canvas?.xmp == nil: canvas?.xmp = payload
    default: break
    }
  }

  /// Makes the header from the chunks that were read.
  private func header() throws(ImageError) -> PictureHeader {
    guard var header = canvas else {
      guard let picture else { throw .noPicture }
      return picture
    }
    if header.isAnimated {
      guard frames > 0 else { throw .noPicture }
      header.images = frames
      header.isLossless = true
      header.frames = SourceFrames(
        count: frames, duration: duration, plays: plays, hasAlpha: header.hasAlpha,
        wholeBytes: 8 * header.storedSize.area + largest + WebPFormat.libraryBytes(header, 0),
        isCounted: areCounted)
      return header
    }
    guard let picture else { throw .noPicture }
    guard picture.storedSize == header.storedSize else {
      throw .badHeader("its picture is \(picture.storedSize), where it says \(header.storedSize) before")
    }
    // The data of a lossless picture tells if it has alpha. The alpha of a lossy picture lies in a separate
    // chunk.
    header.isLossless = picture.isLossless
    header.hasAlpha = header.isLossless ? picture.hasAlpha : header.hasAlpha || hasAlphaChunk
    return header
  }

  /// Reads `VP8X` (section 2.7).
  private mutating func extended(_ payload: Range<Int>) throws(ImageError) -> PictureHeader {
    var fields = try input.fields(at: payload.lowerBound, count: min(10, payload.count), isBigEndian: false)
    let flags = try fields.number(1)
    try fields.skip(3)
    let size = try PixelSize(inHeader: fields.number(3) + 1, fields.number(3) + 1)
    guard size.area <= Int(UInt32.max) else {
      throw .badHeader("it says a canvas of \(size), more than WebP can have")
    }
    return PictureHeader(
      format: .webp, storedSize: size, colors: .rgb, bits: 8, hasAlpha: flags & Flag.alpha != 0,
      isAnimated: flags & Flag.animation != 0)
  }

  /// Reads the header of a key frame of VP8 (RFC 6386, section 9.1).
  private mutating func lossy(_ place: Int) throws(ImageError) -> PictureHeader {
    var fields = try input.fields(at: place, count: 10, isBigEndian: false)
    let tag = try fields.number(3)
    guard tag & 1 == 0, try fields.take(3) == [0x9D, 0x01, 0x2A] else {
      throw .badHeader("its VP8 picture begins with no key frame")
    }
    let size = try PixelSize(inHeader: fields.number(2) & 0x3FFF, fields.number(2) & 0x3FFF)
    return PictureHeader(format: .webp, storedSize: size, colors: .rgb, bits: 8)
  }

  /// Reads the header of VP8L (RFC 9649, section 3.4).
  private mutating func lossless(_ place: Int) throws(ImageError) -> PictureHeader {
    var fields = try input.fields(at: place, count: 5, isBigEndian: false)
    let signature = try fields.number(1)
    let bits = try fields.number(4)
    guard signature == 0x2F, bits >> 29 == 0 else {
      throw .badHeader("its VP8L picture has a signature or version that WebP doesn't have")
    }
    let size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    return PictureHeader(
      format: .webp, storedSize: size, colors: .rgb, bits: 8, hasAlpha: bits >> 28 & 1 != 0,
      isLossless: true)
  }
}
