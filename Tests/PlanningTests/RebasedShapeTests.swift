import ImageModel
import TestSupport
import Testing

@testable import Planning

/// Where outputs show shapes, by hand. The output is the box 20,10 100x60 of the stored picture at half size.
@Suite struct RebasedShapeTests {
  private func rebased(
    _ orientation: ExifOrientation = .topLeft, _ box: [Double] = [20, 10, 100, 60],
    _ fill: (inout ObjectShape<Stored>) -> Void
  ) -> RebasedBox? {
    var shape = ObjectShape<Stored>()
    fill(&shape)
    let object = BoxPlan(
      index: 1, isCut: false, id: nil, category: nil,
      box: RealRect(x: box[0], y: box[1], width: box[2], height: box[3]), shape: shape)
    return RebasedBoxTests.output(orientation).rebased(object, of: RebasedBoxTests.picture)
  }

  private func points(_ outline: Outline<Output>?) -> [[Double]] {
    outline?.points.map { [$0.x, $0.y] } ?? []
  }
  private func points(_ corners: [RealPoint<Output>]?) -> [[Double]] { corners?.map { [$0.x, $0.y] } ?? [] }

  @Test("A polygon takes the steps of the pixels, and its box is the box around it")
  func polygon() throws {
    let triangle: [Float] = [40, 20, 80, 20, 80, 50]
    let upright = try #require(rebased { $0.add(outline: triangle) })
    #expect(points(upright.shape?.outlines.first) == [[10, 5], [30, 5], [30, 20]])
    #expect(upright.box == RealRect(x: 10, y: 5, width: 20, height: 15))
    #expect((upright.visible, upright.shape?.area) == (1, 150))
    // 90 degrees clockwise: x of 30 rows counts from the bottom, y is what x was.
    let turned = try #require(rebased(.rightTop) { $0.add(outline: triangle) })
    #expect(points(turned.shape?.outlines.first) == [[25, 10], [25, 30], [10, 30]])
  }

  @Test("The parts of an object count together")
  func parts() throws {
    let seen = try #require(
      rebased { shape in
        shape.add(outline: [30, 20, 40, 20, 40, 30, 30, 30])
        // A half of 20 by 20 lies to the left of the crop.
        shape.add(outline: [10, 40, 30, 40, 30, 60, 10, 60])
        shape.add(outline: [0, 0, 10, 0, 10, 10])
      })
    #expect(seen.shape?.outlines.count == 2)
    #expect(seen.shape?.area == 5.0 * 5 + 5 * 10)
    #expect(seen.box == RealRect(x: 0, y: 5, width: 10, height: 20))
    #expect(seen.visible == 0.5455)
  }

  @Test("An object whose outlines lie outside isn't there, though its box reaches into the output")
  func outside() {
    #expect(rebased { $0.add(outline: [0, 0, 10, 0, 10, 10]) } == nil)
    #expect(rebased { $0.add(outline: [40, 20, 50, 30, 60, 40]) } == nil)
  }

  @Test("An outline that crosses itself shows no more than all of itself")
  func crossed() throws {
    // Both halves of a bow have the area 200. The crop cuts the left half away, and halves both sides of the right one.
    let bow: [Float] = [0, 20, 40, 40, 40, 20, 0, 40]
    let seen = try #require(rebased { $0.add(outline: bow) })
    #expect((seen.visible, seen.shape?.area) == (0.5, 50))
    #expect(seen.box == RealRect(x: 0, y: 5, width: 10, height: 10))
    // Another outline of 200 is seen as a whole.
    let both = try #require(
      rebased {
        $0.add(outline: bow)
        $0.add(outline: [50, 30, 70, 30, 70, 40, 50, 40])
      })
    #expect((both.visible, both.shape?.area) == (0.6667, 100))
  }

  @Test("Keypoints outside of the output become unlabelled, and move nothing else")
  func keypoints() throws {
    let seen = try #require(
      rebased(.topRight, [100, 20, 40, 10]) { shape in
        shape.add(keypoint: 40, 20, .visible)
        shape.add(keypoint: 120, 70, .covered)
        shape.add(keypoint: 120.5, 20, .visible)
        shape.add(keypoint: 50, 20, .unlabelled)
      })
    #expect(seen.box == RealRect(x: 0, y: 5, width: 10, height: 5))
    #expect((seen.visible, seen.shape?.area) == (0.5, nil))
    let keypoints = try #require(seen.shape?.keypoints)
    #expect(keypoints.map { [$0.point.x, $0.point.y] } == [[40, 5], [0, 30], [0, 0], [0, 0]])
    #expect(keypoints.map(\.visibility) == [.visible, .covered, .unlabelled, .unlabelled])
  }

  /// A mask of the picture, 200x100, whose samples are these boxes: x, y, width and height.
  private func mask(_ boxes: [Int]...) throws -> Mask<Stored> {
    var samples = [Bool](repeating: false, count: 200 * 100)
    for box in boxes {
      for x in box[0]..<box[0] + box[2] {
        for y in box[1]..<box[1] + box[3] { samples[x * 100 + y] = true }
      }
    }
    return try Mask(size: RebasedBoxTests.picture, counts: samples.runs)
  }

  @Test("A mask takes every second sample, its box is the one around it, and its share counts in the picture")
  func masks() throws {
    // A half of 20 by 10 lies to the left of the crop. Of 2x10 and 1x1 within it, every second sample stays.
    let some = try mask([10, 20, 20, 10], [60, 40, 2, 10], [100, 60, 1, 1])
    let seen = try #require(rebased { $0.mask = some })
    #expect(seen.box == RealRect(x: 0, y: 5, width: 21, height: 15))
    #expect(seen.visible == 0.5475)
    // The first box gives 5 columns of 5 samples, the second one column of 5. The single sample lies at an even place of
    // the crop, and only odd places are taken. The text is that of pycocotools.
    #expect(seen.shape?.area == 30)
    #expect(seen.shape?.mask?.counts == #"55i00000000\>0[<"#)
    let turned = try #require(rebased(.rightTop) { $0.mask = some })
    #expect(turned.box == RealRect(x: 10, y: 0, width: 15, height: 21))
  }

  @Test("An object whose mask has no sample in the output isn't there")
  func noSamples() throws {
    for box in [[0, 0, 20, 100], [100, 60, 1, 1], [0, 0, 0, 0]] {
      let mask = try mask(box)
      #expect(rebased { $0.mask = mask } == nil)
    }
  }

  private func oriented(_ numbers: [Float], _ orientation: ExifOrientation = .topLeft) -> [[Double]] {
    points(
      rebased(orientation) { shape in
        shape.add(outline: numbers)
        shape.isOriented = true
      }?.shape?.corners)
  }

  @Test("An oriented box keeps its corners and their order")
  func corners() {
    let box: [Float] = [40, 20, 60, 20, 60, 40, 40, 40]
    #expect(oriented(box) == [[10, 5], [20, 5], [20, 15], [10, 15]])
    #expect(oriented(box, .topRight) == [[40, 5], [30, 5], [30, 15], [40, 15]])
    #expect(oriented(box, .bottomRight) == [[40, 25], [30, 25], [30, 15], [40, 15]])
  }

  @Test("A cut oriented box is the box of the same directions around its visible part, within the output")
  func cutCorners() {
    #expect(oriented([100, 30, 140, 30, 140, 40, 100, 40]) == [[40, 10], [50, 10], [50, 15], [40, 15]])
    // The part to the left of 120 still reaches both ends of the box; the corner at 55,20 is moved.
    #expect(oriented([110, 30, 130, 50, 120, 60, 100, 40]) == [[45, 10], [50, 20], [50, 25], [40, 15]])
  }
}
