import Glibc
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

  /// The only outline of a shape with these points.
  private func read(_ numbers: [Float]) throws -> Outline<Stored> {
    var shape = ObjectShape<Stored>()
    shape.add(outline: numbers)
    return try #require(shape.outlines.first)
  }

  @Test("Both halves of a bow count, with and without a point where it crosses itself, as a whole and cut")
  func bow() throws {
    for numbers: [Float] in [
      [10, 10, 60, 60, 60, 10, 10, 60], [10, 10, 35, 35, 60, 60, 60, 10, 35, 35, 10, 60, 10, 10],
    ] {
      let bow = try read(numbers)
      #expect(bow.crossesItself && bow.area == 2 * 625)
      for (window, area) in [
        ((0, 0, 35, 100), 625), ((35, 0, 65, 100), 625), ((0, 0, 100, 35), 625), ((0, 0, 35, 35), 312.5),
        ((22.5, 22.5, 25, 25), 2 * 12.5 * 12.5), ((30, 0, 10, 20), 0), ((0, 0, 100, 100), 1250),
      ] as [((Double, Double, Double, Double), Double)] {
        let parts = bow.parts(in: RealRect(x: window.0, y: window.1, width: window.2, height: window.3))
        #expect(parts.count == (area > 0 ? 1 : 0))
        #expect(parts.reduce(0) { $0 + $1.area } == area)
      }
    }
  }

  @Test("The middle of a star in one line doesn't count, and places around which a line goes twice don't")
  func star() throws {
    let corners = (0..<5).map { Double(2 * $0) * 2 * Double.pi / 5 }
    let star = try read(corners.flatMap { [Float(500 + 400 * cos($0)), Float(500 + 400 * sin($0))] })
    // The corners of the pentagon in the middle lie at cos 72 / cos 36 of the radius.
    let inner = 400 * cos(0.4 * Double.pi) / cos(0.2 * Double.pi)
    let whole = 5 * 400 * inner * sin(0.2 * Double.pi)
    let middle = 2.5 * inner * inner * sin(0.4 * Double.pi)
    #expect(star.crossesItself && abs(star.area - (whole - middle)) < 0.5)
    // Around 8,8 16x16 of the smaller square the line goes twice.
    let twice = try read([0, 0, 24, 0, 24, 24, 0, 24, 0, 0, 8, 8, 24, 8, 24, 24, 8, 24, 8, 8])
    #expect(twice.crossesItself && twice.area == 24 * 24 - 16 * 16)
  }

  @Test("Outlines that only touch themselves have the area between their points")
  func seams() throws {
    // A square with a hole, joined by a seam.
    let hole = try read([0, 0, 30, 0, 30, 30, 0, 30, 0, 0, 10, 10, 10, 20, 20, 20, 20, 10, 10, 10])
    #expect(!hole.crossesItself && hole.area == 900 - 100)
    let peaks = try read([0, 0, 10, 10, 20, 0, 20, 20, 10, 10, 0, 20])
    #expect(!peaks.crossesItself && peaks.area == 200)
    // Two squares beside each other whose lines go the other way round.
    let squares = try read([0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 20, 0, 20, 10, 30, 10, 30, 0, 20, 0])
    #expect(squares.crossesItself && squares.area == 200)
  }

  @Test("An outline with too many edges side by side isn't searched for crossings")
  func many() throws {
    // A zigzag of long edges, and one across: all pairs of edges would be compared.
    var numbers: [Float] = (0..<3000).flatMap { [Float($0), $0 % 2 == 0 ? 0 : 1000] }
    numbers += [3000, 0, -1, 500]
    let zigzag = try read(numbers)
    #expect(!zigzag.crossesItself)
  }

  @Test("A shape in another space knows that it crosses itself")
  func kept() throws {
    var shape = ObjectShape<Stored>()
    shape.add(outline: [0, 0, 10, 0, 10, 10])
    shape.add(outline: [10, 10, 60, 60, 60, 10, 10, 60])
    let stored = PixelSize(width: 80, height: 70)
    let shown = ExifOrientation.rightTop.display(shape, stored: stored)
    #expect(shown.outlines.map(\.crossesItself) == [false, true])
    #expect(shown.outlines.map(\.area) == [50, 1250])
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
