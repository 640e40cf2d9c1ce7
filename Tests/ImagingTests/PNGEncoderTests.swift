import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Encoded PNG")
struct PNGEncoderTests {
  private static func file(
    _ planes: [Channel], _ pixels: PixelFormat, _ metadata: KeptMetadata = KeptMetadata(),
    palette: Bool = false
  ) throws -> (bytes: [UInt8], findings: [Finding]) {
    var bytes: [UInt8] = []
    var options = EncodeOptions.defaults(.png)
    options.palette = palette
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
}
