import Foundation
import TestSupport
import Testing

/// The binary cuts pictures into tiles.
struct TileRunTests {
  private func run(_ studio: Studio, _ job: String = "job.yaml", _ arguments: String...) throws {
    let run = try CommandRun.upright(["run", "--quiet"] + arguments + [job], in: studio.folder)
    #expect(run.ending == .exit(0), "\(run.stderr)")
  }

  /// A tile of 24x20 begins every 16 columns and 12 rows. 64 columns and 48 rows are what a viewer sees of a picture
  /// that isn't turned by 90 degrees.
  private static let grids: [Grid] = [
    Grid(
      tags: 1...4, shift: (x: [0, 16, 32, 40], y: [0, 12, 24, 28]),
      pad: (x: [0, 16, 32, 48], y: [0, 12, 24, 36])),
    Grid(
      tags: 5...8, shift: (x: [0, 16, 24], y: [0, 12, 24, 36, 44]),
      pad: (x: [0, 16, 32], y: [0, 12, 24, 36, 48])),
  ]

  private struct Grid {
    let tags: ClosedRange<UInt8>
    let shift, pad: (x: [Int], y: [Int])
  }

  @Test("A tile has the bytes of an output with the same crop, for each orientation", arguments: [0, 1])
  func cropsOfTheSamePlace(_ group: Int) throws {
    let grid = Self.grids[group]
    let studio = try Studio()
    for tag in grid.tags { try studio.add(.tagged(tag, seed: Int(tag)), "photos/p\(tag).jpg") }
    let head = "sources: [\"photos/*.jpg\"]\nbackground: \"#f80\"\ndecode: {engine: libjpeg}\noutputs:\n"
    try studio.job(
      head
        + """
        - {path: "s/{stem}-{x}-{y}.jpg", tiles: {width: 24, height: 20, overlap: 8}}
        - {path: "p/{stem}-{x}-{y}.png", tiles: {width: 24, height: 20, overlap: 8, edge: pad}, resize: {width: 12}}
        output_root: tiles
        """)
    let crops =
      places(grid.shift).map { x, y in
        "- {path: \"s/{stem}-\(x)-\(y).jpg\", crop: {x: \(x), y: \(y), width: 24, height: 20}}\n"
      }
      + places(grid.pad).map { x, y in
        "- path: \"p/{stem}-\(x)-\(y).png\"\n  resize: {width: 12}\n"
          + "  crop: {x: \(x), y: \(y), width: 24, height: 20, out_of_bounds: pad}\n"
      }
    try studio.job(head + crops.joined() + "output_root: crops", "crops.yaml")
    try run(studio)
    try run(studio, "crops.yaml")
    let names = studio.folder.files().filter { $0.hasPrefix("crops/") && !$0.contains(".upright") }
    #expect(names.count == 4 * crops.count)
    for name in names {
      #expect(
        try studio.folder.read(name) == studio.folder.read("tiles" + name.dropFirst("crops".count)), "\(name)"
      )
    }
    #expect(
      studio.folder.files().filter { $0.hasPrefix("tiles/") && !$0.contains(".upright") }.count == names.count
    )
    // Nothing is left to do.
    let again = try studio.upright("run", "job.yaml")
    #expect(again.stderr.hasPrefix("job: 0 of \(names.count) outputs made"), "\(again.stderr)")
    #expect(try studio.upright("verify", "--render", "all", "job.manifest.jsonl").ending == .exit(0))
  }

  private func places(_ grid: (x: [Int], y: [Int])) -> [(Int, Int)] {
    grid.y.flatMap { y in grid.x.map { ($0, y) } }
  }

  /// A photo of 64x48 with three boxes. Tiles of 32x24 divide it in four. The first box lies half in each of the upper
  /// tiles, a quarter of the second one in each tile, and the third one in the lower right tile.
  private static func annotated(_ tiles: String, _ exports: String) throws -> Studio {
    let studio = try Studio()
    try studio.add(.tagged(1, seed: 1), "photos/a.jpg")
    try studio.folder.write(
      """
      {"image": "a.jpg", "bbox": [24, 4, 16, 10], "category": "cat", "id": 1}
      {"image": "a.jpg", "bbox": [30, 20, 4, 8], "category": "dog", "id": 2}
      {"image": "a.jpg", "bbox": [50, 30, 6, 6], "category": "dog", "id": 3}

      """, to: "boxes.jsonl")
    try studio.job(
      """
      sources: {annotations: boxes.jsonl, format: jsonl, images: photos, space: display}
      output_root: out
      tiles: {\(tiles)}
      resize: {width: 16}
      outputs: [{path: "{row}-{col}.jpg"}]
      exports: [\(exports)]
      """)
    return studio
  }

  /// Tiles of 32x24 become 16x12, so coordinates are halved.
  @Test func boxesOfTiles() throws {
    let studio = try Self.annotated(
      "width: 32, height: 24, min_visible: 30%, empty: drop",
      "{format: coco, path: a.json}, {format: hf-imagefolder, path: metadata.jsonl, min_visible: 0%}")
    try run(studio)
    #expect(
      try studio.rows().map(\.output) == ["000000-000000.jpg", "000000-000001.jpg", "000001-000001.jpg"])
    #expect(
      try studio.text("out/a.json") == """
        {"info":{"description":"job"},"categories":[{"id":1,"name":"cat"},{"id":2,"name":"dog"}],
        "images":[
        {"id":1,"file_name":"000000-000000.jpg","width":16,"height":12},
        {"id":2,"file_name":"000000-000001.jpg","width":16,"height":12},
        {"id":3,"file_name":"000001-000001.jpg","width":16,"height":12}
        ],
        "annotations":[
        {"id":1,"image_id":1,"category_id":1,"bbox":[12.0,2.0,4.0,5.0],"area":20.0,"iscrowd":0,"visible":0.5,"source_id":"1"},
        {"id":2,"image_id":2,"category_id":1,"bbox":[0.0,2.0,4.0,5.0],"area":20.0,"iscrowd":0,"visible":0.5,"source_id":"1"},
        {"id":3,"image_id":3,"category_id":2,"bbox":[9.0,3.0,3.0,3.0],"area":9.0,"iscrowd":0,"visible":1.0,"source_id":"3"}
        ]}

        """)
    let own = try studio.text("out/metadata.jsonl").split(separator: "\n")
    #expect(own.map { $0.contains(#""visible":[0.5,0.25]"#) } == [true, true, false])
    #expect(own.last?.contains(#""bbox":[[0.0,0.0,1.0,2.0],[9.0,3.0,3.0,3.0]]"#) == true, "\(own)")
  }

  /// Of the 12 tiles of 16x16, three rows and four columns, the boxes touch six. The others stay if the first 8
  /// bytes of the SHA-256 of "photos/a.jpg\\nROW\\nCOLUMN" are less than 2^63. By Python's hashlib these are (0, 0),
  /// (0, 2), (1, 0), (1, 3) and (2, 3).
  @Test func aShareOfEmptyTilesStays() throws {
    let studio = try Self.annotated("width: 16, height: 16, empty: 50%", "{format: voc}")
    try run(studio)
    // Boxes touch (0, 1), (0, 2), (1, 1), (1, 2), (1, 3) and (2, 3).
    let kept = ["0-0", "0-1", "0-2", "1-0", "1-1", "1-2", "1-3", "2-3"]
    #expect(
      try studio.rows().map(\.output) == kept.map { "00000" + $0.replacing("-", with: "-00000") + ".jpg" })
  }

  /// A box lies in the upper left tile of 32x24 of `a.jpg`. No box lies on `b.jpg`.
  @Test(
    "A picture without boxes gives its tiles and its other outputs",
    arguments: [
      (
        "keep",
        [
          "b/a", "b/b", "t/a-0-0", "t/a-0-32", "t/a-24-0", "t/a-24-32", "t/b-0-0", "t/b-0-32", "t/b-24-0",
          "t/b-24-32",
        ]
      ),
      ("drop", ["b/a", "b/b", "t/a-0-0"]),
    ])
  func pictureWithoutBoxes(empty: String, outputs: [String]) throws {
    let studio = try Studio()
    for name in ["a", "b"] { try studio.add(.tagged(1), "photos/\(name).jpg") }
    try studio.folder.write("0 0.25 0.25 0.125 0.125\n", to: "labels/a.txt")
    try studio.folder.write("", to: "labels/b.txt")
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "b.jpg"}],
       "categories": [{"id": 1, "name": "cat"}],
       "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [12, 9, 8, 6]}]}
      """, to: "coco.json")
    for annotations in ["coco.json, format: coco", "labels, format: yolo"] {
      try studio.job(
        """
        sources: {annotations: \(annotations), images: photos, space: display}
        output_root: out
        outputs:
        - {path: "t/{stem}-{y}-{x}.png", tiles: {width: 32, height: 24, empty: \(empty)}}
        - {path: "b/{stem}.png"}
        """)
      try run(studio)
      let made = try studio.rows().compactMap { $0.output?.replacing(/0000+(?=\d)/, with: "") }
      #expect(made.sorted() == outputs.map { $0 + ".png" }, "\(annotations)")
    }
  }

  @Test("A set whose tiles all show nothing is refused with the reason")
  func onlyEmptyTiles() throws {
    let studio = try Studio()
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.folder.write("", to: "labels/a.txt")
    try studio.job(
      """
      sources: {annotations: labels, format: yolo, images: photos, space: display}
      outputs: [{path: "{row}-{col}.png", tiles: {width: 32, height: 24, empty: drop}}]
      """)
    #expect(
      try studio.upright("run", "--quiet", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr: """
            job.yaml:2:24: error: 'labels' gives no tile: all are left out by 'empty' of 'tiles'; write 'optional: true' \
            beside it where that may be
            sources: {annotations: labels, format: yolo, images: photos, space: display}
                                   ^

            """))
  }

  @Test("A frozen plan of tiles runs in shards, and preview and lock take it")
  func shards() throws {
    let studio = try Self.annotated("width: 32, height: 24", "{format: voc}")
    #expect(try studio.upright("plan", "--out", "plan.jsonl", "job.yaml").ending == .exit(0))
    #expect(
      try studio.upright("run", "--quiet", "--plan", "plan.jsonl", "--shard", "0/1").ending == .exit(0))
    #expect(try studio.upright("merge", "--plan", "plan.jsonl").ending == .exit(0))
    #expect(try studio.rows().count == 4)
    #expect(try studio.upright("preview", "job.yaml").ending == .exit(0))
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(0))
    #expect(try studio.upright("run", "--quiet", "--locked", "job.yaml").ending == .exit(0))
  }

  @Test("A grid of other tiles replaces the old one, and --prune removes what is left of that")
  func prune() throws {
    let studio = try Self.annotated("width: 32, height: 24", "{format: voc}")
    try run(studio)
    let text = try studio.text("job.yaml").replacing("width: 32", with: "width: 64")
    try studio.folder.write(text, to: "job.yaml")
    try run(studio, "job.yaml", "--prune")
    #expect(
      studio.folder.files().filter { $0.hasPrefix("out/0") } == [
        "out/000000-000000.jpg", "out/000000-000000.xml", "out/000001-000000.jpg", "out/000001-000000.xml",
      ])
  }

  /// The file ends in the lower half of the picture. The upper tiles are made before the reduced decoder finds that,
  /// and then again.
  @Test("Tiles that were made before damage was found are those of libjpeg")
  func damageBelow() throws {
    let studio = try Studio()
    let jpeg = try Picture(width: 320, height: 256).jpeg()
    try studio.folder.write(Array(jpeg.prefix(jpeg.count * 3 / 4)), to: "photos/a.jpg")
    for engine in ["auto", "libjpeg"] {
      try studio.job(
        """
        sources: [photos/a.jpg]
        output_root: \(engine)
        decode: {engine: \(engine), on_corrupt: none}
        outputs: [{path: "{row}-{col}.jpg", tiles: {width: 80, height: 64}}]
        """, "\(engine).yaml")
      try run(studio, "\(engine).yaml")
    }
    let notes = try studio.rows("auto.manifest.jsonl").map { $0.notes.map(\.code) + $0.warnings.map(\.code) }
    #expect(notes.count == 16)
    #expect(notes.allSatisfy { $0.contains("decoded_by_libjpeg") && $0.contains("damaged") }, "\(notes)")
    for row in 0..<4 {
      for column in 0..<4 {
        let name = "00000\(row)-00000\(column).jpg"
        #expect(try studio.folder.read("auto/" + name) == studio.folder.read("libjpeg/" + name), "\(name)")
      }
    }
  }
}
