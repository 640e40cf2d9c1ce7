import Foundation
import TestSupport
import Testing

/// The files of `exports` as they are written, and when.
struct ExportFilesTests {
  /// Two photos of 64x48, `a` turned by 90 degrees, with three boxes as shown: two on `a`, and one on `b` that has no
  /// category.
  private static func studio(_ exports: String, keys: String = "", crop: String = "") throws -> Studio {
    let studio = try Studio()
    try studio.add(.tagged(6, seed: 1), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 2), "photos/b.jpg")
    try studio.folder.write(
      """
      {"image": "a.jpg", "bbox": [8, 16, 20, 24], "category": "dög <1>", "id": "x&y"}
      {"image": "a.jpg", "bbox": [40, 56, 16, 16], "category": "cat", "id": 7}
      {"image": "b.jpg", "bbox": [0, 0, 64, 48]}

      """, to: "boxes.jsonl")
    try studio.job(
      """
      sources: {annotations: boxes.jsonl, format: jsonl, images: photos, space: display\(crop)}
      output_root: out
      \(keys)
      exports: \(exports)
      """)
    return studio
  }

  private static let whole = ", crop: {x: 0, y: 0, width: 640, height: 640}"
  private static let halved = "outputs: [{path: \"images/{stem}.jpg\", resize: \"pct:50\"}]"

  private func run(_ studio: Studio, _ arguments: String...) throws {
    let run = try CommandRun.upright(["run", "--quiet"] + arguments + ["job.yaml"], in: studio.folder)
    #expect(run.ending == .exit(0), "\(run.stderr)")
  }

  /// `a` is 48x64 as shown, 24x32 as made. The first box is 4, 8, 10, 12 there; the second one 20, 28, 8, 8, of which 4 by
  /// 4 are inside.
  @Test func coco() throws {
    let studio = try Self.studio(
      "[{format: coco, path: \"{job}.json\"}]", keys: Self.halved, crop: Self.whole)
    try run(studio)
    #expect(
      try studio.text("out/job.json") == """
        {"info":{"description":"job"},"categories":[{"id":1,"name":"cat"},{"id":2,"name":"dög <1>"},{"id":3,"name":"object"}],
        "images":[
        {"id":1,"file_name":"images/a.jpg","width":24,"height":32},
        {"id":2,"file_name":"images/b.jpg","width":32,"height":24}
        ],
        "annotations":[
        {"id":1,"image_id":1,"category_id":2,"bbox":[4.0,8.0,10.0,12.0],"area":120.0,"iscrowd":0,"visible":1.0,"source_id":"x&y"},
        {"id":2,"image_id":1,"category_id":1,"bbox":[20.0,28.0,4.0,4.0],"area":16.0,"iscrowd":0,"visible":0.25,"source_id":"7"},
        {"id":3,"image_id":2,"category_id":3,"bbox":[0.0,0.0,32.0,24.0],"area":768.0,"iscrowd":0,"visible":1.0}
        ]}

        """)
  }

  @Test func metadataOfItsFolderAndWhatIsVisible() throws {
    let studio = try Self.studio(
      "[{format: hf-imagefolder, path: images/metadata.jsonl, min_visible: \"25.5%\"}]",
      keys:
        "outputs: [{path: \"images/x/{stem}.jpg\", resize: \"pct:50\"}, {path: \"imagesets/{stem}.jpg\"}]",
      crop: Self.whole)
    try run(studio)
    #expect(
      try studio.text("out/images/metadata.jsonl") == """
        {"file_name":"x/a.jpg","width":24,"height":32,"objects":{"bbox":[[4.0,8.0,10.0,12.0]],"categories":["dög <1>"],"visible":[1.0],"id":["x&y"]}}
        {"file_name":"x/b.jpg","width":32,"height":24,"objects":{"bbox":[[0.0,0.0,32.0,24.0]],"categories":["object"],"visible":[1.0],"id":[""]}}

        """)
  }

  @Test func yoloAndVOC() throws {
    let studio = try Self.studio(
      "[{format: yolo, path: classes.txt}, {format: voc}]", keys: Self.halved, crop: Self.whole)
    try run(studio)
    #expect(try studio.text("out/classes.txt") == "cat\ndög <1>\nobject\n")
    #expect(
      try studio.text("out/labels/a.txt")
        == "1 0.375000 0.437500 0.416667 0.375000\n0 0.916667 0.937500 0.166667 0.125000\n")
    #expect(
      try studio.text("out/images/a.xml") == """
        <annotation>
          <filename>a.jpg</filename>
          <size><width>24</width><height>32</height><depth>3</depth></size>
          <segmented>0</segmented>
          <object>
            <name>dög &lt;1&gt;</name>
            <truncated>0</truncated>
            <difficult>0</difficult>
            <bndbox><xmin>5</xmin><ymin>9</ymin><xmax>14</xmax><ymax>20</ymax></bndbox>
          </object>
          <object>
            <name>cat</name>
            <truncated>1</truncated>
            <difficult>0</difficult>
            <bndbox><xmin>21</xmin><ymin>29</ymin><xmax>24</xmax><ymax>32</ymax></bndbox>
          </object>
        </annotation>

        """)
  }

  @Test func dataOfUltralytics() throws {
    let studio = try Self.studio(
      "[{format: ultralytics, path: data.yaml}, {format: yolo, path: classes.txt}]",
      keys: """
        split: {train: 100%, validation: 0%}
        outputs: [{path: "images/{split}/{stem}.jpg"}, {path: "small/images/{split}/{stem}.jpg", resize: "pct:50"}]
        """,
      crop: Self.whole)
    try run(studio)
    #expect(
      try studio.text("out/data.yaml") == """
        train: ["images/train", "small/images/train"]
        val: ["images/validation", "small/images/validation"]
        names:
          0: "cat"
          1: "dög <1>"
          2: "object"

        """)
    #expect(studio.folder.files().contains("out/small/labels/train/a.txt"))
  }

  /// Boxes that are cut go along too, into each other's crops: the second one lies 12 columns right of the first one's
  /// left edge and 20 rows below its top.
  @Test func cropsOfBoxes() throws {
    let studio = try Self.studio(
      "[{format: coco, path: all.json}]", keys: "outputs: [{path: \"{stem}-{box_index}.jpg\"}]",
      crop: ", expand: \"100%\", out_of_bounds: pad")
    try run(studio)
    let boxes = try ReadBoxes.coco(studio.folder.read("out/all.json"))
    // 40x48 around 8, 16, 20, 24 begins at -2, 4; the second box, 40, 56, 16, 16, ends with the picture at 48, 64.
    #expect(boxes["a-000001.jpg"] == [[10, 12, 30, 36]])
    // 32x32 around the second box begins at 32, 48.
    #expect(boxes["a-000002.jpg"] == [[8, 8, 16, 16]])
    #expect(boxes["b-000001.jpg"] == [[32, 24, 96, 72]])
  }

  @Test("Names of classes have a line each, whatever is in them, and XML can hold them")
  func oddNames() throws {
    let studio = try Self.studio(
      "[{format: yolo, path: classes.txt}, {format: voc}]", keys: Self.halved, crop: Self.whole)
    try studio.folder.write(
      #"{"image": "b.jpg", "bbox": [63.9, 0, 0.1, 8], "category": "a\nb\u0001&\uFFFF"}"#, to: "boxes.jsonl")
    try run(studio)
    #expect(try studio.text("out/classes.txt") == "a b & \n")
    let label = try studio.text("out/images/b.xml")
    #expect(label.contains("<name>a b &amp; </name>"))
    #expect(label.contains("<xmin>32</xmin><ymin>1</ymin><xmax>32</xmax><ymax>4</ymax>"))
  }

  @Test("The same bytes for other --jobs")
  func sameBytes() throws {
    let exports =
      "[{format: coco, path: a.json}, {format: hf-imagefolder, path: metadata.jsonl}, {format: yolo, path: c.txt}, {format: voc}]"
    let studios = try (1...2).map { _ in try Self.studio(exports, keys: Self.halved, crop: Self.whole) }
    try run(studios[0], "--jobs", "1")
    try run(studios[1], "--jobs", "4")
    #expect(try states(studios[0]).mapValues(\.bytes) == states(studios[1]).mapValues(\.bytes))
  }

  @Test("A second run writes nothing, and none a file that differs")
  func again() throws {
    let studio = try Self.studio(
      "[{format: coco, path: a.json}, {format: yolo, path: c.txt}, {format: webdataset, path: \"{shard}.tar\", max_count: 1}]",
      keys: Self.halved, crop: Self.whole)
    try run(studio)
    let first = try states(studio)
    #expect(
      first.keys.sorted() == [
        "000000.tar", "000001.tar", "a.json", "c.txt", "images/a.jpg", "images/b.jpg", "labels/a.txt",
        "labels/b.txt",
      ])
    try run(studio)
    #expect(try states(studio) == first)
    for name in ["a.json", "labels/b.txt", "000001.tar"] {
      try FileManager.default.removeItem(atPath: studio.folder.path("out/" + name))
    }
    try run(studio, "--only", "photos/a.jpg")
    #expect(try states(studio).count == first.count - 3)
    try run(studio)
    let last = try states(studio)
    #expect(
      last.filter { first[$0.key] == $0.value }.keys.sorted() == [
        "000000.tar", "c.txt", "images/a.jpg", "images/b.jpg", "labels/a.txt",
      ])
    #expect(last.mapValues(\.bytes) == first.mapValues(\.bytes))
  }

  private struct State: Hashable {
    let bytes: [UInt8]
    let inode: UInt64
    // A file's number may become another one's.
    let written: Date
  }

  /// The files below the output root, and whether they are the same ones.
  private func states(_ studio: Studio) throws -> [String: State] {
    var states: [String: State] = [:]
    for name in studio.folder.files() where name.hasPrefix("out/") && !name.hasPrefix("out/.upright/") {
      let attributes = try FileManager.default.attributesOfItem(atPath: studio.folder.path(name))
      let inode = try #require(attributes[.systemFileNumber] as? UInt64)
      let written = try #require(attributes[.modificationDate] as? Date)
      states[String(name.dropFirst(4))] = State(
        bytes: try studio.folder.read(name), inode: inode, written: written)
    }
    return states
  }

  @Test("--prune takes away what isn't exported any more, and the labels of outputs")
  func prune() throws {
    let studio = try Self.studio(
      "[{format: coco, path: a.json}, {format: yolo, path: c.txt}]", keys: Self.halved, crop: Self.whole)
    try run(studio)
    let job = try studio.text("job.yaml").replacingOccurrences(of: "path: a.json", with: "path: b.json")
    try studio.folder.write(job, to: "job.yaml")
    try studio.folder.write(#"{"image": "b.jpg", "bbox": [0, 0, 9, 9]}"# + "\n", to: "boxes.jsonl")
    try run(studio)
    #expect(try states(studio).count == 7)
    try run(studio, "--prune")
    #expect(try states(studio).keys.sorted() == ["b.json", "c.txt", "images/b.jpg", "labels/b.txt"])
  }

  @Test("plan says what will be exported")
  func planned() throws {
    let studio = try Self.studio(
      "[{format: coco, path: \"{split}.json\"}, {format: voc}, {format: webdataset, path: \"s/{shard}.tar\", max_count: 9}]",
      keys: Self.halved + "\nsplit: {b: 50%, a: 50%}", crop: Self.whole)
    let lines = try studio.upright("plan", "job.yaml").stdout.split(separator: "\n")
    #expect(
      lines.suffix(5).dropLast() == [
        "export coco -> out/b.json", "export coco -> out/a.json", "export voc -> a file for each output",
        "export webdataset -> out/s/000000.tar and so on",
      ])
  }

  @Test(
    "What an export may not be",
    arguments: [
      (
        "[{format: coco, path: images/a.jpg}]",
        "32: error: 'images/a.jpg', which 'coco' writes, is an output too: change 'path'"
      ),
      (
        "[{format: coco, path: x.json}, {format: yolo, path: x.json}]",
        "62: error: 'x.json', which 'yolo' writes, is a file of 'coco' too: change 'path'"
      ),
      (
        "[{format: yolo, path: labels/a.txt}]",
        "32: error: 'labels/a.txt', which 'yolo' writes, is a file of 'yolo' too: change 'path'"
      ),
    ])
  func refused(_ exports: String, _ message: String) throws {
    let studio = try Self.studio(exports, keys: Self.halved, crop: Self.whole)
    let run = try studio.upright("plan", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("job.yaml:5:\(message)\n"), "\(run.stderr)")
  }

  @Test("An export among the annotations would be read next time")
  func amongAnnotations() throws {
    let studio = try Self.studio("[]")
    try studio.job(
      """
      sources: {annotations: ., format: jsonl, images: photos, space: display}
      outputs: [{path: "out/{stem}{box_index}.jpg"}]
      exports: [{format: hf-imagefolder, path: out/metadata.jsonl}]
      """)
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.hasPrefix(
        "job.yaml:4:42: error: 'out/metadata.jsonl', which 'hf-imagefolder' writes, would be read as one of the annotations in '.': write elsewhere\n"
      ), "\(run.stderr)")
  }
}
