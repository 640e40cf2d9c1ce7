import Foundation
import Parquet
import TestSupport
import Testing

/// Exports list a mask beside the picture over which it lies.
struct MaskExportTests {
  private static func labels(_ number: Int) -> [UInt8] {
    LabelFile((0..<4).map { y in (0..<6).map { x in 10 * y + x + number } }).file()
  }

  private static func studio(_ exports: String, pictures: [String] = ["a", "b"]) throws -> Studio {
    let studio = try Studio(
      """
      output_root: out
      outputs:
      - {path: "images/{stem}.jpg", mask: "labels/{stem}.png"}
      - {path: "small/{stem}.jpg", resize: {width: 3}}
      exports:
      \(exports)
      """, sources: #"{glob: "photos/*.jpg", masks: "masks/{stem}.png"}"#)
    for (number, name) in pictures.enumerated() {
      try studio.add(.tagged(1, width: 6, height: 4), "photos/\(name).jpg")
      try studio.folder.write(labels(number), to: "masks/\(name).png")
    }
    try run(studio)
    return studio
  }

  private static func run(_ studio: Studio) throws {
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
  }

  @Test("A sample of WebDataset has the mask behind the picture, and a changed mask changes the shard")
  func webDataset() throws {
    let studio = try Self.studio("- {format: webdataset, path: \"{shard}.tar\", max_count: 9}")
    func check() throws {
      let members = TarReader.members(try studio.folder.read("out/000000.tar"))
      #expect(
        members.map(\.name) == [
          "images/a.jpg", "images/a.mask.png", "images/a.json", "small/a.jpg", "small/a.json",
          "images/b.jpg", "images/b.mask.png", "images/b.json", "small/b.jpg", "small/b.json",
        ])
      #expect(members[1].bytes == (try studio.folder.read("out/labels/a.png")))
      #expect(members[6].bytes == (try studio.folder.read("out/labels/b.png")))
    }
    try check()
    let before = try studio.folder.read("out/labels/b.png")
    try studio.folder.write(Self.labels(7), to: "masks/b.png")
    try Self.run(studio)
    #expect(try studio.folder.read("out/labels/b.png") != before)
    try check()
  }

  @Test("Masks count in the size of shards", arguments: ["tar", "zip"])
  func sizes(_ ending: String) throws {
    let format = ending == "tar" ? "webdataset" : "zip"
    func export(_ size: Int) -> String {
      "- {format: \(format), path: \"{shard}.\(ending)\", max_size: \(size)}"
    }
    let whole = try Self.studio(export(1_000_000)).folder.read("out/000000.\(ending)")
    // A zip counts up to 60 bytes too many for each of its 6 members, and up to 80 for its end.
    let bound = whole.count + 6 * 60 + 80
    let one = try Self.studio(export(bound))
    #expect(!one.folder.files().contains("out/000001.\(ending)"))
    let two = try Self.studio(export(whole.count - 1))
    #expect(two.folder.files().contains("out/000001.\(ending)"))
    #expect(try two.folder.read("out/000000.\(ending)").count < whole.count)
  }

  @Test(
    "A zip has masks under their paths",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 isn't installed"))
  func zip() throws {
    let studio = try Self.studio("- {format: zip, path: set.zip}", pictures: ["a"])
    try studio.must("python3 -m zipfile -e out/set.zip copy")
    let paths = ["images/a.jpg", "labels/a.png", "small/a.jpg"]
    #expect(studio.folder.files().filter { $0.hasPrefix("copy/") }.sorted() == paths.map { "copy/\($0)" })
    for path in paths {
      #expect(try studio.folder.read("copy/\(path)") == (try studio.folder.read("out/\(path)")))
    }
  }

  @Test("'metadata.jsonl' names the mask, if it lies in its folder")
  func imageFolder() throws {
    let studio = try Self.studio(
      "- {format: hf-imagefolder, path: metadata.jsonl}\n- {format: hf-imagefolder, path: images/metadata.jsonl}",
      pictures: ["a"])
    #expect(
      try studio.text("out/metadata.jsonl")
        == #"{"file_name":"images/a.jpg","mask_file_name":"labels/a.png","width":6,"height":4}"# + "\n"
        + #"{"file_name":"small/a.jpg","width":3,"height":2}"# + "\n")
    #expect(
      try studio.text("out/images/metadata.jsonl") == #"{"file_name":"a.jpg","width":6,"height":4}"# + "\n")
  }

  @Test("A Parquet file has a column of masks")
  func parquet() throws {
    let studio = try Self.studio("- {format: parquet, path: set.parquet}")
    let file = try ParquetFile(ParquetMemory(try studio.folder.read("out/set.parquet")))
    #expect(file.columns.map(\.name) == ["image", "mask", "file_name", "source", "id", "width", "height"])
    let features = try #require(file.notes["huggingface"])
    #expect(features.contains(#""image":{"_type":"Image"},"mask":{"_type":"Image"},"#))
    let column = try ParquetPictureColumn("mask", in: file)
    var walk = ParquetPictureWalk(file, column)
    var masks: [[UInt8]?] = []
    while let mask = try walk.next() { masks.append(mask.bytes.map { Array($0) }) }
    let made = try ["a", "b"].map { try studio.folder.read("out/labels/\($0).png") }
    #expect(masks == [made[0], nil, made[1], nil])
    var rows = try ParquetRows(file, columns: [try #require(column.pathColumn)])
    var paths: [String?] = []
    while let row = try rows.next() { paths.append(row.first?.value.text) }
    #expect(paths == ["labels/a.png", nil, "labels/b.png", nil])
  }

  @Test("A mask that the job didn't make isn't exported")
  func kept() throws {
    let studio = try Self.studio("- {format: hf-imagefolder, path: metadata.jsonl}", pictures: ["a"])
    try studio.must("rm -r out && mkdir -p out/labels && echo mine >out/labels/a.png")
    try studio.must("sed -i 's/^output_root: out/&\\nexisting: keep/' job.yaml")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(try studio.rows().map(\.status) == ["ok", "skipped", "ok"])
    #expect(try !studio.text("out/metadata.jsonl").contains("mask_file_name"))
  }
}
