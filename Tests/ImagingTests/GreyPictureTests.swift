import ImageModel
import Testing

@testable import Imaging

/// Facts about small pictures in grey.
@Suite struct GreyPictureTests {
  /// A picture whose level at x and y is 3x²/16 + 7y + xy/8, each rounded down, modulo 256.
  private static func picture(_ width: Int, _ height: Int) throws -> GreyPicture {
    let samples = (0..<height).flatMap { y in
      (0..<width).map { x -> UInt8 in
        let level = x * x * 3 / 16 + y * 7 + x * y / 8
        return UInt8(level % 256)
      }
    }
    return try #require(GreyPicture(PixelSize(width: width, height: height), samples))
  }

  /// The expected values are those of numpy, and of imagehash 4.3 with Pillow 13.
  @Test(
    arguments: [
      (64, 48, 23086.12, 7.9405, 124.48, 73.32, "870e071ef801ff55", "f5edca95356acbd4"),
      (200, 256, 57053.81, 7.9928, 127.25, 73.87, "cee173d62631d528", "8c41520125642821"),
      (31, 7, 2.36, 6.869, 83.07, 58.06, "aa75d974ac60ac9a", "ffffffffffffffff"),
      (9, 8, 2.37, 5.3743, 29.83, 17.91, "a850f543965cf9d1", "3f3f3f3f7f7f7f7f"),
      (1, 1, 0, 0, 0, 0, "0000000000000000", "0000000000000000"),
    ] as [(Int, Int, Double, Double, Double, Double, String, String)])
  func facts(
    _ width: Int, _ height: Int, _ sharpness: Double, _ entropy: Double, _ mean: Double, _ deviation: Double,
    _ phash: String, _ dhash: String
  ) throws {
    let facts = try Self.picture(width, height).facts
    #expect(facts.sharpness == sharpness)
    #expect(facts.entropy == entropy)
    #expect(facts.mean == mean)
    #expect(facts.deviation == deviation)
    #expect(facts.phash.distance(to: try #require(PictureHash(phash))) <= 2)
    #expect(facts.dhash.distance(to: try #require(PictureHash(dhash))) <= 2)
  }

  /// The luma of BT.601: 0.299 R + 0.587 G + 0.114 B. Half of a white pixel over a grey of 128 is 191.5.
  @Test("Colours become luma, and transparent pixels lie over mid-grey")
  func levels() throws {
    let size = PixelSize(width: 3, height: 1)
    let colours = try #require(SmallPicture(size, PixelFormat(.rgb), [255, 0, 0, 0, 255, 0, 0, 0, 255]))
    #expect(GreyPicture(colours).samples == [76, 150, 29])
    let alpha = try #require(
      SmallPicture(size, PixelFormat(.grey, hasAlpha: true), [255, 255, 255, 0, 0, 128]))
    #expect(GreyPicture(alpha).samples == [255, 128, 64])
  }

  @Test("Planes become rows of pixels")
  func planes() throws {
    // The sample of channel c at x and y is 100c + 10y + x.
    let planes = try (0..<2).map { channel in
      let plane = try Plane<UInt8>(width: 3, height: 2)
      for y in 0..<2 {
        for x in 0..<3 { plane.row(y)[x] = UInt8(100 * channel + 10 * y + x) }
      }
      return Channel(plane)
    }
    let picture = SmallPicture(planes, PixelFormat(.grey, hasAlpha: true))
    #expect(picture?.size == PixelSize(width: 3, height: 2))
    #expect(picture?.samples == [0, 100, 1, 101, 2, 102, 10, 110, 11, 111, 12, 112])
    #expect(SmallPicture(planes, PixelFormat(.grey)) == nil)
  }

  @Test("An even picture has no entropy and no sharpness")
  func even() throws {
    let facts = try #require(GreyPicture(PixelSize(width: 7, height: 5), [UInt8](repeating: 90, count: 35)))
      .facts
    #expect((facts.sharpness, facts.entropy, facts.mean, facts.deviation) == (0, 0, 90, 0))
    #expect(facts.dhash == PictureHash(0))
  }
}
