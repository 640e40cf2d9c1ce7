import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoded AVIF") struct AVIFDecoderTests {
  /// A file's planes of a region, as a picture of interleaved channels with alpha last, and what was warned about.
  static func decode(
    _ file: [UInt8], _ stored: PixelSize, _ color: ColorModel = .rgb, alpha: Bool = false,
    _ region: PixelRect<Decoded>? = nil, onCorrupt: CorruptionPolicy = .error,
    engine: DecodingEngine = .libaom, page: Int = 0
  ) throws -> (picture: TestPicture, warnings: [Finding]) {
    let open = try OpenBytes(file)
    let decoder = try PictureDecoder(engine, descriptor: open.descriptor, page: page, digest: nil)
    let region = region ?? PixelRect(stored)
    let request = DecodeRequest(
      storedSize: stored, pixels: PixelFormat(color, hasAlpha: alpha), scale: .full, region: region,
      deadline: PixelDecoding.never, onCorrupt: onCorrupt)
    let channels = request.pixels.planes
    var samples: [UInt8] = []
    try decoder.decode(request) { strip throws(ImageError) in
      samples += strip.interleaved(region.x..<region.right, as: UInt8.self)
    }
    try decoder.drain(limit: file.count)
    let picture = TestPicture(
      width: region.width, height: region.height, channels: channels, samples: samples)
    return (picture, decoder.warnings)
  }

  private static let tile = size(TestAV1.side, TestAV1.side)

  @Test("Colours and greys are those that were coded")
  func colors() throws {
    let color = try Self.decode(TestAV1.still().bytes, Self.tile).picture
    #expect(color.largestDifference(TestAV1.colorPicture) <= 4)
    let file = TestAV1.still(TestAV1.grey).bytes
    #expect(try PictureHeader.read(from: ByteSource(file)).colors == .grey)
    let grey = try Self.decode(file, Self.tile, .grey).picture
    #expect(grey.largestDifference(TestAV1.greyPicture) <= 4)
    let wide = try Self.decode(file, Self.tile, .rgb).picture
    #expect(wide == TestPicture(width: 64, height: 64, channels: 3) { x, y, _ in grey[x, y, 0] })
  }

  @Test("A colour record in the file holds over what the coded picture says")
  func matrix() throws {
    // BT.709, full range: green takes less of blue and red.
    let numbers = HEIFBuilder.box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 1, 0x80])
    let found = try Self.decode(TestAV1.still(TestAV1.color, [numbers]).bytes, Self.tile).picture
    let expected = TestPicture(width: 64, height: 64, channels: 3) { x, y, channel in
      let color = (0..<3).map { Double(TestAV1.colorPicture[x, y, $0]) }
      let luma = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
      let (blue, red) = ((color[2] - luma) / 1.772, (color[0] - luma) / 1.402)
      let value = [luma + 1.5748 * red, luma - 0.1873 * blue - 0.4681 * red, luma + 1.8556 * blue][channel]
      return UInt8(min(max(value.rounded(), 0), 255))
    }
    #expect(found.largestDifference(expected) <= 5)
  }

  @Test("A page's pixels are those of its own picture, with its own alpha")
  func pages() throws {
    var file = TestAV1.pair([HEIFBuilder.auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")])
    #expect(
      try Self.decode(file.bytes, Self.tile, .grey, page: 1).picture.largestDifference(TestAV1.greyPicture)
        <= 4)
    let first = try Self.decode(TestAV1.still().bytes, Self.tile).picture
    #expect(try Self.decode(file.bytes, Self.tile).picture == first)
    // Two colour pictures, of which the second has alpha.
    file.items = [.init("av01", data: TestAV1.color), .init("av01", data: TestAV1.grey), file.items[0]]
    (file.associations, file.references) = ([[1, 2], [1, 3, 4], [1, 2]], [("auxl", 2, [3])])
    #expect(try Self.decode(file.bytes, Self.tile).picture == first)
    let second = try Self.decode(file.bytes, Self.tile, alpha: true, page: 1).picture
    let grey = try Self.decode(TestAV1.still(TestAV1.grey).bytes, Self.tile, .grey).picture
    #expect(
      second
        == TestPicture(width: 64, height: 64, channels: 4) { $2 == 3 ? grey[$0, $1, 0] : first[$0, $1, $2] })
    #expect(throws: ImageError.noPage(2)) { try Self.decode(file.bytes, Self.tile, page: 2) }
  }

  private static func repeated(_ tile: TestPicture, _ width: Int, _ height: Int) -> TestPicture {
    TestPicture(width: width, height: height, channels: tile.channels) { tile[$0 % 64, $1 % 64, $2] }
  }

  @Test("A grid puts its tiles together, its alpha too", arguments: [false, true])
  func grids(isInPieces: Bool) throws {
    // Of an odd number of pixels the last ones have no chroma to take from behind them.
    var file = TestAV1.grid(171, 101, alpha: true)
    file.isInPieces = isInPieces
    let found = try Self.decode(file.bytes, size(171, 101), alpha: true).picture
    let color = try Self.decode(TestAV1.still().bytes, Self.tile).picture
    let grey = try Self.decode(TestAV1.still(TestAV1.grey).bytes, Self.tile, .grey).picture
    let tile = TestPicture(width: 64, height: 64, channels: 4) { x, y, channel in
      channel == 3 ? grey[x, y, 0] : color[x, y, channel]
    }
    #expect(found == Self.repeated(tile, 171, 101))
  }

  @Test("A region is the same box of the whole")
  func regions() throws {
    let file = TestAV1.grid(150, 170, alpha: true).bytes
    let still = TestAV1.still().bytes
    let whole = try Self.decode(file, size(150, 170), alpha: true).picture
    let tile = try Self.decode(still, Self.tile).picture
    var random = SplitMix64(seed: 7)
    for box in PixelDecoding.boxes(in: size(150, 170), atRandom: 20, &random) {
      #expect(try Self.decode(file, size(150, 170), alpha: true, box).picture == whole.cropped(box), "\(box)")
    }
    for box in PixelDecoding.boxes(in: Self.tile, atRandom: 20, &random) {
      #expect(try Self.decode(still, Self.tile, .rgb, box).picture == tile.cropped(box), "\(box)")
    }
  }

  @Test("Tiles that a region doesn't touch may be damaged")
  func untouched() throws {
    var file = TestAV1.grid(128, 128)
    file.items[4].data = [1, 2, 3]
    let box = PixelRect<Decoded>(x: 10, y: 64, width: 54, height: 64)
    #expect(throws: Never.self) { try Self.decode(file.bytes, size(128, 128), .rgb, box) }
    #expect(throws: ImageError(.corrupt, "damaged image data: the AV1 picture doesn't decode")) {
      try Self.decode(file.bytes, size(128, 128))
    }
  }

  @Test("A clean aperture is cut out")
  func apertures() throws {
    // 100x60 pixels whose middle is 20 right of and 15 above the picture's. Its first pixels' nearest chroma is shared with
    // those before them, so that none is taken from outside.
    let aperture = HEIFBuilder.aperture([(100, 1), (60, 1), (40, 2), (-30, 2)])
    let file = TestAV1.grid(170, 100, [aperture]).bytes
    let header = try PictureHeader.read(from: ByteSource(file))
    #expect(header.storedSize == size(100, 60))
    let whole = try Self.decode(TestAV1.grid(170, 100).bytes, size(170, 100)).picture
    #expect(
      try Self.decode(file, size(100, 60)).picture
        == whole.cropped(x: 55, y: 5, width: 100, height: 60))
  }

  @Test("A clean aperture behind a turn is one of what that shows")
  func turnedAperture() throws {
    // A quarter counterclockwise: what is shown is 101 across and 171 down.
    let aperture = HEIFBuilder.aperture([(101, 1), (50, 1), (0, 1), (-121, 2)])
    let file = TestAV1.grid(171, 101, [HEIFBuilder.turn(1), aperture]).bytes
    let whole = try Self.decode(TestAV1.grid(171, 101).bytes, size(171, 101)).picture
    // Its upper end is the stored right one.
    #expect(
      try Self.decode(file, size(50, 101)).picture == whole.cropped(x: 121, y: 0, width: 50, height: 101))
  }
}
