import System
import ImageModel

/// Reads a PNG's chunks, and collects the header from them (PNG, third edition, section 5).
struct PNGHeaderReader {
  private static let longestChunk = 0x7FFF_FFFF
  /// The offset in the file at which the first chunk, `IHDR`, ends.
  private static let headerEnd = 33

  private var input: HeaderInput
  private var header: PictureHeader
  private var place = PNGHeaderReader.headerEnd
  private var hasPalette = false
  private var colorsOfPalette = 0
  private var hasPicture = false
  /// True if the search from the file's end was made.
  private var hasTail = false
  /// The four numbers in `cICP`.
  private var numbers: [Int]?
  private var isSRGB = false
  private var gamma: Int?
  private var chromaticities: Chromaticities?
  private var frames = PNGFrames()

  /// Reads all reachable chunks. After the first `IDAT`, a cut or broken file is accepted.
  static func read(_ source: ByteSource) throws(ImageError) -> PictureHeader {
    var input = HeaderInput(source)
    let header = try imageHeader(&input)
    var reader = PNGHeaderReader(input: input, header: header)
    do throws(ImageError) {
      try reader.chunks()
    } catch {
      guard reader.hasPicture, error.finding.code == .badHeader else { throw error }
      if error == .cutHeader { reader.frames.areCounted = true }
    }
    reader.settleColors()
    // The memory for a refused size isn't asked for, and may be more than a number can say.
    if reader.header.isAnimated, reader.header.storedSize.refusal == nil {
      reader.header.frames = reader.frames.sourceFrames(of: reader.header)
    }
    return reader.header
  }

  private init(input: HeaderInput, header: PictureHeader) {
    self.input = input
    self.header = header
  }

  /// The size, the colours and the depth, read from nothing but the first chunk, `IHDR`.
  static func outline(_ source: ByteSource) throws(ImageError) -> PictureHeader {
    var input = HeaderInput(source)
    return try imageHeader(&input)
  }

  /// Reads `IHDR` (section 11.2.1).
  private static func imageHeader(_ input: inout HeaderInput) throws(ImageError) -> PictureHeader {
    var fields = try input.fields(at: 8, count: headerEnd - 8, isBigEndian: true)
    let length = try fields.number(4)
    guard try fields.code() == "IHDR", length == 13 else {
      throw .badHeader("its first chunk is no IHDR of 13 bytes")
    }
    let size = try PixelSize(inHeader: fields.number(4), fields.number(4))
    let (depth, type) = (try fields.number(1), try fields.number(1))
    let (compression, filter, interlace) = (
      try fields.number(1), try fields.number(1), try fields.number(1)
    )
    guard let colors = colors(type: type, depth: depth) else {
      throw .badHeader("it says colour type \(type) with \(depth) bits, which PNG doesn't have")
    }
    guard compression == 0, filter == 0, interlace <= 1 else {
      throw .badHeader("it says compression \(compression), filter \(filter) and interlace \(interlace)")
    }
    return PictureHeader(
      format: .png, storedSize: size, colors: colors, bits: depth, hasAlpha: type & 4 != 0,
      isInterlaced: interlace == 1)
  }

  /// The colours of a colour type; nil if the colour type doesn't allow this depth (section 11.2.1).
  private static func colors(type: Int, depth: Int) -> PictureHeader.Colors? {
    switch (type, depth) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (4, 8), (4, 16): .grey
    case (2, 8), (2, 16), (6, 8), (6, 16): .rgb
    case (3, 1), (3, 2), (3, 4), (3, 8): .palette
    default: nil
    }
  }

  private mutating func chunks() throws(ImageError) {
    var others = 0
    while others < FixedLimits.Header.parts {
      try skipUnknownData()
      // After the picture's first chunk, reads are small: little more than the heads of chunks is needed.
      var fields = try input.fields(at: place, count: 8, isBigEndian: true, atOnce: hasPicture ? 64 : nil)
      let (length, type) = (try fields.number(4), try fields.code())
      guard length <= Self.longestChunk else {
        frames.areCounted = true
        throw .badHeader("a chunk is longer than it may be")
      }
      if type == "IEND" {
        guard hasPicture else { throw .noPicture }
        frames.areCounted = true
        return
      }
      if type == "IDAT" { try picture() } else if type != "fdAT" { others += 1 }
      guard input.holds(length, at: place + 8) else { throw .cutHeader }
      try chunk(type, place + 8..<place + 8 + length)
      place += length + 12
    }
    guard hasPicture else { throw .tooManyParts("chunks") }
  }

  /// Goes on at the last chunk of data if the next chunk isn't known of a file that comes by ranges. Only data lies between.
  /// The frames of an animation do too, so all chunks of an animation are read.
  private mutating func skipUnknownData() throws(ImageError) {
    guard hasPicture, !header.isAnimated, !hasTail, !input.isKnown(8, at: place) else { return }
    place = try PNGTail.lastData(of: &input, from: place) ?? place
    hasTail = true
  }

  private mutating func picture() throws(ImageError) {
    guard header.colors != .palette || hasPalette else {
      throw .badHeader("its picture begins without a palette")
    }
    guard hasPicture || place < FixedLimits.Header.bytes else {
      throw .badHeader("no picture begins in its first \(FixedLimits.Header.bytes >> 20) MiB")
    }
    hasPicture = true
  }

  private mutating func chunk(_ type: String, _ payload: Range<Int>) throws(ImageError) {
    switch type {
    case "PLTE":
      hasPalette = true
      colorsOfPalette = payload.count / 3
    case "tRNS" where !hasPicture: header.hasAlpha = header.hasAlpha || isTransparency(payload.count)
    case "acTL" where !hasPicture: try animation(payload)
    case "fcTL" where payload.count == PNGFrames.controlBytes:
      try frames.add(
        input.fields(at: payload.lowerBound, count: payload.count, isBigEndian: true), header)
    case "iCCP": hasPicture ? header.hasUnusableProfile = true : try profile(payload)
    case "cICP" where !hasPicture && payload.count == 4: numbers = try numbers(payload, of: 1)
    case "sRGB" where !hasPicture: isSRGB = true
    case "gAMA" where !hasPicture && payload.count == 4: gamma = try numbers(payload, of: 4).first
    case "cHRM" where !hasPicture && payload.count == 32: try chromaticities(payload)
    case "pHYs" where !hasPicture && payload.count == 9: header.resolution = try resolution(payload)
    case "eXIf" where header.exif == nil: header.exif = try input.behindExifName(payload)
    case "iTXt" where header.xmp == nil: header.xmp = try packet(payload)
    case "tEXt", "zTXt": try rawProfile(payload, isDeflated: type == "zTXt")
    default: break
    }
  }

  /// Records a block of metadata that a text chunk holds as hexadecimal digits, as ImageMagick and others
  /// write it.
  private mutating func rawProfile(_ payload: Range<Int>, isDeflated: Bool) throws(ImageError) {
    let start = try input.bytes(at: payload.lowerBound, count: min(32, payload.count))
    let keyword = String(decoding: start.prefix { $0 != 0 }, as: UTF8.self)
    let groups: [String: MetadataPolicy.Group] = [
      "exif": .exif, "APP1": .exif, "xmp": .xmp, "iptc": .iptc, "8bim": .iptc, "icc": .icc, "icm": .icc,
    ]
    let name = "Raw profile type "
    guard keyword.hasPrefix(name), let group = groups[String(keyword.dropFirst(name.count))],
      !header.rawProfiles.contains(group)
    else { return }
    header.rawProfiles.append(group)
    if group == .exif {
      // The text starts after the keyword's end and the compression method.
      let text = payload.dropFirst(keyword.utf8.count + (isDeflated ? 2 : 1))
      header.rawExif = PictureHeader.PackedPlace(range: text, isDeflated: isDeflated)
    }
  }

  /// True if a `tRNS` chunk of `length` bytes fits the picture (section 11.3.1.1).
  private func isTransparency(_ length: Int) -> Bool {
    switch header.colors {
    case .grey: length == 2
    case .rgb: length == 6
    default: (1...256).contains(length) && length <= colorsOfPalette
    }
  }

  /// Reads `acTL` (section 11.3.6.1).
  private mutating func animation(_ payload: Range<Int>) throws(ImageError) {
    var fields = try input.fields(at: payload.lowerBound, count: min(8, payload.count), isBigEndian: true)
    let frames = try fields.number(4)
    let plays = fields.left < 4 ? 0 : try fields.number(4)
    guard frames > 0 else { return }
    header.isAnimated = true
    header.images = frames
    (self.frames.announced, self.frames.plays) = (frames, plays)
  }

  private mutating func numbers(_ payload: Range<Int>, of bytes: Int) throws(ImageError) -> [Int] {
    var fields = try input.fields(at: payload.lowerBound, count: payload.count, isBigEndian: true)
    var numbers: [Int] = []
    while fields.left >= bytes { numbers.append(try fields.number(bytes)) }
    return numbers
  }

  /// Reads `cHRM` (section 11.3.2.1): white, red, green and blue.
  private mutating func chromaticities(_ payload: Range<Int>) throws(ImageError) {
    let values = try numbers(payload, of: 4).map { Double($0) / 100_000 }
    let points = stride(from: 0, to: values.count - 1, by: 2).map {
      Chromaticities.Point(values[$0], values[$0 + 1])
    }
    guard points.count == 4 else { return }
    chromaticities = Chromaticities(points[1], points[2], points[3], white: points[0])
  }

  /// Settles the colours. `cICP` overrides `iCCP`, `iCCP` overrides `sRGB`, and `sRGB` overrides `gAMA` and
  /// `cHRM` (section 11.3.2).
  private mutating func settleColors() {
    if let numbers, numbers.count == 4 {
      let color = ColorCoding.Numbers(primaries: numbers[0], transfer: numbers[1])
      let isPlain = numbers[2] == 0 && numbers[3] == 1
      if isPlain || color.hdrTransfer != nil {
        if header.take(color) {
          header.icc = nil
          header.hasUnusableProfile = false
          return
        }
      } else {
        header.oddNumbers = color
      }
    }
    if header.icc != nil || isSRGB || gamma == nil && chromaticities == nil { return }
    header.coding = ColorCoding(gamma: gamma, chromaticities)
  }

  /// Reads `pHYs` (section 11.3.4.3).
  private mutating func resolution(_ payload: Range<Int>) throws(ImageError) -> Resolution? {
    var fields = try input.fields(at: payload.lowerBound, count: payload.count, isBigEndian: true)
    return Resolution(
      pixelsPerMetre: try fields.number(4), try fields.number(4), unit: try fields.number(1))
  }

  /// Reads `iCCP` (section 11.3.2.3): a name of 1 to 79 bytes, 0, the method 0, and the profile. Only the
  /// first chunk counts.
  private mutating func profile(_ payload: Range<Int>) throws(ImageError) {
    guard header.icc == nil else { return }
    let start = try input.bytes(at: payload.lowerBound, count: min(81, payload.count))
    guard let end = start.firstIndex(of: 0), (1...79).contains(end), start.dropFirst(end + 1).first == 0
    else { return header.hasUnusableProfile = true }
    header.icc = PictureHeader.PackedPlace(
      range: payload.lowerBound + end + 2..<payload.upperBound, isDeflated: true)
  }

  /// The place of the XMP packet in an `iTXt` chunk (section 11.3.3.4; XMP part 3, 1.1.5). Nil for another
  /// keyword, or if the packet is compressed.
  private mutating func packet(_ payload: Range<Int>) throws(ImageError) -> Range<Int>? {
    let keyword = Array("XML:com.adobe.xmp\0".utf8)
    // For XMP, language and translated keyword are empty; odd writers keep them short.
    let start = try input.bytes(at: payload.lowerBound, count: min(512, payload.count))
    guard start.starts(with: keyword) else { return nil }
    guard start.dropFirst(keyword.count).first == 0 else {
      header.hasPackedXMP = true
      return nil
    }
    var fields = HeaderFields(Array(start.dropFirst(keyword.count + 2)), isBigEndian: true)
    _ = fields.text()
    _ = fields.text()
    return payload.lowerBound + start.count - fields.left..<payload.upperBound
  }
}

extension HeaderInput {
  /// The part of an EXIF block after the `Exif\0\0` that some writers put in front.
  mutating func behindExifName(_ block: Range<Int>) throws(ImageError) -> Range<Int> {
    let name = MetadataSegment.Kind.exif.identifier
    guard block.count >= name.count, try bytes(at: block.lowerBound, count: name.count) == name else {
      return block
    }
    return block.dropFirst(name.count)
  }
}
