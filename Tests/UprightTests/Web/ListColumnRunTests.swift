import Foundation
import TestSupport
import Testing

/// Jobs that use the columns beside the URLs of a list.
@Suite("Runs with columns of lists", .enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct ListColumnRunTests {
  private static let boxes = """
    NAME,x,y,width,height,category,id
    a.jpg,3,4,20,30,cat,
    b.png,100,10,90,90,dog,two
    a.jpg,10,2,31.5,17,,three
    c.gif,0,0,4,4,cat,
    b.png,250,60,80,40,cat,
    """

  /// A job with these keys of its only source, and all kinds of exports. Outputs go to the folder `name`.
  private func job(_ web: WebStudio, _ name: String, _ source: String) throws {
    // With a crop, outputs are cut for no box.
    let number = source.contains("crop") ? "" : "-{box_index}"
    try web.studio.job(
      """
      network: {allow: [127.0.0.0/8], retries: 0}
      sources: [{\(source)}]
      output_root: \(name)
      outputs:
        - path: 'images/{stem}-{id}\(number).png'
        - {path: 'images/small/{stem}-{id}\(number).jpg', resize: {width: 9}}
      exports:
        - {format: coco, path: coco.json}
        - {format: yolo, path: classes.txt}
        - {format: voc}
        - {format: hf-imagefolder, path: metadata.jsonl}
        - {format: webdataset, path: '{shard}.tar', max_count: 100}
      """, "\(name).yaml")
  }

  @Test("The columns focus_x and focus_y of a row are the middle of its crop")
  func focus() throws {
    let web = try WebStudio()
    try web.studio.folder.write("url,focus_x,focus_y\na.jpg,75%,10\nb.png,,\n", to: "l.csv")
    try web.studio.job(
      """
      network: {allow: [127.0.0.0/8], retries: 0}
      sources: [{list: l.csv, base: '\(web.server.url("/"))'}]
      outputs:
        - {path: '1-{stem}.png', crop: {width: 20, height: 12, focus: columns}}
        - {path: '2-{stem}.png', resize: {width: 10, height: 20, fit: cover, focus: columns}}
      """)
    // a.jpg is shown as 48x64. 75 per cent of 48 are 36, the middle of 26...46, and 10 is the middle of 4...16. A cut
    // of 32 around 36 would begin at 20, and begins at 16. b.png of 300x120 is cut in its middle.
    let plan = try web.upright("plan", "job.yaml")
    #expect(
      plan.stdout.matches(of: /crop (\S+) as shown/).map { String($0.1) }
        == ["20x12+26+4", "32x64+16+0", "20x12+140+54", "60x120+120+0"])
  }

  @Test("With tiles, pictures of a list that have no box of the category give their tiles")
  func tilesWithoutBoxes() throws {
    let web = try WebStudio()
    try web.studio.folder.write(Self.boxes.replacing("NAME", with: "url"), to: "l.csv")
    try web.studio.job(
      """
      network: {allow: [127.0.0.0/8], retries: 0}
      sources: {list: l.csv, base: '\(web.server.url("/"))', space: display, category: dog}
      output_root: out
      outputs: [{path: '{stem}-{row}-{col}.png', tiles: {width: 1000, height: 1000}}]
      """)
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(
      try web.studio.rows().map(\.output) == ["a", "b", "c"].map { "\($0)-000000-000000.png" })
  }

  @Test(
    "Boxes of a list give the outputs and exports of the same boxes in an annotation file",
    arguments: [
      "space: display", "space: stored, expand: '20%', square: true, min_size: 5, out_of_bounds: pad",
      "space: display, category: [cat]", "space: display, crop: '1,1,25,9'",
    ])
  func sameAsAnnotations(keys: String) throws {
    let web = try WebStudio()
    let text = Self.boxes
    try web.studio.folder.write(text.replacing("NAME", with: "url"), to: "l.csv")
    try web.studio.folder.write(text.replacing("NAME", with: "image"), to: "boxes.csv")
    try job(web, "web", "list: l.csv, base: '\(web.server.url("/"))', \(keys)")
    try job(web, "files", "annotations: boxes.csv, format: csv, images: photos, \(keys)")
    for name in ["web", "files"] {
      #expect(try web.upright("run", "--quiet", "\(name).yaml") == CommandRun(.exit(0)))
    }
    let files = web.studio.folder.files()
    let made = files.filter { $0.hasPrefix("web/") && !$0.contains(".upright/") }
    #expect(made.contains { $0.hasSuffix(".png") } && made.contains("web/coco.json"))
    #expect(
      made.map { $0.dropFirst(4) }.sorted()
        == files.filter { $0.hasPrefix("files/") && !$0.contains(".upright/") }.map { $0.dropFirst(6) }
        .sorted())
    for name in made where !name.hasSuffix(".tar") {
      let other = "files/" + name.dropFirst(4)
      if name == "web/coco.json" {
        let texts = try [name, other].map { try web.studio.text($0) }
        #expect(texts[0].replacing(#""web""#, with: #""files""#) == texts[1])
      } else {
        #expect(try web.studio.folder.read(name) == web.studio.folder.read(other), "\(name)")
      }
    }
    let samples = try ["web", "files"].map { try jsons(of: "\($0)/000000.tar", web) }
    #expect(samples[0].replacing(web.server.url("/"), with: "photos/") == samples[1])
  }

  /// The JSON members of a tar shard, in their order.
  private func jsons(of shard: String, _ web: WebStudio) throws -> String {
    let run = try web.studio.shell(
      "tar -xOf \(shard) --wildcards '*.json'", environment: ["LC_ALL": "C.UTF-8"])
    #expect(run.ending == .exit(0), "\(run.stderr)")
    return run.stdout
  }

  private static let lines = """
    {"url":"b.png","split":"test","caption":"a \\"b\\"","n":1.50,"ok":true,"tags":[1]}
    {"url":"a.jpg","split":"train","caption":null,"category":"cat"}
    {"url":"c.gif","split":"train"}
    """

  /// A job whose list has splits and captions.
  private func captions(_ web: WebStudio) throws {
    try web.studio.folder.write(Self.lines, to: "l.jsonl")
    try web.studio.job(
      """
      network: {allow: [127.0.0.0/8], retries: 0}
      sources: [{list: l.jsonl, base: '\(web.server.url("/"))'}]
      split: [train, test]
      output_root: out
      outputs: [{path: '{split}/{id}.png', resize: {width: 10}}]
      exports:
        - {format: hf-imagefolder, path: '{split}/metadata.jsonl'}
        - {format: webdataset, path: '{split}-{shard}.tar', max_count: 10}
      """)
  }

  /// Compares the exports of ``captions(_:)``.
  private func checkCaptions(_ web: WebStudio) throws {
    let files = web.studio.folder.files().filter { $0.hasPrefix("out/") && !$0.contains(".upright/") }
    #expect(
      files.sorted() == [
        "out/test-000000.tar", "out/test/b.png", "out/test/metadata.jsonl", "out/train-000000.tar",
        "out/train/a.png", "out/train/c.png", "out/train/metadata.jsonl",
      ])
    #expect(
      try web.studio.text("out/test/metadata.jsonl")
        == #"{"file_name":"b.png","width":10,"height":4,"caption":"a \"b\"","n":1.50,"ok":true}"# + "\n")
    #expect(
      try web.studio.text("out/train/metadata.jsonl") == """
        {"file_name":"a.png","width":10,"height":13,"caption":null,"category":"cat"}
        {"file_name":"c.png","width":10,"height":4}

        """)
    let url = web.server.url("/")
    #expect(
      try jsons(of: "out/train-000000.tar", web)
        == #"{"file_name":"train/a.png","source":"\#(url)a.jpg","id":"a","split":"train","width":10,"height":13,"#
        + #""caption":null,"category":"cat"}"#
        + #"{"file_name":"train/c.png","source":"\#(url)c.gif","id":"c","split":"train","width":10,"height":4}"#
    )
  }

  @Test("Rows name their splits, and their other columns go into exports")
  func splitsAndColumns() throws {
    let web = try WebStudio()
    try captions(web)
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try checkCaptions(web)
    // A changed caption changes the exports, and no output.
    try web.studio.folder.write(Self.lines.replacing(#""cat""#, with: #""dog""#), to: "l.jsonl")
    let run = try web.upright("run", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(run.stderr.contains("3 done before"), "\(run.stderr)")
    #expect(try web.studio.text("out/train/metadata.jsonl").contains(#""category":"dog""#))
    #expect(try jsons(of: "out/train-000000.tar", web).contains(#""category":"dog""#))
  }

  @Test("A plan in a file keeps the columns, also in shards that are merged")
  func shards() throws {
    let web = try WebStudio()
    try captions(web)
    #expect(try web.upright("plan", "--out", "p.plan", "--shards", "2", "job.yaml").ending == .exit(0))
    #expect(try web.studio.shell("rm l.jsonl").ending == .exit(0))
    for shard in ["0/2", "1/2"] {
      #expect(
        try web.upright("run", "--quiet", "--plan", "p.plan", "--shard", shard) == CommandRun(.exit(0)))
    }
    let merge = try web.upright("merge", "--plan", "p.plan")
    #expect(merge.ending == .exit(0), "\(merge.stderr)")
    try checkCaptions(web)
  }

  @Test("Each output that is cut for a box has the columns of the box's row")
  func columnsOfBoxes() throws {
    let web = try WebStudio()
    try web.studio.folder.write(
      """
      url,x,y,width,height,crowd
      a.jpg,3,4,20,30,no
      b.png,1,1,50,50,maybe
      a.jpg,1,1,2,2,small
      a.jpg,10,2,30,17,yes
      """, to: "l.csv")
    try web.studio.job(
      """
      network: {allow: [127.0.0.0/8], retries: 0}
      sources: [{list: l.csv, base: '\(web.server.url("/"))', space: display, min_size: 5}]
      output_root: out
      outputs: [{path: '{stem}-{box_index}.png'}, {path: 'small/{stem}-{box_index}.png', resize: '8,'}]
      exports: [{format: hf-imagefolder, path: metadata.jsonl}]
      """)
    for isFrozen in [false, true] {
      if isFrozen {
        #expect(try web.studio.shell("rm -r out").ending == .exit(0))
        #expect(try web.upright("plan", "--out", "p.plan", "job.yaml").ending == .exit(0))
      }
      let run =
        isFrozen
        ? try web.upright("run", "--quiet", "--plan", "p.plan")
        : try web.upright("run", "--quiet", "job.yaml")
      #expect(run == CommandRun(.exit(0)))
      if isFrozen { #expect(try web.upright("merge", "--plan", "p.plan").ending == .exit(0)) }
      let lines = try web.studio.text("out/metadata.jsonl").split(separator: "\n")
      let found = try lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return "\(object?["file_name"] ?? "") \(object?["crowd"] ?? "")"
      }
      #expect(
        found == [
          "a-000001.png no", "small/a-000001.png no", "a-000003.png yes", "small/a-000003.png yes",
          "b-000001.png maybe", "small/b-000001.png maybe",
        ])
    }
  }

  @Test("A list that the job can't use ends it before work begins, with its line")
  func refusals() throws {
    let web = try WebStudio()
    try web.studio.folder.write("url,split\na.jpg,train\nb.png,dev\n", to: "split.csv")
    try web.studio.folder.write("url,x,y,width,height,category\na.jpg,1,1,9,9,cat\n", to: "boxes.csv")
    try web.studio.folder.write("url,x,y,width,height\na.jpg,1,1,1.5,1.5\n", to: "small.csv")
    for (source, keys, message) in [
      (
        "list: split.csv", "split: [train, test]",
        "3:17: error: split.csv: line 3: the job has no split 'dev': its splits are 'train', 'test'"
      ),
      (
        "list: boxes.csv", "split: {train: 100%}",
        "3:17: error: boxes.csv: line 1: the columns 'x', 'y', 'width', 'height' give a box: "
          + "write 'space' beside 'list' to use it, and 'crop: full' too for whole pictures"
      ),
      (
        "list: boxes.csv, space: display, category: [cow]", "split: {train: 100%}",
        "3:55: error: no annotation has the category 'cow'"
      ),
      (
        "list: small.csv, space: display, min_size: 2", "split: {train: 100%}",
        "3:17: error: 'small.csv' holds only boxes that 'min_size' leaves out; write 'optional: true' beside it where that may be"
      ),
    ] {
      try web.studio.job(
        """
        network: {allow: [127.0.0.0/8], retries: 0}
        sources: {\(source), base: '\(web.server.url("/"))'}
        \(keys)
        output_root: out
        outputs: [{path: '{split}/{id}.png'}]
        """)
      let run = try web.upright("run", "job.yaml")
      #expect(run.ending == .exit(2), "\(source)")
      #expect(run.stderr.hasPrefix("job.yaml:\(message)\n"), "\(run.stderr)")
    }
  }
}
