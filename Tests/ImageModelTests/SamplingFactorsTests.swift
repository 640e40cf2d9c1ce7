import Foundation
import ImageModel
import Testing

@Suite struct SamplingFactorsTests {
  @Test func theyAreOneToFour() {
    for factors in [(0, 1), (1, 0), (5, 1), (1, 5), (-1, 1), (256, 1)] {
      #expect(SamplingFactors(factors.0, factors.1) == nil)
    }
    #expect(SamplingFactors(4, 3).map { [$0.horizontal, $0.vertical] } == [4, 3])
    #expect(SamplingFactors.alone == SamplingFactors(1, 1))
  }

  @Test func theyAreWrittenAsTwoNumbers() throws {
    let two = [try #require(SamplingFactors(2, 1)), .alone]
    #expect(String(decoding: try JSONEncoder().encode(two), as: UTF8.self) == #"["2x1","1x1"]"#)
    #expect(try JSONDecoder().decode([SamplingFactors].self, from: Data(#"["2x1","1x1"]"#.utf8)) == two)
  }

  @Test(arguments: ["", "2", "2x", "x1", "2x1x1", "5x1", "0x1", "02x1", "+2x1", "2X1"])
  func otherTextIsNone(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([SamplingFactors].self, from: Data("[\"\(text)\"]".utf8))
    }
  }

  /// Of a picture of 33x17 in 4:2:0 at 3/8 chroma has 33 x 3/16 = 6.1875 by 17 x 3/16 = 3.1875 samples.
  @Test func aComponentCoversThePicture() throws {
    let scale = try #require(DCTScale.all.first { $0.eighths == 3 })
    let luma = try #require(SamplingFactors(2, 2))
    let grid = scale.grid(.alone, among: [luma, .alone, .alone])
    #expect(
      grid.picture(PixelSize(width: 33, height: 17)) == RealRect(x: 0, y: 0, width: 6.1875, height: 3.1875))
    let whole = scale.grid(luma, among: [luma, .alone, .alone])
    #expect(
      whole.picture(PixelSize(width: 33, height: 17)) == RealRect(x: 0, y: 0, width: 12.375, height: 6.375))
    // From 5 x 3/16 = 0.9375 and 6 x 3/16 = 1.125 to 11 x 3/16 = 2.0625 and 16 x 3/16 = 3.
    let box = PixelRect<Stored>(left: 5, top: 6, right: 11, bottom: 16)
    let samples = grid.samples(box)
    #expect(samples == PixelRect(left: 0, top: 1, right: 3, bottom: 3))
    #expect(grid.region(box, within: samples) == RealRect(x: 0.9375, y: 0.125, width: 1.125, height: 1.875))
  }

  /// Thirds are no binary fractions; the picture's edge is the same number seen from any box that ends there all the same.
  @Test(arguments: DCTScale.all) func thirdsEndWithThePicture(_ scale: DCTScale) throws {
    let three = try #require(SamplingFactors(3, 3))
    let grid = scale.grid(.alone, among: [three, .alone, .alone])
    for side in [97, 199, 200, 4000, 65500] {
      let picture = grid.picture(PixelSize(width: side, height: side))
      #expect(abs(picture.right - Double(side * scale.eighths) / 24) < 1e-9)
      for left in stride(from: 0, to: side, by: 13) {
        let box = PixelRect<Stored>(left: left, top: left, right: side, bottom: side)
        let samples = grid.samples(box)
        let region = grid.region(box, within: samples)
        #expect(Double(samples.x) + region.right == picture.right)
        #expect(Double(samples.y) + region.bottom == picture.bottom)
      }
    }
  }
}
