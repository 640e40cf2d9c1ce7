import Foundation
import TestSupport
import Testing

@testable import ImageModel

/// Masks by hand. The texts are those of pycocotools 2.0.
@Suite struct MaskTests {
  /// A mask from rows of `#` and `.`.
  private func mask<S>(_ rows: String...) throws -> Mask<S> {
    let size = PixelSize(width: rows[0].count, height: rows.count)
    let samples = (0..<size.width).flatMap { column in rows.map { Array($0)[column] == "#" } }
    return try Mask(size: size, counts: samples.runs)
  }

  private func rows<S>(_ mask: Mask<S>) -> [String] {
    var rows = [[Character]](
      repeating: Array(repeating: ".", count: mask.size.width), count: mask.size.height)
    for span in mask.spans.list {
      for row in span.top..<span.bottom { rows[Int(row)][Int(span.column)] = "#" }
    }
    return rows.map { String($0) }
  }

  @Test("A mask keeps COCO's text, and knows its area and its box")
  func facts() throws {
    let some: Mask<Stored> = try mask("..##.", ".#.#.", "....#")
    #expect(some.counts == "4110111O")
    #expect(some.area == 5)
    #expect(some.bounds == PixelRect(x: 1, y: 0, width: 4, height: 3))
    #expect(some.spans.area(in: PixelRect<Stored>(x: 2, y: 0, width: 2, height: 2)) == 3)
    let (all, none): (Mask<Stored>, Mask<Stored>) = try (mask("###", "###"), mask("...", "..."))
    #expect((all.counts, all.area) == ("06", 6))
    #expect((none.counts, none.area, none.bounds.isEmpty) == ("6", 0, true))
  }

  @Test("Counts of all lengths, and their differences, are written and read")
  func texts() throws {
    let counts = [1000, 70000, 5, 3, 1, 3, 98988]
    let size = PixelSize(width: 425, height: 400)
    let listed = try Mask<Stored>(size: size, counts: counts)
    #expect(listed.counts == "Xo0`[T25cdkML0[eP3")
    #expect(try Mask<Stored>(size: size, text: listed.counts) == listed)
    #expect(listed.area == 70006)
    #expect(try JSONDecoder().decode(Mask<Stored>.self, from: JSONEncoder().encode(listed)) == listed)
  }

  @Test("Runs without samples join their neighbours")
  func emptyRuns() throws {
    let size = PixelSize(width: 2, height: 3)
    let mask = try Mask<Stored>(size: size, counts: [1, 1, 0, 2, 2, 0])
    #expect(try mask == Mask(size: size, counts: [1, 3, 2]))
  }

  private func fault(_ width: Int, _ height: Int, _ counts: [Int]) -> String? {
    do {
      _ = try Mask<Stored>(size: PixelSize(width: width, height: height), counts: counts)
      return nil
    } catch { return error.message }
  }

  @Test(
    "Counts that don't fit the size are refused, and so are masks that take much memory when they are turned")
  func faults() {
    #expect(fault(3, 2, [1, 4]) == "the counts of the mask add up to 5, and its size 3x2 has 6 samples")
    for counts in [[1, 6], [7, -1], [1, .max, 1]] {
      #expect(fault(3, 2, counts) == "the counts of the mask pass the 6 samples of its size 3x2")
    }
    #expect(
      fault(0, 2, []) == "the size of the mask is 0x2, and each side has from 1 to 131072 samples")
    // Every second column: 4000 runs down, and 2000 along each of 2000 rows.
    let stripes = [Int](repeating: 2000, count: 4000)
    #expect(
      fault(4000, 2000, stripes) == "the mask has more than 2000000 runs along its columns or its rows")
    for text in ["1", "5O", "1P", "q", "ooooooooo0", "é"] {
      #expect(throws: (any Error).self) { try Mask<Stored>(size: PixelSize(width: 3, height: 2), text: text) }
    }
  }

  @Test(
    "A mask is turned with its picture, and back",
    arguments: [
      (1, ["##.", ".#."]), (2, [".##", ".#."]), (3, [".#.", ".##"]), (4, [".#.", "##."]),
      (5, ["#.", "##", ".."]), (6, [".#", "##", ".."]), (7, ["..", "##", ".#"]), (8, ["..", "##", "#."]),
    ] as [(UInt8, [String])])
  func turn(_ tag: UInt8, _ shown: [String]) throws {
    let orientation = try #require(ExifOrientation(rawValue: tag))
    let stored: Mask<Stored> = try mask("##.", ".#.")
    #expect(rows(orientation.display(stored)) == shown)
    #expect(orientation.stored(orientation.display(stored)) == stored)
  }

  /// The mask in a picture of 6x4. Its part of 4x3 from 1,1 on shows the part of 2x5 from 1,-1 on.
  private func resampled(_ mask: Mask<Stored>, _ turn: ExifOrientation) -> [String] {
    let map = MaskMap(
      PixelRect<Stored>(x: 1, y: -1, width: 2, height: 5),
      to: PixelRect<Output>(x: 1, y: 1, width: 4, height: 3), of: PixelSize(width: 6, height: 4), turn: turn)
    let shown: Mask<Output> = mask.shown(by: map)
    return rows(shown)
  }

  @Test("Each sample takes the nearest one, counted as the output is shown")
  func nearest() throws {
    let some: Mask<Stored> = try mask(".#.", "..#", ".#.", "###")
    // Columns take 1, 1, 2 and 2. Rows take 0, 2 and 4 of 5, which are -1, 1 and 3.
    #expect(resampled(some, .topLeft) == ["......", "......", "...##.", ".####."])
    // From the bottom, rows 0, 2 and 4 are 3, 1 and -1.
    #expect(resampled(some, .bottomRight) == ["......", ".####.", ".##...", "......"])
    // Columns take the rows 0, 1, 3 and 4 of 5, which are -1, 0, 2 and 3. Rows take the columns 1, 2 and 2, or from the
    // right 2, 1 and 1.
    #expect(resampled(some, .leftTop) == ["......", "..###.", "....#.", "....#."])
    #expect(resampled(some, .leftBottom) == ["......", "....#.", "..###.", "..###."])
  }
}
