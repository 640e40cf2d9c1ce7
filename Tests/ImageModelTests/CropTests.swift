@testable import ImageModel
import Testing

@Suite struct CropTests {
  private func box(
    _ shape: Crop.Shape, _ rounding: Crop.Rounding = .nearest, of size: PixelSize,
    _ outOfBounds: Crop.OutOfBounds = .clip
  ) -> Result<PixelRect<Display>, CropFailure> {
    Crop(shape, rounding: rounding, outOfBounds: outOfBounds)
      .resolved(stored: size, orientation: .topLeft).map(\.box)
  }

  private func pixels(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Crop.Shape {
    .box(x: .pixels(x), y: .pixels(y), width: .pixels(width), height: .pixels(height))
  }

  @Test func fullIsAllAndAsksForNothing() {
    let resolved = Crop(.full, space: .stored).resolved(
      stored: PixelSize(width: 40, height: 30), orientation: .leftTop)
    let whole = PixelRect<Display>(x: 0, y: 0, width: 30, height: 40)
    #expect(resolved == .success(ResolvedCrop(box: whole, isClipped: false)))
  }

  /// Edges at 10.5 and 20.4 across, 3.984375 (1/64 below 4) and 8.02 (beyond 1/64 of 8) down.
  @Test(
    arguments: [
      (Crop.Rounding.nearest, PixelRect<Display>(left: 11, top: 4, right: 20, bottom: 8)),
      (.outward, PixelRect(left: 10, top: 4, right: 21, bottom: 9)),
      (.inward, PixelRect(left: 11, top: 4, right: 20, bottom: 8)),
    ])
  func edgesAreRoundedOneByOne(_ rounding: Crop.Rounding, _ expected: PixelRect<Display>) {
    let shape = pixels(10.5, 3.984375, 9.9, 4.035625)
    #expect(box(shape, rounding, of: PixelSize(width: 100, height: 100)) == .success(expected))
  }

  @Test func anEdgeJustBeyondASixtyFourthIsNotSnapped() {
    let size = PixelSize(width: 100, height: 100)
    let near = pixels(10 - 1.0 / 64, 0, 20 + 2.0 / 64, 10)
    let far = pixels(10 - 1.01 / 64, 0, 20 + 2.02 / 64, 10)
    #expect(box(near, .outward, of: size) == .success(PixelRect(left: 10, top: 0, right: 30, bottom: 10)))
    #expect(box(far, .outward, of: size) == .success(PixelRect(left: 9, top: 0, right: 31, bottom: 10)))
    #expect(box(near, .inward, of: size) == .success(PixelRect(left: 10, top: 0, right: 30, bottom: 10)))
    let inner = pixels(10 + 1.01 / 64, 0, 20 - 2.02 / 64, 10)
    #expect(box(inner, .inward, of: size) == .success(PixelRect(left: 11, top: 0, right: 29, bottom: 10)))
  }

  @Test func aSliverBetweenTwoPixelsIsEmpty() {
    let size = PixelSize(width: 10, height: 10)
    let sliver = pixels(3.25, 0, 0.2, 10)
    let none = PixelRect<Display>(left: 3, top: 0, right: 3, bottom: 10)
    #expect(box(sliver, of: size) == .failure(.empty(none)))
    #expect(box(sliver, .outward, of: size) == .success(PixelRect(left: 3, top: 0, right: 4, bottom: 10)))
  }

  @Test(arguments: Crop.OutOfBounds.allCases) func aBoxBesideThePictureIsEmpty(_ rule: Crop.OutOfBounds) {
    let beside = PixelRect<Display>(left: 10, top: 0, right: 15, bottom: 10)
    #expect(
      box(pixels(10, 0, 5, 10), of: PixelSize(width: 10, height: 10), rule) == .failure(.empty(beside)))
  }

  /// A box of 4x2 in 11x8: free are 7 across, of which half is 3.5, and 6 down.
  @Test(
    arguments: zip(
      Gravity.allCases,
      [(4, 3), (4, 0), (7, 0), (7, 3), (7, 6), (4, 6), (0, 6), (0, 3), (0, 0)]))
  func gravityPlacesABox(_ gravity: Gravity, _ origin: (Int, Int)) {
    for rounding in Crop.Rounding.allCases {
      let shape = Crop.Shape.sized(width: .pixels(4), height: .pixels(2), .gravity(gravity))
      #expect(
        box(shape, rounding, of: PixelSize(width: 11, height: 8))
          == .success(PixelRect(x: origin.0, y: origin.1, width: 4, height: 2)))
    }
  }

  /// A box of 20x20 in 11x8, padded: 9 and 12 pixels are missing.
  @Test(
    arguments: zip(
      Gravity.allCases,
      [(-4, -6), (-4, 0), (-9, 0), (-9, -6), (-9, -12), (-4, -12), (0, -12), (0, -6), (0, 0)]))
  func gravityPlacesABoxLargerThanThePicture(_ gravity: Gravity, _ origin: (Int, Int)) {
    let shape = Crop.Shape.sized(width: .pixels(20), height: .pixels(20), .gravity(gravity))
    #expect(
      box(shape, of: PixelSize(width: 11, height: 8), .pad)
        == .success(PixelRect(x: origin.0, y: origin.1, width: 20, height: 20)))
  }

  @Test(
    arguments: [
      (Length.percent(50), Length.percent(50), 45, 35), (.pixels(0), .pixels(100), 0, 70),
      (.percent(30), .pixels(20), 25, 15), (.percent(99), .percent(-5), 90, 0),
    ])
  func focusIsCentredAndMovedInside(_ x: Length, _ y: Length, _ left: Int, _ top: Int) {
    let shape = Crop.Shape.sized(width: .pixels(10), height: .pixels(10), .focus(x: x, y: y))
    #expect(
      box(shape, of: PixelSize(width: 100, height: 80))
        == .success(PixelRect(x: left, y: top, width: 10, height: 10)))
  }

  @Test func aspectsOfVeryLongPictures() {
    let square = Crop.Shape.aspect(ratio: 1, .gravity(.center))
    #expect(
      box(square, of: PixelSize(width: 65500, height: 1))
        == .success(PixelRect(x: 32750, y: 0, width: 1, height: 1)))
    #expect(
      box(square, of: PixelSize(width: 1, height: 1)) == .success(PixelRect(x: 0, y: 0, width: 1, height: 1)))
  }

  @Test func farNumbersAreKeptInRange() {
    let far = 65500 * 10000
    let shape = Crop.Shape.box(
      x: .percent(-1_000_000), y: .percent(0), width: .percent(1_000_000), height: .percent(100))
    let size = PixelSize(width: 65500, height: 1)
    #expect(
      box(shape, of: size) == .failure(.empty(PixelRect(left: -far, top: 0, right: 0, bottom: 1))))
  }
}
