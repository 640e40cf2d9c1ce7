import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("The WebP encoder") struct WebPEncoderTests {
  static func file(
    _ picture: TestPicture, quality: Int = 85, lossless: Bool = false, effort: Int = 4,
    _ segments: [KeptMetadata.Segment] = []
  ) throws -> [UInt8] {
    var options = EncodeOptions()
    (options.quality, options.lossless, options.effort) = (quality, lossless, effort)
    var planes: [Channel] = []
    for channel in 0..<picture.channels {
      let plane = try Plane<UInt8>(width: picture.width, height: picture.height)
      for y in 0..<picture.height {
        for x in 0..<picture.width { plane.row(y)[x] = picture[x, y, channel] }
      }
      planes.append(Channel(plane))
    }
    var file: [UInt8] = []
    let encoder = try PictureEncoder(.webp) { bytes throws(ImageError) in file += bytes }
    try encoder.encode(
      planes, PixelFormat(.rgb, hasAlpha: picture.channels == 4), options: options,
      metadata: KeptMetadata(segments))
    return file
  }

  private static func decode(_ file: [UInt8], _ picture: TestPicture) throws -> TestPicture {
    let engine = EngineDecoding(engine: .libwebp, hasAlpha: picture.channels == 4)
    let size = size(picture.width, picture.height)
    return try engine.decode(file, size, onCorrupt: .warning).picture
  }

  @Test("Without loss each pixel comes back, transparent ones too", arguments: [3, 4], [0, 4, 6])
  func lossless(_ channels: Int, effort: Int) throws {
    for (width, height) in [(1, 1), (7, 130), (90, 65)] {
      var picture = TestPicture.noisy(width: width, height: height, channels: channels)
      if channels == 4 {
        for place in stride(from: 3, to: picture.samples.count, by: 8) { picture.samples[place] = 0 }
      }
      let file = try Self.file(picture, lossless: true, effort: effort)
      #expect(try Self.decode(file, picture) == picture)
      let header = try PictureHeader.read(from: ByteSource(file))
      #expect(header.isLossless)
      #expect(header.hasAlpha == (channels == 4))
    }
  }

  @Test("With loss it comes close, and a lower quality makes a smaller file", arguments: [3, 4])
  func lossy(_ channels: Int) throws {
    // Rows of 64 are converted at a time; alpha is opaque in some of them.
    let picture = TestPicture(width: 75, height: 149, channels: channels) { x, y, channel in
      channel == 3 ? (y < 64 ? 255 : UInt8(x + y)) : UInt8(60 + x + y / 2 + 20 * channel)
    }
    let files = try [20, 60, 95].map { try Self.file(picture, quality: $0) }
    #expect(files.map(\.count) == files.map(\.count).sorted())
    let found = try Self.decode(files[2], picture)
    #expect(found.largestDifference(picture) <= 8)
    if channels == 4 {
      for y in 0..<149 { for x in 0..<75 { #expect(found[x, y, 3] == picture[x, y, 3]) } }
    }
  }

  @Test("Regions of lossy pictures are the same boxes of the whole", arguments: [3, 4])
  func regions(_ channels: Int) throws {
    let picture = TestPicture.noisy(width: 101, height: 90, channels: channels)
    let file = try Self.file(picture, quality: 50)
    let engine = EngineDecoding(engine: .libwebp, hasAlpha: channels == 4)
    let whole = try engine.decode(file, size(101, 90)).picture
    var random = SplitMix64(seed: 7)
    for box in PixelDecoding.boxes(in: size(101, 90), atRandom: 40, &random) {
      #expect(try engine.decode(file, size(101, 90), box).picture == whole.cropped(box), "\(box)")
    }
  }

  @Test("A lossy file that is cut keeps the rows that came")
  func cut() throws {
    let picture = TestPicture.noisy(width: 100, height: 200)
    let file = try Self.file(picture, quality: 70)
    let engine = EngineDecoding(engine: .libwebp)
    let whole = try engine.decode(file, size(100, 200)).picture
    let cut = Array(file.prefix(file.count * 3 / 4))
    #expect(engine.failure(cut, size(100, 200)) == .fileCut)
    let (found, warnings) = try engine.decode(cut, size(100, 200), onCorrupt: .none)
    #expect(warnings == [Finding(.damaged, "decoder warning webp_end, once")])
    #expect(found.samples.prefix(300 * 80) == whole.samples.prefix(300 * 80))
    #expect(found.samples.suffix(300 * 16).allSatisfy { $0 == 0 })
    try engine.survive(Array(file.prefix(3000)), size(100, 200), seed: 3)
  }

  @Test("Metadata stands in its chunks, and the picture is the same")
  func metadata() throws {
    let picture = TestPicture.noisy(width: 20, height: 10, channels: 4)
    let exif = Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 0, 0]
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)
    let file = try Self.file(
      picture, lossless: true,
      [.init(marker: 0xE1, payload: exif), .init(marker: 0xE1, payload: xmp)])
    let header = try PictureHeader.read(from: ByteSource(file))
    #expect(PictureHeader.bytes(header.exif, of: file) == Array(exif.dropFirst(6)))
    #expect(PictureHeader.bytes(header.xmp, of: file) == Array("<x/>".utf8))
    #expect(try Self.decode(file, picture) == picture)
  }

  @Test("A side that WebP doesn't have")
  func tooLong() throws {
    let picture = TestPicture(width: 16384, height: 1, channels: 3) { _, _, _ in 0 }
    #expect(throws: ImageError(.encodeFailed, "can't be encoded: WebP has no pictures of this size")) {
      try Self.file(picture)
    }
  }
}
