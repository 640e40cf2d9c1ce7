import ImageModel
import Testing

/// Polygons that a window cuts, by hand.
@Suite struct OutlineTests {
  private static let window = RealRect<Stored>(x: 10, y: 10, width: 20, height: 10)

  private func outline(_ points: (Double, Double)...) -> Outline<Stored> {
    Outline(points.map { RealPoint($0.0, $0.1) })
  }

  @Test("A polygon inside of the window keeps its points, those on the edges too")
  func inside() {
    let triangle = outline((10, 10), (30, 12), (20, 20))
    #expect(triangle.parts(in: Self.window) == [triangle])
    // The box of 20 by 10 without the corners of 20 x 2 / 2, 10 x 8 / 2 and 10 x 10 / 2.
    #expect(triangle.area == 200 - 20 - 40 - 50)
  }

  @Test("A cut triangle has the points at which its sides meet the edge")
  func triangle() {
    let parts = outline((20, 0), (24, 16), (16, 16)).parts(in: Self.window)
    #expect(parts.count == 1)
    let wanted = outline((22.5, 10), (24, 16), (16, 16), (17.5, 10))
    #expect(parts.first.map { Set($0.points) } == Set(wanted.points))
    // Half of 8 x 16 without half of 5 x 10.
    #expect(parts.first?.area == 64.0 - 25)
  }

  @Test("A divided polygon has two parts")
  func divided() throws {
    // A U that is open at the top, whose base lies below the window.
    let u = outline((12, 12), (16, 12), (16, 24), (22, 24), (22, 12), (28, 12), (28, 30), (12, 30))
    for outline in [u, Outline(u.points.reversed())] {
      let parts = outline.parts(in: Self.window)
      #expect(parts.map(\.area).sorted() == [4 * 8, 6 * 8])
      let boxes = parts.compactMap { RealRect(around: $0.points) }.sorted { $0.x < $1.x }
      #expect(
        boxes == [RealRect(x: 12, y: 12, width: 4, height: 8), RealRect(x: 22, y: 12, width: 6, height: 8)])
    }
  }

  @Test("A polygon that passes a corner outside has no point there")
  func corner() {
    // An L around the window's lower left corner, which reaches into the window at both ends.
    let l = outline(
      (5, 12), (12, 12), (12, 14), (7, 14), (7, 24), (20, 24), (20, 18), (22, 18), (22, 26), (5, 26))
    let parts = l.parts(in: Self.window)
    #expect(parts.map(\.area).sorted() == [4, 4])
    #expect(!parts.flatMap(\.points).contains(RealPoint(10, 20)))
  }

  @Test("Corners on the edge divide a polygon, or don't, as its surface does")
  func touching() {
    // Two peaks that touch the upper edge from below, and two valleys that touch it from above.
    let peaks = outline((12, 18), (14, 10), (16, 15), (18, 10), (20, 18))
    #expect(peaks.parts(in: Self.window) == [peaks])
    let valleys = outline((12, 4), (14, 10), (16, 6), (18, 10), (20, 4))
    #expect(valleys.parts(in: Self.window) == [])
    let both = outline((12, 5), (20, 5), (18, 10), (20, 15), (12, 15), (14, 10))
    #expect(both.parts(in: Self.window).map(\.area) == [(8 + 4) * 5 / 2])
  }

  @Test("A polygon around the window becomes the window")
  func around() throws {
    let parts = outline((0, 0), (100, 0), (100, 100), (0, 100)).parts(in: Self.window)
    #expect(parts.map(\.area) == [200])
    #expect(RealRect(around: parts.flatMap(\.points)) == Self.window)
  }

  @Test("Without a common surface there is no part")
  func outside() {
    #expect(outline((0, 0), (9, 0), (9, 9)).parts(in: Self.window) == [])
    #expect(outline((0, 10), (10, 10), (10, 20), (0, 20)).parts(in: Self.window) == [])
    #expect(outline((11, 11), (12, 12), (13, 13)).parts(in: Self.window) == [])
    #expect(Outline<Stored>([]).parts(in: Self.window) == [])
  }

  @Test("The shape of an object keeps its numbers in other spaces and in JSON")
  func shape() {
    var shape = ObjectShape<Stored>()
    shape.add(outline: [1, 2, 3, 4, 5, 6])
    shape.add(outline: [7, 8, 9, 10, 11, 12, 13, 14])
    shape.add(keypoint: 20, 21, .covered)
    shape.add(keypoint: 30, 31, .unlabelled)
    #expect(shape.outlines.map(\.points.count) == [3, 4])
    #expect(shape.outlineNumbers == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12, 13, 14]])
    #expect(shape.keypointNumbers == [20, 21, 1, 0, 0, 0])
    let doubled: ObjectShape<Display> = shape.mapped { RealPoint($0.x * 2, $0.y + 1) }
    #expect(doubled.outlineNumbers.first == [2, 3, 6, 5, 10, 7])
    // An unlabelled keypoint has no place that could move.
    #expect(doubled.keypointNumbers == [40, 22, 1, 0, 0, 0])
  }
}
