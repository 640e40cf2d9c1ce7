import TestSupport
import Testing

/// PNGs of labels beside pictures take the same steps as the pictures.
struct MaskFileTests {
  /// Labels of 6 columns and 4 rows, which tell their places.
  private static let labels = (0..<4).map { y in (0..<6).map { x in 10 * y + x } }

  private static func studio(
    _ outputs: String, masks: String = #""masks/{stem}.png""#, tag: UInt8 = 1, _ files: [String: [UInt8]]
  ) throws -> Studio {
    let studio = try Studio(
      "output_root: out\noutputs:\n\(outputs)", sources: "{glob: \"photos/*.jpg\", masks: \(masks)}")
    for (name, file) in files {
      try studio.add(.tagged(tag, width: 6, height: 4), "photos/\(name).jpg")
      try studio.folder.write(file, to: "masks/\(name).png")
    }
    return studio
  }

  private static let plain = #"- {path: "{stem}.jpg", mask: "{stem}.png"}"#

  private static func run(_ studio: Studio, _ status: Int32 = 0) throws {
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(status), "\(run.stderr)")
  }

  @Test("A mask keeps its palette, its depth and each label, also of an interlaced file")
  func kinds() throws {
    let palette: [UInt8] = (0..<256).flatMap { [UInt8($0), UInt8(255 - $0), 7] as [UInt8] }
    var voc = Self.labels
    (voc[0][0], voc[3][5]) = (255, 254)
    let small = { (most: Int) in Self.labels.map { $0.map { $0 % (most + 1) } } }
    let files = [
      "voc": LabelFile(voc, type: 3, palette: palette, alphas: [0, 9]),
      "beyond": LabelFile(small(3), type: 3, depth: 8, palette: [1, 2, 3, 4, 5, 6]),
      "few": LabelFile(small(3), type: 3, depth: 2, palette: [UInt8](repeating: 40, count: 12)),
      "bits": LabelFile(small(1), depth: 1), "four": LabelFile(small(15), depth: 4),
      "grey": LabelFile(voc), "deep": LabelFile(Self.labels.map { $0.map { 65535 - 999 * $0 } }, depth: 16),
    ]
    let studio = try Self.studio(
      Self.plain,
      Dictionary(
        uniqueKeysWithValues: files.map { ($0, $1.file(isInterlaced: $0 == "four" || $0 == "deep")) }))
    try Self.run(studio)
    for (name, file) in files {
      var expected = file
      // Its labels 2 and 3 have no colour.
      if name == "beyond" { expected.palette = [1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0] }
      #expect(try LabelFile(studio.folder.read("out/\(name).png")) == expected, "\(name)")
    }
    let rows = try studio.rows()
    #expect(rows.count == 14 && rows.allSatisfy { $0.status == "ok" })
    #expect(try studio.text("job.manifest.jsonl").contains(#""mask":"masks/voc.png""#))
    let sum = try studio.sha256("out/voc.png")
    #expect(rows.first { $0.output == "voc.png" }?.output_sha256 == sum)
    #expect(try studio.upright("verify", "--render", "9", "job.manifest.jsonl").ending == .exit(0))
    #expect(try studio.upright("preview", "job.yaml").ending == .exit(0))
  }

  @Test("A mask is turned with its picture, whether it lies as stored or as shown")
  func turn() throws {
    // Tag 6: row y of the shown picture is column y of the stored one, from the bottom.
    let shown = (0..<6).map { y in [30 + y, 20 + y, 10 + y, y] }
    let studio = try Self.studio(
      Self.plain + "\n- {path: \"{stem}-k.jpg\", mask: \"{stem}-k.png\", orientation: keep}", tag: 6,
      ["stored": LabelFile(Self.labels).file(), "shown": LabelFile(shown).file()])
    try Self.run(studio)
    for name in ["stored", "shown"] {
      #expect(try LabelFile(studio.folder.read("out/\(name).png")).rows == shown)
      #expect(try LabelFile(studio.folder.read("out/\(name)-k.png")).rows == Self.labels)
    }
  }

  @Test("A mask is cut, padded, resized to the nearest label and divided into tiles")
  func cuts() throws {
    let studio = try Self.studio(
      """
      - path: "{stem}.jpg"
        crop: {x: -1, y: 0, width: 6, height: 4, out_of_bounds: pad}
        resize: {width: 4, height: 2, fit: fill}
        mask: {path: "{stem}.png", pad: 255}
      - path: "{stem}-{x}-{y}.jpg"
        tiles: {width: 4, height: 2, edge: pad}
        mask: {path: "{stem}-{x}-{y}.png", pad: 9}
      """,
      ["a": LabelFile(Self.labels).file()])
    try Self.run(studio)
    // The crop has 6 columns from column -1 on. Made column k is its column floor((k + 1/2) * 6 / 4).
    #expect(
      try LabelFile(studio.folder.read("out/a.png")).rows == [[255, 11, 12, 14], [255, 31, 32, 34]])
    #expect(try LabelFile(studio.folder.read("out/a-4-0.png")).rows == [[4, 5, 9, 9], [14, 15, 9, 9]])
    #expect(
      try LabelFile(studio.folder.read("out/a-0-2.png")).rows == [[20, 21, 22, 23], [30, 31, 32, 33]])
  }

  @Test("Each width has its mask, and widths that the picture lacks have none")
  func widths() throws {
    let studio = try Self.studio(
      #"- {path: "{width}.jpg", widths: [2, 3, 12], larger: skip, mask: {path: "m{width}.png"}}"#,
      ["a": LabelFile(Self.labels).file()])
    try Self.run(studio)
    let names = studio.folder.files().filter { $0.hasPrefix("out/") && !$0.contains(".upright") }
    #expect(names.sorted() == ["out/2.jpg", "out/3.jpg", "out/m2.png", "out/m3.png"])
    // 3 of 6 columns: 1, 3 and 5. 2 of 4 rows: 1 and 3.
    #expect(try LabelFile(studio.folder.read("out/m3.png")).rows == [[11, 13, 15], [31, 33, 35]])
  }

  @Test("Each width has its mask beside an entry with tiles, and so has each tile")
  func widthsAndTiles() throws {
    let studio = try Self.studio(
      """
      - {path: "{width}.jpg", widths: [3, 12, 20], mask: {path: "m{width}.png"}}
      - {path: "x{x}.jpg", tiles: {width: 3, height: 4}, mask: "t{x}.png"}
      """, ["a": LabelFile(Self.labels).file()])
    try Self.run(studio)
    let names = studio.folder.files().filter { $0.hasPrefix("out/") && !$0.contains(".upright") }
    #expect(
      names.sorted() == [
        "out/3.jpg", "out/6.jpg", "out/m3.png", "out/m6.png", "out/t0.png", "out/t3.png", "out/x0.jpg",
        "out/x3.jpg",
      ])
    #expect(try LabelFile(studio.folder.read("out/m6.png")).rows == Self.labels)
  }

  @Test("A changed mask makes its picture's outputs again, and nothing else")
  func change() throws {
    let studio = try Self.studio(
      Self.plain, ["a": LabelFile(Self.labels).file(), "b": LabelFile(Self.labels).file()])
    try Self.run(studio)
    #expect(try studio.upright("run", "--json", "job.yaml").stdout.contains(#""reused":4,"#))
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(0))
    #expect(try studio.text("job.lock.jsonl").contains("masks/b.png"))
    let other = Self.labels.map { $0.map { $0 + 1 } }
    try studio.folder.write(LabelFile(other).file(), to: "masks/b.png")
    #expect(try studio.upright("run", "--locked", "--quiet", "job.yaml").ending != .exit(0))
    #expect(try studio.upright("run", "--json", "job.yaml").stdout.contains(#""reused":2,"#))
    #expect(try LabelFile(studio.folder.read("out/b.png")).rows == other)
    #expect(try LabelFile(studio.folder.read("out/a.png")).rows == Self.labels)
  }

  @Test("A picture whose mask can't be used fails with its mask, and leaves no file")
  func bad() throws {
    let good = LabelFile(Self.labels).file()
    let studio = try Self.studio(
      Self.plain,
      [
        "small": LabelFile([[1, 2], [3, 4]]).file(), "cut": Array(good.dropLast(30)), "good": good,
        "colours": TestPNG(6, 4, type: 2, depth: 8) { _, _, _ in 7 }.file, "text": Array("no picture".utf8),
      ])
    try studio.add(Picture(width: 6, height: 4), "photos/none.jpg")
    try Self.run(studio, 1)
    let rows = try studio.rows()
    let messages = Dictionary(rows.map { ($0.source, Set([$0.error?.message])) }) { $0.union($1) }
    #expect(rows.count == 12)
    #expect(
      messages["photos/small.jpg"] == [
        "the mask 'masks/small.png' is 2x2, and the picture is 6x4 as stored and 6x4 as shown"
      ])
    #expect(messages["photos/none.jpg"] == ["there is no mask 'masks/none.png'"])
    #expect(
      rows.filter { $0.source == "photos/none.jpg" }.map(\.error?.code) == ["unreadable", "unreadable"])
    #expect(messages["photos/text.jpg"] == ["the mask 'masks/text.png' is no PNG"])
    #expect(
      messages["photos/colours.jpg"] == [
        "the mask 'masks/colours.png' has colours or alpha: labels are grey levels or indices of a palette"
      ])
    let cut = try #require(messages["photos/cut.jpg"])
    #expect(cut.count == 1 && cut.first??.hasPrefix("the mask 'masks/cut.png': damaged image data") == true)
    #expect(rows.filter { $0.source == "photos/cut.jpg" }.allSatisfy { $0.error?.code == "corrupt" })
    let names = studio.folder.files().filter { $0.hasPrefix("out/") && !$0.contains(".upright") }
    #expect(names.sorted() == ["out/good.jpg", "out/good.png"])
  }

  @Test("A picture without its mask fails alone, and its rows and exports know the mask from the picture")
  func missing() throws {
    let outputs = Self.plain + "\nexports: [{format: webdataset, path: \"{shard}.tar\", max_count: 9}]"
    let studio = try Self.studio(outputs, ["a": LabelFile(Self.labels).file()])
    try studio.add(Picture(width: 6, height: 4), "photos/b.jpg")
    try studio.folder.write("no picture", to: "photos/c.jpg")
    try Self.run(studio, 1)
    let members = TarReader.members(try studio.folder.read("out/000000.tar")).map(\.name)
    #expect(members == ["a.jpg", "a.mask.png", "a.json"])
    #expect(try studio.rows().map(\.status) == ["ok", "ok", "failed", "failed", "failed", "failed"])
    for line in try studio.text("job.manifest.jsonl").split(separator: "\n") {
      let names = ["a", "b", "c"].filter { line.contains("\"mask\":\"masks/\($0).png\"") }
      #expect(names.count == (line.contains(".png\",\"output_sha256\"") ? 1 : 0), "\(line)")
    }
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
  }

  @Test("A mask that changed after the plan is named in the rows of its picture")
  func changedLater() throws {
    let file = LabelFile(Self.labels).file()
    let studio = try Self.studio(Self.plain, ["a": file, "b": file])
    let plan = try studio.shell("upright plan --out plan.jsonl --shards 2 job.yaml")
    #expect(plan.ending == .exit(0), "\(plan.stderr)")
    try studio.folder.write(LabelFile(Self.labels, depth: 16).file(), to: "masks/b.png")
    let runs = (0...1).map { "upright run --quiet --plan plan.jsonl --shard \($0)/2" }
    _ = try studio.shell("\(runs.joined(separator: "; ")); upright merge --quiet --plan plan.jsonl")
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["ok", "ok", "failed", "failed"])
    let error = Row.Note(
      code: "source_changed", message: "the mask 'masks/b.png' changed after it was planned")
    #expect(rows.suffix(2).map(\.error) == [error, error])
  }

  @Test("A turned square, and a picture upside down, need the space of their masks to be said")
  func space() throws {
    let file = LabelFile(Self.labels).file()
    let studio = try Self.studio(Self.plain, tag: 3, ["a": file])
    try Self.run(studio, 1)
    #expect(try studio.rows().map(\.error?.code) == ["space_unclear", "space_unclear"])
    try studio.job(
      "sources: {glob: \"photos/*.jpg\", masks: {path: \"masks/{stem}.png\", space: display}}\n"
        + "output_root: out\noutputs:\n\(Self.plain)")
    try Self.run(studio)
    #expect(try LabelFile(studio.folder.read("out/a.png")).rows == Self.labels)
  }

  @Test("Shards of a frozen plan make the masks, and the merge exports them")
  func shards() throws {
    let outputs = Self.plain + "\nexports: [{format: webdataset, path: \"{shard}.tar\", max_count: 9}]"
    let file = LabelFile(Self.labels).file()
    let studio = try Self.studio(outputs, ["a": file, "b": file])
    let runs = (0...1).map { "upright run --quiet --plan plan.jsonl --shard \($0)/2" }
    let run = try studio.shell(
      "upright plan --out plan.jsonl --shards 2 job.yaml && \(runs.joined(separator: " && "))"
        + " && upright merge --plan plan.jsonl")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(try LabelFile(studio.folder.read("out/b.png")).rows == Self.labels)
    #expect(try studio.rows().count == 4)
    let members = TarReader.members(try studio.folder.read("out/000000.tar")).map(\.name)
    #expect(members == ["a.jpg", "a.mask.png", "a.json", "b.jpg", "b.mask.png", "b.json"])
  }
}
