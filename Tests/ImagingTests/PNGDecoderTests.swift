import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoded PNG") struct PNGDecoderTests {
  /// A file's planes of a region, as a picture of interleaved channels with alpha last, and what was warned about.
  static func decode(
    _ file: [UInt8], _ stored: PixelSize, _ color: ColorModel, alpha: Bool = false,
    _ region: PixelRect<Decoded>? = nil, onCorrupt: CorruptionPolicy = .error, verify: VerifyExtent = .crop
  ) throws -> (picture: TestPicture, warnings: [Finding]) {
    let open = try OpenBytes(file)
    let decoder = try PictureDecoder(.libpng, descriptor: open.descriptor, digest: nil)
    let region = region ?? PixelRect(stored)
    let request = DecodeRequest(
      storedSize: stored, pixels: PixelFormat(color, hasAlpha: alpha), scale: .full, region: region,
      deadline: PixelDecoding.never,
      onCorrupt: onCorrupt, verify: verify)
    let channels = color.samples + (alpha ? 1 : 0)
    var samples: [UInt8] = []
    try decoder.decode(request) { strip throws(ImageError) in
      samples += strip.interleaved(region.x..<region.right, as: UInt8.self)
    }
    try decoder.drain(limit: file.count)
    let picture = TestPicture(
      width: region.width, height: region.height, channels: channels, samples: samples)
    return (picture, decoder.warnings)
  }

  private static func noise(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    (x * 7919 + y * 104729 + channel * 31337 + x * y * 97) & 0xFFFF
  }

  /// Colours of a palette: three numbers for each index.
  private static func color(_ index: Int) -> [UInt8] {
    [UInt8(index * 37 & 255), UInt8(255 - index), UInt8(index * index & 255)]
  }

  private static func png(_ type: Int, _ depth: Int, interlaced: Bool, _ width: Int, _ height: Int) -> TestPNG
  {
    var png = TestPNG(width, height, type: type, depth: depth, isInterlaced: interlaced) {
      noise($0, $1, $2) >> (16 - depth)
    }
    if type == 3 { png.chunks = [TestPNG.chunk("PLTE", (0..<1 << depth).flatMap(color))] }
    return png
  }

  /// The picture in 8 bits: what few bits say is spread over all values, and 16 bits are rounded.
  private static func expected(_ png: TestPNG) -> TestPicture {
    let channels = png.type == 3 ? 3 : png.channels
    return TestPicture(width: png.width, height: png.height, channels: channels) { x, y, channel in
      let place = (y * png.width + x) * png.channels
      if png.type == 3 { return color(png.samples[place])[channel] }
      let most = Double(1 << png.depth - 1)
      return UInt8((Double(png.samples[place + channel]) * 255 / most).rounded())
    }
  }

  @Test("Each pixel of each kind", arguments: TestPNG.kinds, [false, true])
  func pixels(_ kind: (type: Int, depth: Int), interlaced: Bool) throws {
    for (width, height) in [(1, 1), (3, 2), (7, 9), (33, 70), (130, 5)] {
      let png = Self.png(kind.type, kind.depth, interlaced: interlaced, width, height)
      let picture = try Self.decode(
        png.file, size(width, height), [0, 4].contains(kind.type) ? .grey : .rgb, alpha: kind.type >= 4
      ).picture
      #expect(picture == Self.expected(png), "\(width)x\(height)")
    }
  }

  @Test(
    "Rows of the type Paeth follow each other in any number",
    arguments: [(0, 8), (0, 16), (2, 8), (6, 8), (2, 16), (6, 16)], 1...9)
  func runsOfPaeth(_ kind: (type: Int, depth: Int), _ number: Int) throws {
    for width in 1...6 {
      var png = Self.png(kind.type, kind.depth, interlaced: false, width, 20)
      png.filter = { $0 % (number + 1) < number ? 4 : 1 }
      let picture = try Self.decode(
        png.file, size(width, 20), kind.type == 0 ? .grey : .rgb, alpha: kind.type == 6
      ).picture
      #expect(picture == Self.expected(png), "\(width) pixels wide")
    }
  }

  @Test(
    "A region is the same box of the whole", arguments: [(0, 8), (2, 8), (6, 16), (3, 4)], [false, true])
  func regions(_ kind: (type: Int, depth: Int), interlaced: Bool) throws {
    let png = Self.png(kind.type, kind.depth, interlaced: interlaced, 90, 150)
    let (file, whole) = (png.file, Self.expected(png))
    var random = SplitMix64(seed: 5)
    for box in PixelDecoding.boxes(in: size(90, 150), atRandom: 20, &random) {
      let part = try Self.decode(
        file, size(90, 150), kind.type == 0 ? .grey : .rgb, alpha: kind.type == 6, box
      ).picture
      #expect(part == whole.cropped(box), "\(box)")
    }
  }

  @Test("Samples of tRNS are transparent, all others opaque")
  func transparentColors() throws {
    var grey = TestPNG(4, 1, type: 0, depth: 4) { x, _, _ in x * 5 }
    grey.chunks = [TestPNG.chunk("tRNS", [0, 10])]
    #expect(
      try Self.decode(grey.file, size(4, 1), .grey, alpha: true).picture.samples
        == [0, 255, 85, 255, 170, 0, 255, 255])
    var palette = TestPNG(3, 1, type: 3, depth: 2) { x, _, _ in x }
    palette.chunks = [
      TestPNG.chunk("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]), TestPNG.chunk("tRNS", [0, 77]),
    ]
    #expect(
      try Self.decode(palette.file, size(3, 1), .rgb, alpha: true).picture.samples
        == [1, 2, 3, 0, 4, 5, 6, 77, 7, 8, 9, 255])
  }

  @Test("Grey that is to take on a colour comes in three planes")
  func greyInColor() throws {
    let png = Self.png(4, 8, interlaced: false, 61, 45)
    let grey = Self.expected(png)
    let expected = TestPicture(width: 61, height: 45, channels: 4) { x, y, channel in
      grey[x, y, channel == 3 ? 1 : 0]
    }
    #expect(try Self.decode(png.file, size(61, 45), .rgb, alpha: true).picture == expected)
  }

  @Test("A file that isn't the one that was planned")
  func changed() throws {
    let file = Self.png(6, 8, interlaced: false, 20, 10).file
    for (stored, color, alpha) in [
      (size(20, 11), ColorModel.rgb, true), (size(19, 10), .rgb, true), (size(20, 10), .grey, true),
      (size(20, 10), .ycbcr, true),
    ] {
      #expect(throws: ImageError(.sourceChanged, "changed after it was planned")) {
        try Self.decode(file, stored, color, alpha: alpha, PixelRect(x: 0, y: 0, width: 5, height: 5))
      }
    }
  }

  @Test("Alpha that libpng finds and no plan knows is passed over, and one that it doesn't find is opaque")
  func unplannedAlpha() throws {
    let png = Self.png(6, 8, interlaced: false, 9, 5)
    let opaque = TestPNG(9, 5, type: 2, depth: 16) { x, y, channel in
      png.samples[(y * 9 + x) * 4 + channel] * 257
    }
    let colors = try Self.decode(png.file, size(9, 5), .rgb).picture
    let found = try Self.decode(opaque.file, size(9, 5), .rgb, alpha: true).picture
    for (place, sample) in found.samples.enumerated() {
      #expect(sample == (place % 4 == 3 ? 255 : UInt8(png.samples[place])))
    }
    #expect(colors == (try Self.decode(opaque.file, size(9, 5), .rgb)).picture)
  }

  @Test("The ICC profile comes as it was")
  func profile() throws {
    var png = Self.png(2, 8, interlaced: false, 3, 3)
    let profile = (0..<300).map { UInt8($0 % 251) }
    // libpng looks into a profile: 132 bytes of header and tag count at least, and its own length in front.
    var header = PictureBuilder.big(300, 4) + profile[4..<300]
    header.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    header.replaceSubrange(
      64..<84, with: [0, 0, 0, 0] + [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D] + [0, 0, 0, 0])
    header.replaceSubrange(128..<132, with: [0, 0, 0, 0])
    png.chunks = [TestPNG.chunk("iCCP", Array("test\0\0".utf8) + TestPNG.stored(header))]
    let open = try OpenBytes(png.file)
    let decoder = try PictureDecoder(.libpng, descriptor: open.descriptor, digest: nil)
    #expect(decoder.profile == nil)
    var request = DecodeRequest(
      storedSize: size(3, 3), pixels: PixelFormat(.rgb), scale: .full, region: PixelRect(size(3, 3)),
      deadline: PixelDecoding.never)
    request.wantsProfile = true
    try decoder.decode(request) { _ in }
    #expect(decoder.profile == header)
  }
}
