import Foundation
import TestSupport
import Testing

/// Exports take nobody's place, and leave nothing behind.
struct ExportPlaceTests {
  /// A job of the photos `a` and `b`, of 64x48, with a box each.
  private static func studio(_ keys: String, sources: String = coco) throws -> Studio {
    let studio = try Studio()
    for stem in ["a", "b"] { try studio.add(.tagged(1, seed: 1), "photos/\(stem).jpg") }
    try studio.folder.write(boxes, to: "boxes.jsonl")
    try studio.job("sources: \(sources)\n\(keys)")
    return studio
  }

  private static let coco = "{annotations: boxes.jsonl, format: jsonl, images: photos, space: display}"
  private static let boxes = """
    {"image": "a.jpg", "bbox": [8, 16, 20, 24], "category": "cat"}
    {"image": "b.jpg", "bbox": [4, 4, 16, 16], "category": "dog"}

    """
  private static let stems = "output_root: out\noutputs: [{path: \"{stem}.jpg\"}]\n"

  private func expectRefusal(_ run: CommandRun, _ message: String) {
    #expect(run.ending == .exit(2))
    #expect(run.stderr.split(separator: "\n").first == message[...], "\(run.stderr)")
  }

  private func change(_ studio: Studio, _ old: String, to new: String) throws {
    try studio.folder.write(
      try studio.text("job.yaml").replacingOccurrences(of: old, with: new), to: "job.yaml")
  }

  @Test(
    "What somebody else put there stays, and the run says so",
    arguments: [
      ("coco, path: x.json", "x.json"), ("yolo, path: x.txt", "a.txt"), ("voc", "b.xml"),
      ("webdataset, path: \"{shard}.tar\", max_count: 1", "000001.tar"),
    ])
  func foreign(_ export: String, _ name: String) throws {
    let studio = try Self.studio(Self.stems + "exports: [{format: \(export)}]")
    try studio.folder.write("mine", to: "out/" + name)
    expectRefusal(
      try studio.upright("run", "--quiet", "job.yaml"),
      "job.yaml: error: '\(name)' is there already, and this job did not make it: remove it")
    #expect(try studio.text("out/" + name) == "mine")
    #expect(studio.folder.files().filter { $0.hasSuffix(".tmp") } == [])
    try FileManager.default.removeItem(atPath: studio.folder.path("out/" + name))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("A link doesn't lead an export to what the job reads")
  func linked() throws {
    let studio = try Self.studio(Self.stems + "exports: [{format: coco, path: boxes.jsonl}]")
    try studio.folder.link("out", to: ".")
    expectRefusal(
      try studio.upright("run", "--quiet", "job.yaml"),
      "job.yaml: error: 'boxes.jsonl' is there already, and this job did not make it: remove it")
    #expect(try studio.text("boxes.jsonl") == Self.boxes)
  }

  @Test("--prune leaves labels that the job did not make, and those of outputs that are new")
  func prune() throws {
    let studio = try Self.studio("output_root: out\noutputs: [{path: \"{stem}.jpeg\"}]")
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.folder.write("mine", to: "out/c.txt")
    try change(studio, "{stem}.jpeg", to: "new/{stem}.jpeg")
    try studio.folder.write("mine", to: "out/a.txt")
    try studio.folder.write(
      try studio.text("job.yaml") + "exports: [{format: yolo, path: classes.txt}]\n", to: "job.yaml")
    try #require(studio.upright("run", "--quiet", "--prune", "job.yaml") == CommandRun(.exit(0)))
    try change(studio, "{stem}.jpeg", to: "{stem}.jpg")
    try #require(studio.upright("run", "--quiet", "--prune", "job.yaml") == CommandRun(.exit(0)))
    #expect(
      studio.folder.files().filter { $0.hasPrefix("out/") && !$0.hasPrefix("out/.upright/") } == [
        "out/a.txt", "out/c.txt", "out/classes.txt", "out/new/a.jpg", "out/new/a.txt", "out/new/b.jpg",
        "out/new/b.txt",
      ])
  }

  @Test(
    "What an export may not be",
    arguments: [
      (
        "coco, path: a.jpg/x.json",
        "'a.jpg/x.json', which 'coco' writes, would have an output, 'a.jpg', for its folder"
      ),
      ("coco, path: A.JPG", "'A.JPG', which 'coco' writes, is an output too"),
      ("coco, path: ../boxes.jsonl", nil),
    ] as [(String, String?)])
  func refused(_ export: String, _ message: String?) throws {
    let studio = try Self.studio(Self.stems + "exports: [{format: \(export)}]")
    let run = try studio.upright("plan", "job.yaml")
    guard let message else { return #expect(run.ending == .exit(2)) }
    expectRefusal(run, "job.yaml:5:32: error: \(message): change 'path'")
  }

  @Test("An export that is a folder of outputs, has too long a name, or would be a source")
  func refusedOthers() throws {
    let folders = try Self.studio(
      "outputs: [{path: \"out/train/{stem}.jpg\"}]\nexports: [{format: coco, path: out/train}]")
    expectRefusal(
      try folders.upright("plan", "job.yaml"),
      "job.yaml:4:32: error: 'out/train', which 'coco' writes, is the folder of another file too: change 'path'"
    )
    let long = try Self.studio(
      Self.stems
        + "exports: [{format: webdataset, path: \"\(String(repeating: "x", count: 248)){shard}.tar\", max_count: 1}]"
    )
    #expect(try long.upright("plan", "job.yaml").stderr.contains("has a segment of 258 bytes, more than 255"))
    let glob = try Self.studio(
      "outputs: [{path: \"out/{stem}.jpg\"}]\nexports: [{format: webdataset, path: \"photos/{shard}.tar\", max_count: 1}]",
      sources: "[\"photos/*\"]")
    expectRefusal(
      try glob.upright("plan", "job.yaml"),
      "job.yaml:4:38: error: 'photos/000000.tar', which 'webdataset' writes, would be a source of the next run, since "
        + "'photos/*' matches it: write elsewhere")
  }

  @Test("The names of classes that annotations have are theirs")
  func classes() throws {
    let studio = try Self.studio(
      "outputs: [{path: \"out/{stem}.jpg\"}]\nexports: [{format: yolo, path: data/classes.txt}]",
      sources: "{annotations: data/labels, format: yolo, images: photos, space: display}")
    try studio.folder.write("0 0.5 0.5 0.5 0.5\n", to: "data/labels/a.txt")
    try studio.folder.write("zebra\n", to: "data/classes.txt")
    expectRefusal(
      try studio.upright("plan", "job.yaml"),
      "job.yaml:4:32: error: 'data/classes.txt', which 'yolo' writes, is an annotation file too: change 'path'"
    )
  }

  @Test("Two jobs of one call don't export the same file")
  func twoJobs() throws {
    let studio = try Self.studio(Self.stems + "exports: [{format: coco, path: all.json}]")
    try studio.folder.write(
      try studio.text("job.yaml").replacingOccurrences(of: "{stem}.jpg", with: "b/{stem}.jpg"), to: "b.yaml")
    let run = try studio.upright("plan", "job.yaml", "b.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.contains("'out/all.json' is an output of job.yaml too"))
  }

  @Test("Boxes that are wholly inside are wholly visible, whatever their numbers")
  func fractions() throws {
    let studio = try Self.studio(
      Self.stems
        + "exports: [{format: coco, path: all.json, min_visible: \"100%\"}, {format: voc, min_visible: \"100%\"}]",
      sources: Self.coco.replacingOccurrences(
        of: "space: display", with: "space: display, crop: {x: 0, y: 0, width: 64, height: 48}"))
    let lines = (0..<200).map { index in
      #"{"image": "a.jpg", "bbox": [\#(Double(index % 37) / 10 + 0.1), \#(Double(index % 23) / 10 + 0.3), \#(Double(index) / 10 + 1.7), \#(Double(index % 31) + 0.9)]}"#
    }
    try studio.folder.write(lines.joined(separator: "\n"), to: "boxes.jsonl")
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try ReadBoxes.coco(studio.folder.read("out/all.json"))["a.jpg"]?.count == 200)
    #expect(try studio.text("out/a.xml").components(separatedBy: "<truncated>0<").count == 201)
  }

  @Test("Two spellings of a category are two, in the order of their bytes")
  func spellings() throws {
    let studio = try Self.studio(Self.stems + "exports: [{format: yolo, path: classes.txt}]")
    try studio.folder.write(
      #"{"image": "a.jpg", "bbox": [1, 1, 9, 9], "category": "\u00e9"}"# + "\n"
        + #"{"image": "b.jpg", "bbox": [1, 1, 9, 9], "category": "e\u0301\u2028\u0085"}"#, to: "boxes.jsonl")
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.folder.read("out/classes.txt") == Array("e\u{301}  \n\u{e9}\n".utf8))
    #expect(try studio.text("out/a.txt").hasPrefix("1 "))
    #expect(try studio.text("out/b.txt").hasPrefix("0 "))
  }

  @Test("A split without outputs has no metadata, and loses what it had")
  func emptySplit() throws {
    let studio = try Self.studio(
      "output_root: out\nsplit: {x: 100%, y: 0%}\noutputs: [{path: \"{split}/{stem}.jpg\"}]\n"
        + "exports: [{format: hf-imagefolder, path: \"{split}/metadata.jsonl\"}]")
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(studio.folder.files().filter { $0.hasSuffix("metadata.jsonl") } == ["out/x/metadata.jsonl"])
    try change(studio, "x: 100%, y: 0%", to: "x: 0%, y: 100%")
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(studio.folder.files().filter { $0.hasSuffix("metadata.jsonl") } == ["out/y/metadata.jsonl"])
  }

  @Test("A job that exports no more is settled as others are")
  func settled() throws {
    let studio = try Self.studio(
      Self.stems + "exports: [{format: webdataset, path: \"{shard}.tar\", max_count: 1}]",
      sources: "[\"photos/*.jpg\"]")
    func inode() throws -> UInt64? {
      try FileManager.default.attributesOfItem(atPath: studio.folder.path("job.manifest.jsonl"))[
        .systemFileNumber] as? UInt64
    }
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.job("sources: [\"photos/*.jpg\"]\n" + Self.stems)
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let before = try inode()
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try inode() == before)
  }
}
