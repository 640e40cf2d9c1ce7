import Foundation
import JSON
import Parquet
import TestSupport
import Testing

/// The export `parquet`.
struct ParquetExportTests {
  /// The rows of a file, without their pictures.
  private static func rows(_ bytes: [UInt8]) throws -> [JSONValue] {
    let file = try ParquetFile(ParquetMemory(bytes))
    var rows = try ParquetRows(file, columns: file.columns.map(\.name))
    var found: [JSONValue] = []
    while let row = try rows.next() { found.append(.object(row)) }
    return found
  }

  /// The number of the file in its file system. A new file has another one while the old one is there.
  private static func identity(_ studio: Studio) throws -> UInt64? {
    let path = studio.folder.path("out/set.parquet")
    return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
  }

  private static func pictures(_ bytes: [UInt8]) throws -> [[UInt8]] {
    let file = try ParquetFile(ParquetMemory(bytes))
    var walk = ParquetPictureWalk(file, try ParquetPictureColumn("image", in: file))
    var found: [[UInt8]] = []
    while let picture = try walk.next() { found.append(Array(picture.bytes ?? [])) }
    return found
  }

  @Test("A row has the output's bytes, its facts, its boxes and the list's columns")
  func contents() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.png", resize: {width: 32}}]
      exports: [{format: parquet, path: set.parquet}]
      """, sources: "[{annotations: boxes.csv, format: csv, space: display, crop: full}]")
    for name in ["a", "b"] { try studio.add(Picture(), "photos/\(name).jpg") }
    try studio.folder.write(
      "path,category,x,y,width,height\nphotos/a.jpg,cat,0,0,32,24\nphotos/b.jpg,dog,8,8,8,8\n",
      to: "boxes.csv")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    let bytes = try studio.folder.read("out/set.parquet")
    #expect(
      try Self.pictures(bytes) == [try studio.folder.read("out/a.png"), try studio.folder.read("out/b.png")])
    let rows = try Self.rows(bytes)
    #expect(rows.map { $0["file_name"]?.text } == ["a.png", "b.png"])
    #expect(rows.map { $0["source"]?.text } == ["photos/a.jpg", "photos/b.jpg"])
    #expect(rows.map { $0["width"]?.whole } == [32, 32])
    #expect(rows.map { $0["height"]?.whole } == [24, 24])
    // A picture of 64 x 48 at half its size.
    #expect(rows[0]["objects"]?["bbox"]?.list?[0].list?.map(\.double) == [0, 0, 16, 12])
    #expect(rows[1]["objects"]?["categories"]?.list?.map(\.text) == ["dog"])
  }

  @Test("An unchanged file isn't written again, and a changed output changes it")
  func again() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.png", resize: {width: 8}}]
      exports: [{format: parquet, path: set.parquet}]
      """)
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let (bytes, file) = (try studio.folder.read("out/set.parquet"), try Self.identity(studio))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try Self.identity(studio) == file)
    try studio.add(.tagged(3), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.folder.read("out/set.parquet") != bytes)
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.folder.read("out/set.parquet") == bytes)
  }

  @Test("Shards have the same columns, and an output that changes changes its shard alone")
  func shards() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.png", resize: {width: 8}}]
      exports: [{format: parquet, path: "train-{shard}.parquet", max_count: 2}]
      """, sources: "[{annotations: boxes.csv, format: csv, space: display, crop: full}]")
    for (number, name) in ["a", "b", "c"].enumerated() {
      try studio.add(.tagged(1, seed: number), "photos/\(name).jpg")
    }
    try studio.folder.write(
      "path,category,x,y,width,height\n"
        + ["a", "b", "c"].map { "photos/\($0).jpg,cat,0,0,4,4\n" }.joined(), to: "boxes.csv")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let names = (0..<2).map { "out/train-00000\($0).parquet" }
    #expect(studio.folder.files().filter { $0.hasSuffix(".parquet") }.sorted() == names)
    let bytes = try names.map { try studio.folder.read($0) }
    #expect(
      try bytes.map { try Self.rows($0).map { $0["file_name"]?.text } } == [["a.png", "b.png"], ["c.png"]])
    #expect(try Self.pictures(bytes[1]) == [try studio.folder.read("out/c.png")])
    let columns = try bytes.map { try ParquetFile(ParquetMemory($0)).columns.map(\.name) }
    #expect(columns[0] == columns[1])
    try studio.add(.tagged(1, seed: 9), "photos/c.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.folder.read(names[0]) == bytes[0])
    #expect(try studio.folder.read(names[1]) != bytes[1])
    let job = try studio.text("job.yaml").replacingOccurrences(of: "max_count: 2", with: "max_count: 3")
    try studio.folder.write(job, to: "job.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(studio.folder.files().filter { $0.hasSuffix(".parquet") } == [names[0]])
  }

  @Test("Each split has a file, and a split without outputs has none")
  func splits() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.png", resize: {width: 8}}]
      split: {by: "{stem}", train: 100%, test: 0%}
      exports: [{format: parquet, path: "{split}.parquet"}]
      """)
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(studio.folder.files().filter { $0.hasSuffix(".parquet") } == ["out/train.parquet"])
    #expect(try Self.rows(studio.folder.read("out/train.parquet"))[0]["split"]?.text == "train")
  }
}
