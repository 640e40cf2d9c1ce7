import ImageModel
import Testing

@testable import Exports
@testable import Planning

/// Labels with shapes, compared with values by hand.
@Suite struct LabelShapeTests {
  private static let size = PixelSize(width: 200, height: 100)

  private func box(_ shape: RebasedShape?, _ category: String = "cat") -> ShownBox {
    ShownBox(
      box: RealRect(x: 10, y: 20, width: 40, height: 10), visible: 1, category: category, id: nil,
      shape: shape)
  }

  private func outline(_ numbers: [Double]) -> Outline<Output> {
    Outline(stride(from: 0, to: numbers.count, by: 2).map { RealPoint(numbers[$0], numbers[$0 + 1]) })
  }

  @Test("YOLO's polygons are fractions; a box without a polygon has its corners")
  func segments() {
    let shape = RebasedShape(outlines: [outline([10, 20, 50, 20, 50, 30])])
    #expect(
      LabelText.segments([box(shape), box(nil)], size: Self.size) { _ in 3 }
        == "3 0.050000 0.200000 0.250000 0.200000 0.250000 0.300000\n"
        + "3 0.050000 0.200000 0.250000 0.200000 0.250000 0.300000 0.050000 0.300000\n")
  }

  @Test("Outlines of one object are joined by a seam, and keep their area whichever way they turn")
  func joined() {
    let shape = RebasedShape(outlines: [
      outline([0, 0, 10, 0, 10, 10]), outline([20, 20, 20, 30, 30, 30]), outline([50, 0, 60, 0, 60, 20]),
    ])
    let joined = Outline(shape.joinedOutline)
    #expect(shape.area == 50.0 + 50 + 100)
    #expect(joined.area == 200)
    #expect(joined.points.count == 9 + 3 * 2)
  }

  @Test("Each object of YOLO has as many keypoints as the one that has most")
  func poses() {
    let known = Keypoint<Output>(point: RealPoint(20, 25), visibility: .covered)
    #expect(
      LabelText.poses([box(RebasedShape(keypoints: [known])), box(nil)], keypoints: 2, size: Self.size) { _ in
        0
      }
        == "0 0.150000 0.250000 0.200000 0.100000 0.100000 0.250000 1 0.000000 0.000000 0\n"
        + "0 0.150000 0.250000 0.200000 0.100000 0.000000 0.000000 0 0.000000 0.000000 0\n")
  }

  @Test("Oriented boxes of YOLO and DOTA are four corners")
  func corners() {
    var shape = RebasedShape(outlines: [outline([30, 10, 50, 30, 30, 50, 10, 30])])
    shape.corners = shape.outlines[0].points
    shape.isDifficult = true
    #expect(
      LabelText.orientedBoxes([box(shape)], size: Self.size) { _ in 1 }
        == "1 0.150000 0.100000 0.250000 0.300000 0.150000 0.500000 0.050000 0.300000\n")
    #expect(
      LabelText.dota([box(shape, "large  vehicle"), box(nil)])
        == "30.0 10.0 50.0 30.0 30.0 50.0 10.0 30.0 large-vehicle 1\n"
        + "10.0 20.0 50.0 20.0 50.0 30.0 10.0 30.0 cat 0\n")
  }
}
