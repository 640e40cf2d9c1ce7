import CCodecs
import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Encoded PNG")
struct PNGEncoderTests {
  private static func file(
    _ planes: [Channel], _ pixels: PixelFormat, _ metadata: KeptMetadata = KeptMetadata(),
    palette: Bool = false, level: Int = 6
  ) throws -> (bytes: [UInt8], findings: [Finding]) {
    var bytes: [UInt8] = []
    var options = EncodeOptions.defaults(.png)
    (options.palette, options.level) = (palette, level)
    let findings = try PictureEncoder(.png) { bytes += $0 }.encode(
      planes, pixels, options: options, metadata: metadata)
    return (bytes, findings)
  }

  /// Depth and colour type, as IHDR has them (PNG, 11.2.1).
  private static func kind(_ file: [UInt8]) -> [UInt8] { Array(file[24..<26]) }

  @Test("Planes come back as they were, at either depth", arguments: 1...4, SampleDepth.allCases)
  func exact(_ channels: Int, _ depth: SampleDepth) throws {
    let picture = TestPicture.noisy(width: 67, height: 70, channels: channels)
    let pixels = PixelFormat(channels < 3 ? .grey : .rgb, depth: depth, hasAlpha: channels % 2 == 0)
    var planes: [Channel] = []
    for plane in try picture.planes() {
      planes.append(depth == .eight ? Channel(plane) : try Channel(plane).widened())
    }
    let file = try Self.file(planes, pixels).bytes
    #expect(Self.kind(file) == [UInt8(depth.rawValue), [0, 4, 2, 6][channels - 1]])
    let found = try PNGDecoderTests.decode(file, picture.size, pixels.color, alpha: pixels.hasAlpha)
    #expect(found.picture == picture)
    #expect(found.warnings == [])
  }

  @Test("Few colours are a palette of few bits, all of them exact", arguments: [2, 4, 16, 256])
  func palette(_ count: Int) throws {
    let picture = TestPicture(width: 64, height: 32, channels: 4) { x, y, channel in
      let color = (x + y * 64) % count
      return [UInt8(color), UInt8(255 - color), UInt8(color * 7 & 255), color % 2 == 0 ? 255 : 90][channel]
    }
    let file = try Self.file(
      try picture.planes().map { Channel($0) }, PixelFormat(.rgb, hasAlpha: true), palette: true
    ).bytes
    #expect(Self.kind(file) == [[2: 1, 4: 2, 16: 4, 256: 8][count] ?? 0, 3])
    #expect(try PNGDecoderTests.decode(file, picture.size, .rgb, alpha: true).picture == picture)
  }

  @Test("Many colours become 256 that are near them")
  func manyColors() throws {
    let picture = TestPicture.smooth(width: 120, height: 90)
    let file = try Self.file(try picture.planes().map { Channel($0) }, PixelFormat(.rgb), palette: true).bytes
    #expect(Self.kind(file) == [8, 3])
    let found = try PNGDecoderTests.decode(file, picture.size, .rgb).picture
    #expect(found.psnr(picture) >= 30)
    let places = stride(from: 0, to: found.samples.count, by: 3)
    let colors = Set(places.map { Array(found.samples[$0..<$0 + 3]) })
    #expect(colors.count <= 256)
  }

  @Test("Metadata goes into chunks of its own")
  func metadata() throws {
    let profile = BuiltInProfile.displayP3.bytes
    let xmp = Array("<x:xmpmeta/>".utf8)
    var kept = KeptMetadata([
      .init(marker: 0xE1, payload: ExifEditor.minimal(.rightTop)),
      .init(marker: 0xE1, payload: MetadataSegment.Kind.xmp.identifier + xmp),
      .init(marker: 0xFE, payload: Array("said".utf8)),
    ])
    kept.replace(profile: profile, ofSource: true)
    let picture = TestPicture.noisy(width: 5, height: 4)
    let (file, findings) = try Self.file(try picture.planes().map { Channel($0) }, PixelFormat(.rgb), kept)
    #expect(findings == [])
    let source = ByteSource(file)
    let header = try PictureHeader.read(from: source)
    #expect(try OrientationReading.read(header, from: source).tag == .rightTop)
    #expect(try header.payload(.xmp, from: source)?.suffix(xmp.count) == xmp[...])
    #expect(header.icc?.isDeflated == true)
    let comment = Array("tEXtComment\0said".utf8)
    #expect(file.indices.contains { file[$0...].starts(with: comment) })
    // libpng writes EXIF behind the pixels too where it is asked for what is left.
    #expect(file.indices.count { file[$0...].starts(with: Array("eXIf".utf8)) } == 1)
  }

  @Test("Text that would end too early is told of")
  func cutText() throws {
    let kept = KeptMetadata([.init(marker: 0xFE, payload: [65, 0, 66])])
    let picture = TestPicture.noisy(width: 5, height: 4)
    let (_, findings) = try Self.file(try picture.planes().map { Channel($0) }, PixelFormat(.rgb), kept)
    #expect(findings.map(\.code) == [.commentDropped])
  }

  @Test("A profile that libpng doesn't take is told of")
  func brokenProfile() throws {
    var kept = KeptMetadata()
    kept.replace(profile: [UInt8](repeating: 7, count: 300), ofSource: true)
    let picture = TestPicture.noisy(width: 5, height: 4)
    let (file, findings) = try Self.file(try picture.planes().map { Channel($0) }, PixelFormat(.rgb), kept)
    #expect(findings.map(\.code) == [.iccDropped])
    #expect(try PNGDecoderTests.decode(file, picture.size, .rgb).picture == picture)
  }

  /// The planes of a file that libpng alone decodes.
  private static func byLibrary(_ file: [UInt8], _ picture: TestPicture) throws -> TestPicture {
    let open = try OpenBytes(file)
    let decoder = try PictureDecoder(
      library: shim_engine_named("libpng_alone"), descriptor: open.descriptor, digest: nil)
    let request = DecodeRequest(
      storedSize: picture.size, pixels: PixelFormat(.rgb), scale: .full, region: PixelRect(picture.size),
      deadline: PixelDecoding.never, onCorrupt: .warning, verify: .full)
    var samples: [UInt8] = []
    try decoder.decode(request) { strip throws(ImageError) in
      samples += strip.interleaved(0..<picture.size.width, as: UInt8.self)
    }
    try decoder.drain(limit: file.count)
    return TestPicture(
      width: picture.size.width, height: picture.size.height, channels: 3, samples: samples)
  }

  @Test("At each level libpng reads a file of several segments without a complaint", arguments: 0...9)
  func segments(level: Int) throws {
    // 1.1 MiB and 2.0 MiB of rows: two segments, and three.
    for (width, height) in [(611, 630), (700, 1000)] {
      let picture = TestPicture(width: width, height: height, channels: 3) { x, y, channel in
        UInt8(truncatingIfNeeded: (x * y) >> 7 + 60 * channel + (x * 7919 + y * 104729) % 11)
      }
      let file = try Self.file(try picture.planes().map { Channel($0) }, PixelFormat(.rgb), level: level)
        .bytes
      #expect(try Self.byLibrary(file, picture) == picture)
    }
  }

  @Test("A higher level makes no larger file")
  func levels() throws {
    let picture = TestPicture.smooth(width: 300, height: 200)
    let planes = try picture.planes()
    let sizes = try [0, 1, 6, 9].map { level in
      try Self.file(planes.map { Channel($0) }, PixelFormat(.rgb), level: level).bytes.count
    }
    #expect(sizes == sizes.sorted(by: >))
    #expect(sizes[0] > 300 * 200 * 3)
  }

  @Test("Each row has the filter type whose bytes have the smallest sum")
  func filters() throws {
    // Rows that repeat the row above, rows of one colour, noise.
    let picture = TestPicture(width: 64, height: 48, channels: 3) { x, y, channel in
      switch y / 16 {
      case 0: UInt8(truncatingIfNeeded: x * 77 + channel * 31)
      case 1: UInt8(truncatingIfNeeded: y * 50 + channel)
      default: UInt8(truncatingIfNeeded: (x * 7919 + y * 104729 + channel * 31337) >> 3)
      }
    }
    let file = try Self.file(try picture.planes().map { Channel($0) }, PixelFormat(.rgb), level: 0).bytes
    // At level 0 the rows lie in stored blocks, each row with its type in front.
    let data = TestDeflate.inflate(TestPNG.data(of: file))
    var above = [UInt8](repeating: 0, count: 192)
    for y in 0..<48 {
      let row = Array(picture.samples[(y * 192)..<(y * 192 + 192)])
      let type = Int(data[y * 193])
      let sums = (0..<5).map { type in
        TestPNG.filtered(row, above, by: type, pixel: 3).reduce(0) { $0 + abs(Int(Int8(bitPattern: $1))) }
      }
      #expect(type == sums.indices.min { sums[$0] < sums[$1] }, "row \(y)")
      #expect(Array(data[(y * 193 + 1)...].prefix(192)) == TestPNG.filtered(row, above, by: type, pixel: 3))
      above = row
    }
  }
}
