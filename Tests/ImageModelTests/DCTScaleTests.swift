import ImageModel
import Testing

@Suite struct DCTScaleTests {
  @Test func theSmallestScaleWithSamplesEnoughIsTaken() {
    for cut in 1...40 {
      for content in 1...40 {
        for oversample in [2, 4, 5, 16] {
          // In halves: 1, 2, 2.5 and 8 samples for each at 1/8; in eighths what the others need of that.
          let needs = [(1, 8), (2, 8), (3, 6), (5, 5), (8, 8)]
          let enough =
            needs.first { scale, need in 2 * cut * scale >= max(16, oversample * need) * content }?.0 ?? 8
          for (size, target) in [
            (PixelSize(width: cut, height: 1000), PixelSize(width: content, height: 1)),
            (PixelSize(width: 1000, height: cut), PixelSize(width: 1, height: content)),
          ] {
            let scale = DecodingEngine.libjpeg.smallestScale(
              of: PixelFormat(.ycbcr), from: size, to: target, oversample: Double(oversample) / 2,
              grid: DecodeGrid.init(_:))
            #expect(scale.eighths == enough, "\(size) to \(target), \(oversample) / 2")
          }
        }
      }
    }
  }

  @Test func bothSidesMustHaveSamplesEnough() {
    let cut = PixelSize(width: 800, height: 800)
    let scales = [
      PixelSize(width: 50, height: 50), PixelSize(width: 50, height: 51), PixelSize(width: 101, height: 50),
      PixelSize(width: 1, height: 201), PixelSize(width: 401, height: 1),
    ].map {
      DecodingEngine.libjpeg.smallestScale(
        of: PixelFormat(.ycbcr), from: cut, to: $0, oversample: 2, grid: DecodeGrid.init(_:))
    }
    #expect(scales.map(\.description) == ["1/8", "2/8", "3/8", "5/8", "8/8"])
  }

  /// Sample `i` of a decode at n/8 covers the pixels from 8i/n to 8(i + 1)/n.
  @Test(arguments: DCTScale.libjpeg) func samplesAreThoseThatTheBoxTouches(_ scale: DCTScale) {
    let n = scale.eighths
    for left in -20..<20 {
      for right in left + 1...left + 20 {
        let touched = (-40...80).filter { $0 * 8 < right * n && ($0 + 1) * 8 > left * n }
        let box = PixelRect<Stored>(left: left, top: left, right: right, bottom: right)
        let samples = DecodeGrid(scale).samples(box)
        let ends: [Int?] = [touched.first, touched.last]
        #expect([samples.x, samples.right - 1] == ends)
        #expect([samples.y, samples.bottom - 1] == ends)
        let start = Fraction(left * n, 8) - Fraction(touched.first ?? 0)
        let extent = Fraction((right - left) * n, 8)
        #expect(
          DecodeGrid(scale).region(box, within: samples)
            == RealRect(x: start.double, y: start.double, width: extent.double, height: extent.double))
      }
    }
  }

  @Test(arguments: DCTScale.libjpeg) func aDecodeHasASampleForEachBegunOne(_ scale: DCTScale) {
    for side in [1, 7, 8, 9, 16, 17, 65499, 65500] {
      let samples = DecodeGrid(scale).samples(PixelRect(x: 0, y: 0, width: side, height: 1))
      let size = scale.decodedSize(of: PixelSize(width: side, height: 1))
      #expect(size == PixelSize(width: Fraction(side * scale.eighths, 8).ceiling, height: 1))
      #expect(samples.size == size)
    }
  }
}
