import ImageModel
import Testing

@Suite struct ThumbnailTests {
  private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

  /// Sample `i` of a thumbnail of `t` pixels at n/8 covers the stored pixels from 8 P i / (t n) on, of P in all.
  @Test(arguments: DCTScale.libjpeg, [(31, 17), (401, 100), (7, 7), (40, 13)])
  func samplesOfAThumbnailLieOverThePicture(_ scale: DCTScale, _ sides: (stored: Int, own: Int)) {
    let ratio = Fraction(sides.own * scale.eighths, sides.stored * 8)
    let thumbnail = size(sides.own, sides.own + 3)
    let stored = size(sides.stored, sides.stored + 5)
    let down = Fraction((sides.own + 3) * scale.eighths, (sides.stored + 5) * 8)
    let grid = DecodeGrid(scale, of: thumbnail, showing: stored)
    for left in [-9, -1, 0, 1, 5, sides.stored - 1] {
      for right in [left + 1, left + 4, sides.stored, sides.stored + 2] where right > left {
        let box = PixelRect<Stored>(left: left, top: left, right: right, bottom: right)
        let samples = grid.samples(box)
        let expected = [ratio, down].flatMap {
          [(Fraction(left) * $0).floor, (Fraction(right) * $0).ceiling]
        }
        #expect([samples.x, samples.right, samples.y, samples.bottom] == expected)
        let region = grid.region(box, within: samples)
        let edges = [region.x, region.right, region.y, region.bottom]
        let exact = [ratio, down].flatMap { ratio in
          let first = Fraction((Fraction(left) * ratio).floor)
          return [left, right].map { Fraction($0) * ratio - first }
        }
        // To the nearest multiple of 2^-32.
        for (edge, exact) in zip(edges, exact) { #expect(abs(edge - exact.double) <= 0x1p-32) }
      }
    }
  }

  /// Where a crop ends with the picture, its edge is the very number of the picture's own edge.
  @Test(arguments: DCTScale.libjpeg) func thePicturesEdgeIsOneNumber(_ scale: DCTScale) {
    for stored in [97, 601, 4000, 65500] {
      for own in [1, 31, 96] {
        let grid = DecodeGrid(scale, of: size(own, own), showing: size(stored, stored))
        let picture = DecodeGrid(scale).picture(size(own, own))
        for left in stride(from: 0, to: stored, by: 13) {
          let box = PixelRect<Stored>(left: left, top: 0, right: stored, bottom: stored)
          let samples = grid.samples(box)
          let region = grid.region(box, within: samples)
          #expect(Double(samples.x) + region.right == picture.right)
          #expect(region.bottom == picture.bottom)
        }
      }
    }
  }

  @Test func aThumbnailCoversWhatItHasPixelsFor() {
    let thumbnail = EmbeddedThumbnail(range: 100..<900, storedSize: size(160, 107), color: .ycbcr)
    let stored = size(3000, 2000)
    let covered = [
      (size(160, 107), size(3000, 2000)), (size(161, 107), size(3000, 2000)), (size(160, 108), stored),
      // 1500 pixels are 80 of the thumbnail, 1000 are 53.5.
      (size(80, 53), size(1500, 1000)), (size(80, 54), size(1500, 1000)), (size(81, 53), size(1500, 1000)),
      // 1499 pixels are not quite 80.
      (size(80, 53), size(1499, 1000)), (size(1, 1), size(18, 19)), (size(1, 1), size(19, 18)),
      (size(1, 1), size(19, 19)),
    ].map { thumbnail.covers($0, from: $1, of: stored) }
    #expect(covered == [true, false, false, true, false, false, false, false, false, true])
    #expect(thumbnail.range == 100..<900)
  }

  @Test func aThumbnailHasThePicturesShape() {
    let shapes: [(PixelSize, PixelSize, Bool)] = [
      (size(160, 120), size(4000, 3000), true), (size(160, 121), size(4000, 3000), true),
      (size(160, 122), size(4000, 3000), false), (size(160, 118), size(4000, 3000), false),
      (size(120, 160), size(4000, 3000), false),
      // 106.67 rows, rounded in either way, and with bars above and below.
      (size(160, 106), size(6000, 4000), true), (size(160, 107), size(6000, 4000), true),
      (size(160, 120), size(6000, 4000), false), (size(107, 160), size(4000, 6000), true),
      (size(120, 160), size(4000, 6000), false),
      (size(160, 1), size(65500, 1), true), (size(1, 1), size(1, 1), true),
      // No smaller picture, and none at all.
      (size(4001, 3000), size(4000, 3000), false), (size(65535, 65535), size(100, 100), false),
      (size(0, 0), size(100, 100), false), (size(1, 0), size(100, 100), false),
    ]
    for (own, picture, isScaled) in shapes {
      #expect(own.isScaled(picture) == isScaled, "\(own) of \(picture)")
    }
  }
}
