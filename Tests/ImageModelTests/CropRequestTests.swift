@testable import ImageModel
import Testing

/// What a crop asks for, before it is rounded and bounded.
struct CropRequestTests {
  private let stored = PixelSize(width: 400, height: 200)

  @Test func fullAsksForNothing() {
    #expect(Crop(.full).requested(stored: stored, orientation: .rightTop) == nil)
  }

  @Test func aBoxIsToldInItsOwnSpaceAsItWasAsked() {
    let shape = Crop.Shape.box(
      x: .percent(12.5), y: .pixels(-3.25), width: .pixels(900), height: .percent(50))
    #expect(
      Crop(shape).requested(stored: stored, orientation: .rightTop)
        == RequestedBox(box: [25, -3.25, 900, 200], space: .display))
    #expect(
      Crop(shape, space: .stored).requested(stored: stored, orientation: .rightTop)
        == RequestedBox(box: [50, -3.25, 900, 100], space: .stored))
  }

  @Test func aSizeThatIsNotWholeIsRoundedAsAskedFor() throws {
    let sized = Crop.Shape.sized(width: .pixels(18.01), height: .pixels(10), .gravity(.northwest))
    let box = try Crop(sized, rounding: .outward).resolved(stored: stored, orientation: .topLeft).get().box
    #expect(box == PixelRect(x: 0, y: 0, width: 18, height: 10))
    let wider = Crop.Shape.sized(width: .pixels(18.02), height: .pixels(10), .gravity(.northwest))
    let outward = try Crop(wider, rounding: .outward).resolved(stored: stored, orientation: .topLeft).get()
      .box
    #expect(outward == PixelRect(x: 0, y: 0, width: 19, height: 10))
  }
}
