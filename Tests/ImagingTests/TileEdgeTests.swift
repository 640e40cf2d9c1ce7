import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// Chroma at the edges of a picture that is smaller than the tiles it is coded in.
@Suite("Edges of tiles") struct TileEdgeTests {
  private static let tiles: [TestPaddedTile] = {
    let av1 = [TestPaddedTile.av1Halved, .av1Narrowed]
    return OptionalLibrary.libde265.load() ? [.hevcHalved, .hevcNarrowed] + av1 : av1
  }()

  /// The largest difference between a picture's pixels in `box` and `color`.
  private static func difference(
    _ file: HEIFBuilder, _ tile: TestPaddedTile, _ stored: PixelSize, in box: PixelRect<Decoded>,
    from color: [UInt8]
  ) throws -> Int {
    let found = try AVIFDecoderTests.decode(
      file.bytes, stored, engine: tile.isHEVC ? .libde265 : .libaom
    ).picture
    return found.cropped(box).largestDifference(
      TestPicture.plain(width: box.width, height: box.height, color.map { $0 }))
  }

  @Test("A grid's last pixels take no colour from the padding behind them", arguments: tiles, [38, 37, 1])
  func grid(tile: TestPaddedTile, side: Int) throws {
    let whole = TestAV1.side + side
    let last = PixelRect<Decoded>(x: TestAV1.side, y: TestAV1.side, width: side, height: side)
    // Two roundings of 8 bits lie between the colour and what is decoded.
    #expect(
      try Self.difference(
        tile.grid(whole, whole), tile, size(whole, whole), in: last, from: TestPaddedTile.inner) <= 2)
  }

  @Test("A clean aperture's pixels take no colour from outside of it", arguments: tiles)
  func aperture(tile: TestPaddedTile) throws {
    let (side, rest) = (TestPaddedTile.side, TestAV1.side - TestPaddedTile.side)
    let cuts = [(side, side - TestAV1.side, TestPaddedTile.inner), (rest, side, TestPaddedTile.outer)]
    for (length, offset, color) in cuts {
      let aperture = HEIFBuilder.aperture([(length, 1), (length, 1), (offset, 2), (offset, 2)])
      let stored = size(length, length)
      #expect(
        try Self.difference(tile.still([aperture]), tile, stored, in: PixelRect(stored), from: color) <= 2)
    }
  }
}
