import JSON
import TestSupport
import Testing

/// Text files beside pictures that become the column `text` of exports.
struct CaptionTests {
  private static let keys = """
    output_root: out
    outputs: [{path: "{dir}/{stem}.jpg", resize: "8,"}]
    exports:
      - {format: hf-imagefolder, path: metadata.jsonl}
      - {format: webdataset, path: "shards/{shard}.tar", max_count: 9}
      - {format: parquet, path: data.parquet}
    """
  private static let sources = #"{glob: "photos/**/*.jpg", captions: "texts/{dir}/{stem}.txt"}"#

  private static func studio() throws -> Studio {
    let studio = try Studio(keys, sources: sources)
    for name in ["a/one", "a/two", "b/one"] { try studio.add(Picture(), "photos/\(name).jpg") }
    try studio.folder.write("  a cat,\non a \"mat\"\r\n", to: "texts/a/one.txt")
    try studio.folder.write("ein Hügel", to: "texts/b/one.txt")
    return studio
  }

  /// The column `text` of each line of `metadata.jsonl`.
  private static func texts(_ studio: Studio) throws -> [String?] {
    try studio.text("out/metadata.jsonl").split(separator: "\n").map { line in
      try JSONValue(line: Array(line.utf8)[...])["text"]?.text
    }
  }

  private static let expected = ["a cat,\non a \"mat\"", nil, "ein Hügel"]

  @Test(
    "Captions are columns and members of exports, also of a plan's shards, and a missing one is a warning")
  func exports() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(try Self.texts(studio) == Self.expected)
    let members = TarReader.members(try studio.folder.read("out/shards/000000.tar"))
    #expect(
      members.map(\.name) == [
        "a/one.jpg", "a/one.json", "a/one.txt", "a/two.jpg", "a/two.json", "b/one.jpg", "b/one.json",
        "b/one.txt",
      ])
    let texts = members.filter { $0.name.hasSuffix(".txt") }.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts == Self.expected.compactMap(\.self))
    let rows = try studio.rows()
    #expect(rows.map { $0.warnings.map(\.code) } == [[], ["no_caption"], []])
    #expect(rows[1].warnings[0].message == "there is no caption 'texts/a/two.txt'")
    let parquet = try studio.folder.read("out/data.parquet")

    let plan = "upright plan --out plan.jsonl --shards 2 job.yaml && rm -r out texts"
    let runs = (0...1).map { "upright run --quiet --plan plan.jsonl --shard \($0)/2" }
    let shards = runs.joined(separator: " && ")
    #expect(try studio.shell("\(plan) && \(shards) && upright merge --plan plan.jsonl").ending == .exit(0))
    #expect(try Self.texts(studio) == Self.expected)
    #expect(try studio.folder.read("out/data.parquet") == parquet)
  }

  @Test("A changed caption changes exports and no output")
  func change() throws {
    let studio = try Self.studio()
    _ = try studio.upright("run", "--quiet", "job.yaml")
    try studio.folder.write("a dog", to: "texts/b/one.txt")
    let run = try studio.upright("run", "--json", "job.yaml")
    #expect(run.stdout.contains(#""reused":3,"#))
    #expect(try Self.texts(studio).last == "a dog")
    let members = TarReader.members(try studio.folder.read("out/shards/000000.tar"))
    #expect(members.last?.bytes == Array("a dog".utf8))
  }

  @Test("A caption that is no text fails its picture's row")
  func bad() throws {
    let studio = try Self.studio()
    try studio.folder.write([0x61, 0xFF], to: "texts/a/one.txt")
    try studio.folder.write([UInt8](repeating: 0x61, count: (64 << 10) + 1), to: "texts/b/one.txt")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let errors = try studio.rows().map(\.error?.message)
    #expect(
      errors == [
        "the caption 'texts/a/one.txt' isn't UTF-8: save it in this encoding", nil,
        "the caption 'texts/b/one.txt' is larger than 64 KiB: shorten it",
      ])
  }
}
