import TestSupport
import Testing

/// Crops that are centred on boxes of their pictures.
struct BoxFocusTests {
  /// The crop as shown of each output, in the order of the plan.
  private static func crops(space: String, _ boxes: String, tag: UInt8, _ outputs: String...) throws
    -> [String]
  {
    let studio = try Studio()
    try studio.add(.tagged(tag, width: 64, height: 48), "photos/a.jpg")
    try studio.folder.write("image,x,y,width,height\n\(boxes)\n", to: "photos/boxes.csv")
    let list = outputs.enumerated().map { "  - {path: \"\($0).png\", \($1)}\n" }.joined()
    try studio.job(
      "sources: {annotations: photos/boxes.csv, format: csv, space: \(space), crop: full}\noutputs:\n\(list)")
    let plan = try studio.upright("plan", "job.yaml")
    return plan.stdout.matches(of: /crop (\S+) as shown/).map { String($0.1) }
  }

  private static let both = "a.jpg,2,2,6,6\na.jpg,40,10,20,20"

  /// The large box has its middle at 50, 20. Both reach from 2, 2 to 60, 30, whose middle is 31, 16.
  @Test("The largest box, or all boxes, are in the middle of the crop")
  func boxes() throws {
    let crops = try Self.crops(
      space: "display", Self.both, tag: 1, "crop: {width: 20, height: 20, focus: largest_box}",
      "crop: {width: 20, height: 20, focus: all_boxes}", "crop: {aspect: '1:1', focus: largest_box}",
      "crop: {width: 20, height: 20}")
    #expect(crops == ["20x20+40+10", "20x20+21+6", "48x48+16+0", "20x20+22+14"])
  }

  /// A cut of 24 x 48, whose middle is 50 across, also within a crop that begins at 20.
  @Test("A cut to a size and to a bucket has the focus too")
  func cuts() throws {
    let size = "resize: {width: 10, height: 20, fit: cover, focus: largest_box}"
    let crops = try Self.crops(
      space: "display", Self.both, tag: 1, size, "crop: {x: 20, y: 0, width: 44, height: 48}, \(size)",
      "buckets: {sizes: [10x20], focus: largest_box}")
    #expect(crops == ["24x48+38+0", "24x48+38+0", "24x48+38+0"])
  }

  /// Orientation 6 shows the stored row y at 48 - y across. So the stored box 40, 10, 20, 20 is shown at 18, 40.
  @Test("Boxes of a turned picture are in the middle, whatever their space")
  func turned() throws {
    let crop = "crop: {width: 20, height: 20, focus: largest_box}"
    #expect(try Self.crops(space: "display", "a.jpg,10,40,20,20", tag: 6, crop) == ["20x20+10+40"])
    #expect(try Self.crops(space: "stored", "a.jpg,40,10,20,20", tag: 6, crop) == ["20x20+18+40"])
    let stored = "crop: {width: 20, height: 20, focus: largest_box, space: stored}"
    #expect(try Self.crops(space: "stored", "a.jpg,40,10,20,20", tag: 6, stored) == ["20x20+18+40"])
  }
}
