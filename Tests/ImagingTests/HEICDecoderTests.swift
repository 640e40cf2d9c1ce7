import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoded HEIC", .enabled(if: OptionalLibrary.libde265.load(), "libde265 is not there"))
struct HEICDecoderTests {
  private static let tile = size(64, 64)

  private static func decode(
    _ file: HEIFBuilder, _ stored: PixelSize, _ region: PixelRect<Decoded>? = nil,
    onCorrupt: CorruptionPolicy = .error, page: Int = 0
  ) throws -> (picture: TestPicture, warnings: [Finding]) {
    try AVIFDecoderTests.decode(
      file.bytes, stored, .rgb, region, onCorrupt: onCorrupt, engine: .libde265, page: page)
  }

  @Test("Colours are those that were coded")
  func colors() throws {
    let file = TestHEVC.still()
    let header = try PictureHeader.read(from: ByteSource(file.bytes))
    #expect((header.format, header.colors, header.bits) == (.heic, .rgb, 8))
    #expect(try Self.decode(file, Self.tile).picture.largestDifference(TestAV1.colorPicture) <= 6)
  }

  @Test("A grid puts its tiles together, and a region is the same box of the whole")
  func grids() throws {
    let tile = try Self.decode(TestHEVC.still(), Self.tile).picture
    // Of an odd number of pixels the last ones have no chroma to take from behind them.
    let whole = TestPicture(width: 151, height: 101, channels: 3) { tile[$0 % 64, $1 % 64, $2] }
    let file = TestHEVC.grid(151, 101)
    #expect(try Self.decode(file, size(151, 101)).picture == whole)
    var random = SplitMix64(seed: 3)
    for box in PixelDecoding.boxes(in: size(151, 101), atRandom: 10, &random) {
      #expect(try Self.decode(file, size(151, 101), box).picture == whole.cropped(box), "\(box)")
    }
  }

  @Test("A page's pixels are those of its own picture")
  func pages() throws {
    var file = TestHEVC.grid(150, 100)
    let aperture = HEIFBuilder.aperture([(30, 1), (20, 1), (4, 1), (-11, 1)])
    file.items.append(.init("hvc1", data: TestHEVC.color))
    file.properties.append(aperture)
    file.associations.append([2, 3, file.properties.count])
    let tile = try Self.decode(TestHEVC.still(), Self.tile).picture
    #expect(
      try Self.decode(file, size(30, 20), page: 1).picture
        == tile.cropped(x: 21, y: 11, width: 30, height: 20))
  }

  @Test("Of a sequence without a still picture the first frame is decoded")
  func sequence() throws {
    let still = try Self.decode(TestHEVC.still(), Self.tile).picture
    let file = TrackBuilder.file([TestHEVC.track], brand: "hevc")
    #expect(try AVIFDecoderTests.decode(file, Self.tile, engine: .libde265).picture == still)
  }

  private static let undecodable = ImageError(
    .corrupt, "damaged image data: the HEVC picture doesn't decode")

  @Test("Data that is cut, has no picture, or ends within a unit")
  func damage() throws {
    #expect(throws: Self.undecodable) { try Self.decode(TestHEVC.still([0, 0, 0, 1, 40]), Self.tile) }
    #expect(throws: Self.undecodable) {
      try Self.decode(TestHEVC.still(TestHEVC.color.dropLast(3)), Self.tile)
    }
    var lengths = TestHEVC.color
    lengths[0] = 0xFF
    #expect(throws: Self.undecodable) { try Self.decode(TestHEVC.still(lengths), Self.tile) }
    let (picture, warnings) = try Self.decode(TestHEVC.still(lengths), Self.tile, onCorrupt: .truncated)
    #expect(picture == TestPicture.plain(width: 64, height: 64, [0, 0, 0]))
    #expect(warnings == [Finding(.damaged, "decoder warning heif_data, once")])
  }

  private static func refusal(_ file: HEIFBuilder) -> Finding? {
    #expect(throws: ImageError.self) { try CodedPicture.read(from: ByteSource(file.bytes)) }?.finding
  }

  @Test("Parameter sets that are missing, or are for another size")
  func parameters() {
    var file = TestHEVC.still()
    file.properties[0] = HEIFBuilder.extents(64, 60)
    #expect(
      Self.refusal(file)
        == Finding(.unsupportedFormat, "its HEVC is of 64x64 pixels of 8 bits, where the file says 64x60"))
    #expect(
      Self.refusal(TestHEVC.still(record: TestHEVC.record.prefix(22) + [0]))
        == Finding(
          .unsupportedFormat, "HEVC whose parameter sets stand with its pictures is not supported"))
  }

  @Test("A record that is cut at any byte is refused")
  func cutRecords() {
    for count in 0..<TestHEVC.record.count - 12 {
      #expect(Self.refusal(TestHEVC.still(record: Array(TestHEVC.record.prefix(count)))) != nil)
    }
  }
}
