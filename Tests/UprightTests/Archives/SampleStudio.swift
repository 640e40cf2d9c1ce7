import Foundation
import JSON
import Parquet
import TestSupport

/// A folder with samples of WebDataset in an archive, and a job that exports them.
struct SampleStudio {
  let studio: Studio
  /// The members by their names, in the order of the archive.
  private(set) var members: [(name: String, bytes: [UInt8])]

  static let json =
    #"{"image":1,"x_file_name":"/x","caption":"a \"b\" é","width":9000,"score":0.50,"tags":["x","y"],"cls":"no","caption":"c"}"#
  static let exports = """
    exports:
      - {format: webdataset, path: "{shard}.tar", max_count: 2}
      - {format: hf-imagefolder, path: metadata.jsonl}
      - {format: parquet, path: set.parquet}
    """

  /// `keys` are those of the entry of `sources`, behind `archive`.
  init(_ keys: String = "", exports: String = Self.exports) throws {
    studio = try Studio()
    members = [
      ("d/1.jpg", try Picture.tagged(6, seed: 1).jpeg()), ("d/1.cls", Array("7\n".utf8)),
      ("d/1.json", Array(Self.json.utf8)), ("d/1.seg.npy", [0, 255, 10]), ("d/1.TXT", Array("é\n".utf8)),
      ("d/10.txt", Array("not of 1".utf8)), ("d/10.jpg", try Picture.tagged(1, seed: 2).jpeg()),
      ("d/10.cls", Array("n0144".utf8)), ("d/10.json", Array("[1,{}]".utf8)),
      ("e.jpg", try Picture.tagged(1, seed: 3).jpeg()), ("e", [1]), ("e/1.txt", [2]),
    ]
    try write()
    try studio.job(
      """
      sources: [{archive: set.tar\(keys)}]
      output_root: out
      outputs: [{path: "{dir}/{stem}.png", resize: {width: 9}}]
      \(exports)
      """)
  }

  /// Writes the archive of ``members``.
  func write() throws {
    var tar = TarBuilder()
    for (name, bytes) in members { tar.add(name, bytes) }
    tar.end()
    try studio.folder.write(tar.bytes, to: "set.tar")
  }

  /// Changes a member, and writes the archive anew.
  mutating func change(_ name: String, _ bytes: [UInt8]) throws {
    guard let place = members.firstIndex(where: { $0.name == name }) else { return }
    members[place].bytes = bytes
    try write()
  }

  /// Name and bytes of the members of a tar in the folder of outputs.
  func shard(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
    TarReader.members(try studio.folder.read("out/\(name)"))
  }

  /// The objects of `metadata.jsonl`.
  func metadata() throws -> [JSONValue] {
    try studio.text("out/metadata.jsonl").split(separator: "\n").map {
      try JSONValue(line: Array($0.utf8)[...])
    }
  }

  /// The rows of a Parquet file, without their pictures.
  func rows(_ name: String = "set.parquet") throws -> [JSONValue] {
    let file = try ParquetFile(ParquetMemory(try studio.folder.read("out/\(name)")))
    var rows = try ParquetRows(file, columns: file.columns.map(\.name))
    var found: [JSONValue] = []
    while let row = try rows.next() { found.append(.object(row)) }
    return found
  }

  /// The exported files by their names.
  func exported() throws -> [String: [UInt8]] {
    try studio.contents().filter { $0.key.hasPrefix("out/") && !$0.key.contains(".upright") }
  }
}
