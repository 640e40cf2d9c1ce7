import Foundation
import TestSupport
import Testing

/// `exports` of a plan that is run in shards.
struct ShardedExportsTests {
  private static let keys = """
    output_root: out
    outputs:
      - {path: "{split}/{stem}.jpg", resize: {width: 20}}
      - {path: "{split}/small/{stem}.jpg", resize: {width: 10}}
    on_error: {max_failures: 4}
    """

  /// 16 photos of which one breaks off in the middle, one broken file, and what one run makes of them.
  private func studio(_ keys: String, broken: Bool = true) throws -> ShardedStudio {
    try ShardedStudio(16, keys: "\(Self.keys)\n\(keys)") { studio in
      let photo = try studio.folder.read("photos/p5.jpg")
      if broken { try studio.folder.write(Array(photo.prefix(photo.count / 2)), to: "photos/p5.jpg") }
    }
  }

  private func tars(_ sharded: ShardedStudio) -> [String] {
    sharded.studio.folder.files().filter { $0.hasSuffix(".tar") }.sorted()
  }

  @Test("Shards write the tar files that are theirs, numbered as in one run")
  func tars() throws {
    let sharded = try studio(
      """
      split: {a: 100%}
      exports: [{format: webdataset, path: "t-{shard}.tar", max_count: 4}]
      """)
    try sharded.plan(4)
    #expect(try sharded.studio.text("plan.jsonl").contains(#","tars":0,"#))
    var before: [String] = []
    for index in 0..<4 {
      try sharded.shard(index, of: 4)
      #expect(tars(sharded).count == 2 * (index + 1))
      before = tars(sharded)
    }
    #expect(before == (0..<8).map { "out/t-00000\($0).tar" })
    let bytes = try before.map { try sharded.studio.folder.read($0) }
    #expect(bytes == before.map { sharded.whole[$0] })
    try sharded.expectWhole()
  }

  @Test(
    "All kinds of exports, merged, are one run's bytes",
    arguments: [
      // Too few tar files for so many shards, and none that a plan knows: merging writes them.
      "exports: [{format: webdataset, path: \"t-{shard}.tar\", max_count: 20}]",
      "exports: [{format: webdataset, path: \"{split}-{shard}.tar\", max_size: 8KB}]",
      "exports: [{format: webdataset, path: \"{split}-{shard}.tar\", max_size: 8KB, max_count: 5}]",
      // An image has more outputs than a tar file, and series of their own.
      "exports: [{format: webdataset, path: \"{split}-{shard}.tar\", max_count: 1}]",
      "exports: [{format: webdataset, path: \"x-{shard}.tar\", max_count: 3}, {format: webdataset, path: \"y-{shard}.tar\", max_count: 4}]",
    ])
  func allKinds(_ exports: String) throws {
    let sharded = try studio("split: {a: 60%, b: 40%}\n\(exports)")
    #expect(sharded.whole.keys.contains { !$0.hasSuffix(".jpg") && $0.hasPrefix("out/") })
    try sharded.plan(5)
    for index in [3, 0, 4, 1, 2] { try sharded.shard(index, of: 5) }
    try sharded.expectWhole()
  }

  @Test("What a worker noted long ago doesn't count any more")
  func oldNotes() throws {
    let sharded = try studio(
      "split: {a: 100%}\nexports: [{format: webdataset, path: \"t-{shard}.tar\", max_count: 4}]")
    try sharded.plan(1)
    let items = try sharded.studio.text("plan.jsonl").split(separator: "\n").dropFirst().map { $0 + "\n" }
    try sharded.good("worker", "--jsonl", "--plan", "plan.jsonl", stdin: items.joined())
    try sharded.expectWhole()
    // The photo that was broken off is whole now, and a run of the job makes it.
    try sharded.studio.add(Picture(width: 40, height: 40, seed: 3), "photos/p5.jpg")
    try sharded.good("run", "--quiet", "job.yaml")
    let whole = try sharded.studio.products()
    #expect(whole.count == sharded.whole.count + 2)
    try sharded.plan(1)
    try sharded.good("run", "--quiet", "--plan", "plan.jsonl")
    try sharded.good("merge", "--quiet", "--plan", "plan.jsonl")
    #expect(try sharded.studio.products() == whole)
  }

  @Test("Boxes, classes and labels, merged, are one run's bytes")
  func annotations() throws {
    let sharded = try ShardedStudio(
      9,
      keys: """
        output_root: out
        outputs: [{path: "{split}/{stem}.jpg", resize: {width: 20}}]
        split: {a: 60%, b: 40%}
        on_error: {max_failures: 4}
        exports:
          - {format: coco, path: "{split}.json"}
          - {format: yolo, path: classes.txt}
          - {format: voc}
          - {format: hf-imagefolder, path: "{split}/metadata.jsonl"}
        """,
      sources:
        "{annotations: boxes.json, format: coco, images: photos, space: display, crop: full, shapes: [polygons, keypoints]}"
    ) { studio in
      let images =
        (0..<9).map { #"{"id":\#($0),"file_name":"p\#($0).jpg"}"# } + [#"{"id":9,"file_name":"broken.jpg"}"#]
      let boxes = (0..<9).map {
        #"{"id":\#($0),"image_id":\#($0 / 2),"category_id":\#($0 % 3),"bbox":[1,\#($0),20,9],"#
          + #""segmentation":[[1,\#($0),21,\#($0).3,7,30]],"keypoints":[2.1,\#($0),1]}"#
      }
      try studio.folder.write(
        #"{"images":[\#(images.joined(separator: ","))],"annotations":[\#(boxes.joined(separator: ","))],"#
          + #""categories":[{"id":0,"name":"x","keypoints":["tip"],"skeleton":[]},{"id":1,"name":"b"},{"id":2,"name":"c"}]}"#,
        to: "boxes.json")
    }
    #expect(sharded.whole["out/classes.txt"] == Array("b\nc\nx\n".utf8))
    let coco = String(decoding: sharded.whole["out/a.json"] ?? [], as: UTF8.self)
    #expect(coco.contains(#"{"id":3,"name":"x","keypoints":["tip"],"skeleton":[]}"#))
    #expect(coco.contains("segmentation") && coco.contains("num_keypoints"))
    try sharded.plan(5)
    for index in [3, 0, 4, 1, 2] { try sharded.shard(index, of: 5) }
    try sharded.expectWhole()
  }

  @Test("A tar file of which nothing could be made is there, empty, so that no number is left out")
  func empty() throws {
    let sharded = try studio(
      """
      split: {a: 100%}
      exports: [{format: webdataset, path: "t-{shard}.tar", max_count: 2}]
      """)
    // p5's two outputs: the images are p0, p1, p10 to p15, p2, p3, p4, p5.
    #expect(sharded.whole["out/t-000011.tar"]?.allSatisfy { $0 == 0 } == true)
    #expect(sharded.whole.keys.count { $0.hasSuffix(".tar") } == 16)
    try sharded.plan(3)
    for index in 0..<3 { try sharded.shard(index, of: 3) }
    try sharded.expectWhole()
  }
}
