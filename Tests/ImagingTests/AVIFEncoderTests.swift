import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("The AVIF encoder") struct AVIFEncoderTests {
  /// Depths with the decibels that a smooth picture comes back with at least.
  private static let tolerances = [(8, 44.0), (10, 50.0), (12, 50.0)]

  private static func planes(_ picture: DeepPicture, _ depth: SampleDepth) throws -> [Channel] {
    try (0..<picture.channels).map { channel in
      let plane = try Plane<UInt16>(width: picture.width, height: picture.height)
      for y in 0..<picture.height {
        for x in 0..<picture.width { plane.row(y)[x] = picture[x, y, channel] }
      }
      let size = PixelSize(width: picture.width, height: picture.height)
      let channel = Channel.sixteen(ContentPlane(plane, content: PixelRect(size)))
      return depth == .eight ? try channel.narrowed(dithers: false) : channel
    }
  }

  static func file(
    _ picture: DeepPicture, depth: Int = 8, quality: Int = 95, chroma: ChromaSubsampling = .quarter,
    speed: Int = 8, _ metadata: KeptMetadata = KeptMetadata(), _ color: ColorModel? = nil
  ) throws -> [UInt8] {
    var options = EncodeOptions.defaults(.avif)
    (options.depth, options.quality, options.chroma, options.speed) = (depth, quality, chroma, speed)
    let samples: SampleDepth = depth == 8 ? .eight : .sixteen
    let pixels = PixelFormat(
      color ?? (picture.channels < 3 ? .grey : .rgb), depth: samples, hasAlpha: picture.channels % 2 == 0)
    var file: [UInt8] = []
    let encoder = try PictureEncoder(.avif) { bytes throws(ImageError) in file += bytes }
    let findings = try encoder.encode(
      planes(picture, samples), pixels, options: options, metadata: metadata)
    #expect(findings == [])
    return file
  }

  /// All samples at 16 bits.
  private static func decode(_ file: [UInt8], _ picture: DeepPicture) throws -> DeepPicture {
    let open = try OpenBytes(file)
    let decoder = try PictureDecoder(.libaom, descriptor: open.descriptor, digest: nil)
    let size = PixelSize(width: picture.width, height: picture.height)
    let header = try PictureHeader.read(from: ByteSource(file))
    #expect((header.storedSize, header.hasAlpha) == (size, picture.channels % 2 == 0))
    #expect((header.colors == .grey) == (picture.channels < 3))
    let pixels = PixelFormat(
      picture.channels < 3 ? .grey : .rgb, depth: header.bits > 8 ? .sixteen : .eight,
      hasAlpha: header.hasAlpha)
    let request = DecodeRequest(
      storedSize: size, pixels: pixels, scale: .full, region: PixelRect(size),
      deadline: PixelDecoding.never)
    var found = picture
    try decoder.decode(request) { strip throws(ImageError) in
      var row = [UInt16](repeating: 0, count: size.width)
      for y in strip.firstRow..<strip.endRow {
        for channel in 0..<picture.channels {
          row.withUnsafeMutableBufferPointer { target in
            guard let start = target.baseAddress else { return }
            strip.copy(channel: channel, row: y, columns: 0..<size.width, to: start)
          }
          for x in 0..<size.width { found[x, y, channel] = row[x] }
        }
      }
    }
    #expect(decoder.warnings == [])
    return found
  }

  /// The content of the first box of a type.
  private static func box(_ type: String, _ file: [UInt8]) -> [UInt8] {
    guard let place = file.indices.first(where: { file[$0...].starts(with: type.utf8) }), place >= 4 else {
      return []
    }
    let length = file[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    return Array(file[(place + 4)..<place + length - 4])
  }

  @Test("Pictures come close, at each depth and with each chroma", arguments: tolerances, [1, 2, 3, 4])
  func roundTrip(_ depth: (bits: Int, decibels: Double), _ channels: Int) throws {
    let picture = DeepPicture.smooth(75, 149, channels)
    for chroma in ChromaSubsampling.allCases {
      let file = try Self.file(picture, depth: depth.bits, chroma: chroma)
      let header = try PictureHeader.read(from: ByteSource(file))
      #expect(header.bits == depth.bits)
      let found = try Self.decode(file, picture)
      #expect(found.psnr(picture) >= depth.decibels, "\(chroma) \(found.psnr(picture))")
    }
  }

  @Test("What is narrowed to 10 and 12 bits is rounded to the nearest", arguments: [10, 12])
  func depths(_ bits: Int) throws {
    // Steps of a 4096th: those of 10 bits are four of them.
    let picture = DeepPicture(128, 64, 1) { x, y, _ in UInt16((x + y) * 16 + 20000) }
    let found = try Self.decode(Self.file(picture, depth: bits, quality: 100), picture)
    let most = Int((65535.0 / Double(1 << bits - 1) / 2).rounded(.up))
    #expect(found.largestDifference(picture) <= most)
  }

  @Test("Plain pictures of any size keep their colour to the edge", arguments: ChromaSubsampling.allCases)
  func edges(_ chroma: ChromaSubsampling) throws {
    for (width, height) in [(1, 1), (2, 1), (1, 3), (3, 3), (65, 66), (67, 65)] {
      let picture = DeepPicture(width, height, 4) { _, _, channel in [250, 30, 90, 120][channel] * 257 }
      let found = try Self.decode(Self.file(picture, chroma: chroma), picture)
      #expect(found.largestDifference(picture) <= 3 * 257, "\(width)x\(height)")
    }
  }

  @Test("Chroma is the mean of those that share it")
  func means() throws {
    // Red and blue by turns, in columns: luma as it is, chroma as of purple.
    let picture = DeepPicture(64, 64, 3) { x, _, channel in
      [UInt16(200), 50, 50][x % 2 == 0 ? channel : (channel + 1) % 3] * 257
    }
    let found = try Self.decode(Self.file(picture, quality: 100, speed: 6), picture)
    // By the formulas of JFIF from the means of both columns.
    let (red, green, blue) = ((200 + 50) / 2.0, 50.0, (50 + 200) / 2.0)
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    for x in 10..<50 {
      let own = (0..<3).map { Double(picture[x, 30, $0]) / 257 }
      let brightness = 0.299 * own[0] + 0.587 * own[1] + 0.114 * own[2]
      let expected = [brightness + red - luma, brightness + green - luma, brightness + blue - luma]
      for channel in 0..<3 {
        let sample = Double(found[x, 30, channel]) / 257
        #expect(abs(sample - min(max(expected[channel], 0), 255)) <= 4, "\(x) \(channel)")
      }
    }
  }

  /// Profile (AV1, annex A.2), flags, and bits for each channel.
  @Test(
    "Each coding is recorded",
    arguments: [
      (8, .quarter, 3, 0, 0x0C), (10, .quarter, 3, 0, 0x4C), (12, .quarter, 3, 2, 0x6C),
      (8, .half, 3, 2, 0x08), (10, .half, 3, 2, 0x48), (8, .none, 3, 1, 0x00), (12, .none, 3, 2, 0x60),
      (8, .none, 1, 0, 0x1C), (10, .half, 1, 0, 0x5C), (12, .none, 1, 2, 0x7C),
    ] as [(Int, ChromaSubsampling, Int, UInt8, UInt8)])
  func records(_ bits: Int, _ chroma: ChromaSubsampling, _ channels: Int, _ profile: UInt8, _ flags: UInt8)
    throws
  {
    let file = try Self.file(.smooth(70, 40, channels), depth: bits, chroma: chroma)
    let record = Self.box("av1C", file)
    #expect(record.count == 4)
    #expect([record[0], record[1] >> 5, record[2], record[3]] == [0x81, profile, flags, 0])
    let depths = [UInt8](repeating: UInt8(bits), count: channels)
    #expect(Self.box("pixi", file) == [0, 0, 0, 0, UInt8(channels)] + depths)
    // Behind its head a sequence header of a still with a short header (AV1, 5.5.1): profile, two flags, level.
    let data = Self.box("mdat", file)
    #expect(data[0] == 0x0A)
    #expect(data[2] == record[1] & 0xE0 | 0x18 | record[1] >> 2 & 7)
    #expect(data[3] >> 6 == record[1] & 3)
  }

  @Test("A lower quality makes a smaller file, and the same input the same one")
  func qualities() throws {
    let picture = DeepPicture(.noisy(width: 90, height: 70, channels: 4))
    let files = try [1, 30, 60, 85, 100].map { try Self.file(picture, quality: $0, chroma: .none) }
    #expect(files.map(\.count) == files.map(\.count).sorted())
    #expect(Set(files.map(\.count)).count == 5)
    #expect(try Self.file(picture, quality: 60, chroma: .none) == files[2])
    #expect(try Self.decode(files[4], picture).largestDifference(picture) <= 3 * 257)
  }
}

/// The file around coded pictures.
@Suite("AVIF files that are written") struct AVIFFileTests {
  private static let picture = DeepPicture.smooth(40, 30, 4)

  /// `irot` counterclockwise and then `imir`, each -1 for none, as EXIF 2.32, 4.6.4 A says what is shown.
  private static let turns: [(tag: UInt8, quarters: Int, axis: Int)] = [
    (1, -1, -1), (2, -1, 1), (3, 2, -1), (4, -1, 0), (5, 1, 0), (6, 3, -1), (7, 3, 0), (8, 1, -1),
  ]

  private static func exif(_ orientation: UInt8) -> KeptMetadata.Segment {
    KeptMetadata.Segment(
      marker: 0xE1,
      payload: Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
        + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0])
  }

  @Test("A kept orientation turns the picture, by irot and imir", arguments: turns)
  func orientations(_ turn: (tag: UInt8, quarters: Int, axis: Int)) throws {
    let kept = KeptMetadata([Self.exif(turn.tag)])
    let file = try AVIFEncoderTests.file(Self.picture, kept)
    let source = ByteSource(file)
    let header = try PictureHeader.read(from: source)
    #expect(try OrientationReading.read(header, from: source).tag?.rawValue == turn.tag)
    #expect(header.storedSize == size(40, 30))
    #expect(Self.number("irot", file) == turn.quarters)
    #expect(Self.number("imir", file) == turn.axis)
    #expect(PictureHeader.bytes(header.exif, of: file) == Array(kept.segments[0].payload.dropFirst(6)))
  }

  /// The byte in a box of one; -1 for no such box.
  private static func number(_ type: String, _ file: [UInt8]) -> Int {
    let box = [0, 0, 0, 9] + Array(type.utf8)
    guard let place = file.indices.first(where: { file[$0...].starts(with: box) }) else { return -1 }
    return Int(file[place + 8])
  }

  @Test("Metadata lies in items and a colour record of its own")
  func metadata() throws {
    let xmp = Array("<x:xmpmeta/>".utf8)
    var kept = KeptMetadata([
      Self.exif(6), .init(marker: 0xE1, payload: MetadataSegment.Kind.xmp.identifier + xmp),
    ])
    kept.replace(profile: BuiltInProfile.displayP3.bytes, ofSource: true)
    let file = try AVIFEncoderTests.file(Self.picture, kept)
    let header = try PictureHeader.read(from: ByteSource(file))
    #expect(header.icc?.isDeflated == false)
    #expect(PictureHeader.bytes(header.icc?.range, of: file) == BuiltInProfile.displayP3.bytes)
    #expect(PictureHeader.bytes(header.xmp, of: file) == xmp)
    #expect(header.exif != nil)
    // What a profile says isn't said by numbers too.
    #expect(Self.numbers(file) == [0, 2, 0, 2, 0, 6, 0x80])
    let plain = try AVIFEncoderTests.file(Self.picture)
    #expect(Self.numbers(plain) == [0, 1, 0, 13, 0, 6, 0x80])
    let other = try PictureHeader.read(from: ByteSource(plain))
    #expect((other.exif, other.xmp, other.icc?.range) == (nil, nil, nil))
    #expect(plain.starts(with: [0, 0, 0, 28] + Array("ftypavif\0\0\0\0avifmif1miaf".utf8)))
  }

  private static func numbers(_ file: [UInt8]) -> [UInt8] {
    let place = file.indices.first { file[$0...].starts(with: "nclx".utf8) } ?? 0
    return Array(file[(place + 4)..<place + 11])
  }

  @Test("Alpha is an auxiliary picture of the same depth, without chroma", arguments: [8, 12])
  func alpha(_ bits: Int) throws {
    let file = try AVIFEncoderTests.file(Self.picture, depth: bits)
    var reader = try HEIFHeaderReader(ByteSource(file))
    let picture = try reader.codedPicture()
    #expect(picture.alpha?.configuration.bits == bits)
    #expect(picture.alpha?.configuration.isGrey == true)
    #expect(picture.isPremultiplied == false)
    #expect(picture.matrix?.number == 6 && picture.matrix?.isFullRange == true)
  }

  @Test("What isn't taken is refused")
  func refused() throws {
    #expect(throws: ImageError(.encodeFailed, "can't be encoded: AVIF takes grey and RGB alone")) {
      try AVIFEncoderTests.file(.smooth(9, 9, 3), KeptMetadata(), .ycbcr)
    }
    #expect(throws: ImageError(.encodeFailed, "can't be encoded: AVIF has no such depth")) {
      try AVIFEncoderTests.file(.smooth(9, 9, 3), depth: 16)
    }
  }

  @Test("A comment is told of")
  func comment() throws {
    let plane = try Plane<UInt8>(width: 8, height: 8)
    let encoder = try PictureEncoder(.avif) { _ in }
    let findings = try encoder.encode(
      [Channel(plane)], PixelFormat(.grey), options: .defaults(.avif),
      metadata: KeptMetadata([.init(marker: 0xFE, payload: [65])]))
    #expect(findings.map(\.code) == [.commentDropped])
  }
}
