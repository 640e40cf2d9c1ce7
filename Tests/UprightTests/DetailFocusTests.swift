import TestSupport
import Testing

/// Crops that are centred on the most detail of their pictures.
struct DetailFocusTests {
  /// A grey level of a picture of 96x48: even, but for a checkerboard in ten columns from `first` on.
  private static func level(_ x: Int, _ y: Int, from first: Int) -> Int {
    (first..<first + 10).contains(x) ? (x + y) % 2 * 200 : 100
  }

  private static func picture(from first: Int) -> [UInt8] {
    TestPNG(96, 48, type: 0, depth: 8) { x, y, _ in level(x, y, from: first) }.file
  }

  /// The crop as shown of each output.
  private static func crops(_ studio: Studio) throws -> [String] {
    try studio.upright("plan", "job.yaml").stdout.matches(of: /crop (\S+) as shown/).map { String($0.1) }
  }

  private static func job(_ studio: Studio, _ outputs: String...) throws {
    let list = outputs.enumerated().map { "  - {path: \"out/{stem}-\($0).png\", \($1)}\n" }.joined()
    try studio.job("sources: [\"photos/*\"]\noutputs:\n\(list)")
  }

  /// The edges of the checkerboard in the columns 80 to 89 lie between the columns 79 and 90. Of all windows that hold
  /// the same, the one nearest to the middle counts. Its first column is 42 if it has 48 of them, and 70 if it has 20.
  /// The lowest row has no neighbour below it. The cut has 24 of the 48 columns from 42 on.
  @Test("The window with the most detail is cut out, in crops and in cuts")
  func windows() throws {
    let studio = try Studio()
    try studio.folder.write(Self.picture(from: 80), to: "photos/a.png")
    let crop = "crop: {aspect: '1:1', focus: edges}"
    try Self.job(
      studio, crop, "crop: {aspect: '1:1', focus: entropy}", "crop: {width: 20, height: 20, focus: edges}",
      "\(crop), resize: {width: 12, height: 24, fit: cover, focus: edges}",
      "buckets: {sizes: [24x24], focus: entropy}", "crop: {aspect: '2:1', focus: edges}")
    #expect(
      try Self.crops(studio) == [
        "48x48+42+0", "48x48+42+0", "20x20+70+14", "24x48+66+0", "48x48+42+0", "96x48+0+0",
      ])
  }

  /// Orientation 6 shows the stored column x as the row x.
  @Test("The window is the same part of the picture in every space and orientation")
  func turned() throws {
    let studio = try Studio()
    var picture = TestTIFF(96, 48, photometric: 1, channels: 1, bits: 8) { x, y, _ in
      Self.level(x, y, from: 80)
    }
    picture.fields = [TIFFBuilder.Field(tag: 0x0112, type: 3, count: 1, value: [6, 0])]
    try studio.folder.write(picture.file, to: "photos/a.tif")
    let crop = "crop: {aspect: '1:1', focus: edges}"
    try Self.job(
      studio, crop, "crop: {aspect: '1:1', focus: edges, space: stored}", "\(crop), orientation: ignore")
    #expect(try Self.crops(studio) == ["48x48+0+42", "48x48+0+42", "48x48+42+0"])
  }

  @Test("A later plan decodes no picture for its windows, and a frozen plan keeps them")
  func again() throws {
    let studio = try Studio()
    try studio.folder.write(Self.picture(from: 80), to: "photos/a.png")
    try studio.folder.write(Self.picture(from: 5), to: "other.png")
    try Self.job(studio, "crop: {aspect: '1:1', focus: edges}")
    let runs = try studio.shell(
      "upright plan --out p.jsonl job.yaml && upright run --quiet --plan p.jsonl && upright run job.yaml")
    #expect(runs.ending == .exit(0), "\(runs.stderr)")
    #expect(runs.stderr.contains("1 done before"), "\(runs.stderr)")
    #expect(try studio.text("job.manifest.jsonl").contains(#""crop":[42,0,48,48]"#))
    // Other pixels in a file of the same size, time and number: the window stays where it was.
    try studio.must("touch -r photos/a.png time; cat other.png >photos/a.png; touch -r time photos/a.png")
    #expect(try Self.crops(studio) == ["48x48+42+0"])
    try studio.must("rm .upright/job/windows")
    #expect(try Self.crops(studio) == ["48x48+4+0"])
  }
}
