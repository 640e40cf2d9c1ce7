import ImageModel
@testable import Planning
import Testing

@testable import Verifying

/// Lines of a manifest beside planned rows `a`, `b` and `c`, each a source that failed.
@Suite struct RowAlignmentTests {
  private static func image(_ source: String) -> ImagePlan {
    let output = OutputPlan(
      path: "\(source).jpg", mode: .bake, orientation: .topLeft, displaySize: PixelSize(width: 1, height: 1),
      format: .jpeg, cropRequested: nil, crop: nil, storedCrop: nil, size: nil, resample: nil, turn: .topLeft,
      content: nil, background: .black, encode: EncodeOptions.jpeg(), metadata: MetadataPolicy(), error: nil,
      warnings: [])
    return ImagePlan(
      index: 1, source: source, id: source, bytes: 1, modified: 1, inode: 1, format: .jpeg,
      storedSize: PixelSize(width: 1, height: 1), pixels: PixelFormat(.ycbcr), peakBytes: 1,
      isUntagged: false, hash: .sha256, onCorrupt: .error, verify: .crop, seconds: 1, decodes: [],
      outputs: [output], boxes: nil, error: nil, warnings: [])
  }

  /// The fates of lines with these sources, and the planned rows that no line stands for.
  private static func align(_ lines: [String]) -> (fates: [RowAlignment.Fate], missing: [Int]) {
    var alignment = RowAlignment(PlannedRows(["a", "b", "c"].map(image)))
    let keys = lines.map { RowKey(source: $0, output: "\($0).jpg") }
    var (fates, missing) = ([RowAlignment.Fate](), [Int]())
    for (index, key) in keys.enumerated() {
      let following = index + 1 < keys.count ? keys[index + 1] : nil
      let (gap, fate) = alignment.take(key, before: following, isLast: following == nil)
      missing += gap
      fates.append(fate)
    }
    return (fates, missing + alignment.finish())
  }

  @Test("Each line stands for its row")
  func whole() {
    let (fates, missing) = Self.align(["a", "b", "c"])
    #expect(fates == [.row(0), .row(1), .row(2)])
    #expect(missing == [])
  }

  @Test("A row without a line is missing, at either end and in the middle")
  func gaps() {
    #expect(Self.align(["a", "c"]).missing == [1])
    #expect(Self.align(["b", "c"]).missing == [0])
    #expect(Self.align(["a", "b"]).missing == [2])
    #expect(Self.align([]).missing == [0, 1, 2])
  }

  @Test("A line that no row has is unplanned, and the others stay in place")
  func unplanned() {
    let (fates, missing) = Self.align(["a", "ab", "b", "c"])
    #expect(fates == [.row(0), .unplanned, .row(1), .row(2)])
    #expect(missing == [])
  }

  @Test("A second line for a row is a duplicate")
  func doubled() {
    let (fates, missing) = Self.align(["a", "b", "b", "c"])
    #expect(fates.count { $0 == .doubled } == 1)
    #expect(missing == [])
  }
}
