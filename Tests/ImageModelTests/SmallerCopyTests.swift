import ImageModel
import Testing

@Suite struct SmallerCopyTests {
  private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

  private func reduced(_ width: Int, _ height: Int, of stored: PixelSize) -> SmallerCopy? {
    SmallerCopy(offset: 8, storedSize: size(width, height), of: stored)
  }

  /// 3001 / 2 = 1500.5, 3001 / 4 = 750.25, 3001 / 32 = 93.78; 2003 / 2 = 1001.5, 2003 / 4 = 500.75, 2003 / 32 = 62.59.
  @Test(arguments: [
    (1500, 1001, 2), (1501, 1002, 2), (1500, 1002, 2), (750, 500, 4), (751, 501, 4), (93, 62, 32),
    (94, 63, 32),
  ])
  func itsFactorIsTold(_ width: Int, _ height: Int, _ factor: Int) {
    let found = reduced(width, height, of: size(3001, 2003))
    #expect(found?.factor == factor)
    #expect(found?.isConsistent(of: size(3001, 2003)) == true)
    #expect(found?.isConsistent(of: size(3001, 1900)) == false)
  }

  /// Of the picture's own size, by a third, in another shape, a pixel too long or too short, turned, without pixels.
  @Test(arguments: [
    (3001, 2003), (1000, 667), (1500, 500), (1502, 1001), (1499, 1001), (1001, 1500), (0, 0), (750, 1001),
  ])
  func noWholeNumberOfHalvings(_ width: Int, _ height: Int) {
    #expect(reduced(width, height, of: size(3001, 2003)) == nil)
  }

  /// Sample `i` of a copy covers the picture's pixels from i x factor on.
  @Test(arguments: [2, 4, 32]) func samplesLieWhereTheyWereAveraged(_ factor: Int) throws {
    let stored = size(3001, 2003)
    let copy = try #require(reduced(3001 / factor, 2003 / factor, of: stored))
    let picture = copy.grid.picture(stored)
    #expect(picture == RealRect(x: 0, y: 0, width: 3001 / Double(factor), height: 2003 / Double(factor)))
    for (left, right) in [(0, 3001), (7, 90), (64, 128), (2990, 3001)] {
      let box = PixelRect<Stored>(left: left, top: 0, right: right, bottom: 2003)
      let samples = copy.grid.samples(box)
      #expect(samples.x == Fraction(left, factor).floor)
      #expect(samples.right == Fraction(right, factor).ceiling)
      #expect(samples.bottom == Fraction(2003, factor).ceiling)
      let region = copy.grid.region(box, within: samples)
      #expect(region.x == (Fraction(left, factor) - Fraction(samples.x)).double)
      #expect(region.right == (Fraction(right, factor) - Fraction(samples.x)).double)
    }
  }

  @Test func itServesWhatItHasPixelsFor() throws {
    let copy = try #require(reduced(1500, 1000, of: size(3001, 2001)))
    let box = { (x: Int, y: Int, width: Int, height: Int) in
      PixelRect<Stored>(x: x, y: y, width: width, height: height)
    }
    let served = [
      (size(750, 500), box(0, 0, 3000, 2000), 2.0), (size(500, 300), box(0, 0, 3000, 2000), 3),
      (size(10, 5), box(7, 7, 40, 20), 2), (size(10, 5), box(-30, -10, 40, 20), 2),
      (size(10, 5), box(2999, 1999, 40, 20), 2),
    ]
    let unserved = [
      (size(751, 500), box(0, 0, 3000, 2000), 2.0), (size(750, 501), box(0, 0, 3000, 2000), 2),
      (size(501, 300), box(0, 0, 3000, 2000), 3), (size(10, 5), box(7, 7, 39, 20), 2),
      (size(10, 5), box(7, 7, 40, 19), 2),
      // Of the picture these show the last column, or the last row, which the copy leaves out.
      (size(10, 5), box(3000, 0, 40, 20), 2), (size(10, 5), box(0, 2000, 40, 20), 2),
    ]
    for (content, crop, oversample) in served {
      #expect(copy.serves(content, from: crop, oversample: oversample), "\(crop)")
    }
    for (content, crop, oversample) in unserved {
      #expect(!copy.serves(content, from: crop, oversample: oversample), "\(crop)")
    }
  }
}
