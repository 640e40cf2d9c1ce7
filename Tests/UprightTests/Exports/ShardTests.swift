import Foundation
import TestSupport
import Testing

/// WebDataset shards, as GNU tar reads them.
struct ShardTests {
  /// Photos of these stems, and a job that makes one output of each.
  private static func studio(_ stems: [String], _ export: String, _ keys: String = "") throws -> Studio {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.jpg", resize: {width: 20}}]
      exports: [{format: webdataset, \(export)}]
      \(keys)
      """)
    for (index, stem) in stems.enumerated() {
      try studio.add(Picture(width: 32 + index, height: 24, seed: index), "photos/\(stem).jpg")
    }
    return studio
  }

  private func run(_ studio: Studio, _ arguments: String...) throws {
    let run = try CommandRun.upright(["run", "--quiet"] + arguments + ["job.yaml"], in: studio.folder)
    #expect(run == CommandRun(.exit(0)))
  }

  private func tar(_ studio: Studio, _ arguments: String...) throws -> String {
    try CommandRun.run("/usr/bin/tar", arguments, in: studio.folder.path, environment: ["LC_ALL": "C.UTF-8"])
      .stdout
  }

  /// The shards, in the order of their names.
  private func shards(_ studio: Studio) -> [String] {
    studio.folder.files().filter { $0.hasSuffix(".tar") }.sorted()
  }

  @Test("Members have no time and no owner, and follow each other in the order of the plan")
  func members() throws {
    let studio = try Self.studio(["v1.2", "ä"], "path: \"s-{shard}.tar\", max_count: 9")
    try run(studio)
    #expect(shards(studio) == ["out/s-000000.tar"])
    let bytes = try ["v1.2", "ä"].map { try studio.folder.read("out/\($0).jpg") }
    let json = [
      #"{"file_name":"v1.2.jpg","source":"photos/v1.2.jpg","id":"v1.2","width":20,"height":15}"#,
      #"{"file_name":"ä.jpg","source":"photos/ä.jpg","id":"ä","width":20,"height":15}"#,
    ]
    let listing = try tar(studio, "-tvf", "out/s-000000.tar", "--full-time", "--numeric-owner", "--utc")
    let words = listing.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let members = [
      ("v1_2.jpg", bytes[0].count), ("v1_2.json", json[0].utf8.count), ("ä.jpg", bytes[1].count),
      ("ä.json", json[1].utf8.count),
    ]
    #expect(
      words
        == members.map { ["-rw-r--r--", "0/0", String($0.1), "1970-01-01", "00:00:00", $0.0] })
    #expect(try tar(studio, "-xOf", "out/s-000000.tar", "v1_2.json") == json[0])
    #expect(try tar(studio, "-xOf", "out/s-000000.tar", "ä.json") == json[1])
    _ = try tar(studio, "-xf", "out/s-000000.tar")
    #expect(try studio.folder.read("v1_2.jpg") == bytes[0])
    #expect(try studio.folder.read("ä.jpg") == bytes[1])
  }

  @Test("A picture's member has the ending of its format, and its bytes")
  func formats() throws {
    let endings = ["jpeg": "jpg", "png": "png", "tiff": "tif", "webp": "webp", "avif": "avif"]
    let outputs = endings.keys.map { "- {path: \"\($0)/{stem}\", format: \($0), resize: {width: 20}}" }
      .sorted()
    let studio = try Studio(
      "output_root: out\noutputs:\n\(outputs.joined(separator: "\n"))\n"
        + "exports: [{format: webdataset, path: \"{shard}.tar\", max_count: 9}]")
    try studio.add(Picture(), "photos/a.jpg")
    try run(studio)
    let members = try tar(studio, "-tf", "out/000000.tar").split(separator: "\n").map(String.init)
    #expect(members == endings.sorted { $0.key < $1.key }.flatMap { ["\($0)/a.\($1)", "\($0)/a.json"] })
    _ = try tar(studio, "-xf", "out/000000.tar")
    let starts: [String: [UInt8]] = [
      "jpeg": [0xFF, 0xD8], "png": [0x89, 0x50], "tiff": [0x49, 0x49], "webp": Array("RIFF".utf8),
      "avif": [0, 0, 0],
    ]
    for (format, ending) in endings {
      let bytes = try studio.folder.read("\(format)/a.\(ending)")
      #expect(bytes == (try studio.folder.read("out/\(format)/a")))
      #expect(bytes.starts(with: try #require(starts[format])))
    }
  }

  /// A tar file has a header of 512 bytes for each member, members of whole 512 bytes, and 1024 at its end (POSIX.1-2017,
  /// pax, "ustar Interchange Format"); GNU's has a name of more than 100 bytes as a member of its own.
  @Test("A shard is as full as max_size lets it be")
  func sizes() throws {
    let stems = (0..<12).map { String(repeating: "abc", count: $0 * 4) + "\($0)" }
    let studio = try Self.studio(stems, "path: \"{shard}.tar\", max_size: 9000")
    try run(studio)
    let samples = try tar(studio, "-tvf", "out/000000.tar").split(separator: "\n").count / 2
    #expect(samples > 1 && samples < 12)
    var sizes: [Int] = []
    for shard in shards(studio) { sizes.append(try studio.folder.read(shard).count) }
    #expect(sizes.allSatisfy { $0 <= 9000 })
    var names: [String] = []
    var firsts: [Int] = []
    for shard in shards(studio) {
      let listed = try tar(studio, "-tf", shard).split(separator: "\n").map(String.init)
      names += listed
      // What the first sample takes up: both members, and the names that are too long.
      let rows = try tar(studio, "-tvf", shard).split(separator: "\n").prefix(2)
      let counts = rows.compactMap { Int($0.split(separator: " ")[2]) }
      let longNames = listed.prefix(2).filter { $0.utf8.count > 100 }
      firsts.append(
        counts.reduce(0) { $0 + 512 + ($1 + 511) / 512 * 512 }
          + longNames.reduce(0) { $0 + 512 + ($1.utf8.count + 512) / 512 * 512 })
    }
    #expect(names == stems.sorted().flatMap { ["\($0).jpg", "\($0).json"] })
    for (size, next) in zip(sizes, firsts.dropFirst()) { #expect(size + next > 9000) }
  }

  @Test("A sample that is too large has a shard of its own")
  func large() throws {
    let studio = try Self.studio(["a", "b"], "path: \"{shard}.tar\", max_size: 100")
    try run(studio)
    #expect(shards(studio) == ["out/000000.tar", "out/000001.tar"])
  }

  @Test("The same bytes for other --jobs, in another place and after --force")
  func sameBytes() throws {
    let stems = (0..<20).map { "p\($0)" }
    let export = "path: \"{split}/{shard}.tar\", max_count: 3"
    let split = "split: {train: 60%, test: 40%}"
    let (one, other) = (try Self.studio(stems, export, split), try Self.studio(stems, export, split))
    try run(one, "--jobs", "1")
    try run(other, "--jobs", "3")
    let expected = try shards(one).map { try one.folder.read($0) }
    #expect(shards(other) == shards(one))
    #expect(try shards(other).map { try other.folder.read($0) } == expected)
    try run(other, "--force")
    #expect(try shards(other).map { try other.folder.read($0) } == expected)
    var keys: [String: [String]] = [:]
    for shard in shards(one) {
      let names = try tar(one, "-tf", shard).split(separator: "\n").map(String.init)
      keys[String(shard.split(separator: "/")[1]), default: []] += names
    }
    #expect(keys["train", default: []].count + keys["test", default: []].count == 40)
    #expect(Set(keys["train", default: []]).isDisjoint(with: keys["test", default: []]))
  }

  @Test("Shards beyond the last are taken away, and no file of anybody else's")
  func fewer() throws {
    let stems = (0..<7).map { "p\($0)" }
    let studio = try Self.studio(stems, "path: \"{shard}.tar\", max_count: 2")
    try run(studio)
    #expect(shards(studio).count == 4)
    try studio.folder.write("mine", to: "out/000004.tar")
    try studio.folder.write("mine too", to: "out/000003.tar")
    let job = try studio.text("job.yaml").replacingOccurrences(of: "max_count: 2", with: "max_count: 4")
    try studio.folder.write(job, to: "job.yaml")
    try run(studio)
    #expect(
      shards(studio) == ["out/000000.tar", "out/000001.tar", "out/000003.tar", "out/000004.tar"])
    #expect(try studio.text("out/000003.tar") == "mine too")
    #expect(try studio.text("out/000004.tar") == "mine")
  }

  @Test("An output that changes changes its shard alone")
  func changed() throws {
    let stems = (0..<4).map { "p\($0)" }
    let studio = try Self.studio(stems, "path: \"{shard}.tar\", max_count: 2")
    try run(studio)
    let before = try shards(studio).map { try studio.folder.read($0) }
    try studio.add(Picture(width: 40, height: 40, seed: 9), "photos/p3.jpg")
    try run(studio)
    #expect(try studio.folder.read("out/000000.tar") == before[0])
    #expect(try studio.folder.read("out/000001.tar") != before[1])
    _ = try tar(studio, "-xf", "out/000001.tar")
    #expect(try studio.folder.read("p3.jpg") == studio.folder.read("out/p3.jpg"))
  }

  @Test("Outputs that would be one sample, or a shard, are refused")
  func refused() throws {
    let studio = try Self.studio(["a.b", "a_b"], "path: \"{shard}.tar\", max_count: 2")
    let run = try studio.upright("plan", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.hasPrefix(
        "job.yaml:4:18: error: 'a.b.jpg' and 'a_b.jpg' would both be the sample 'a_b' in shards: change 'path'\n"
      ), "\(run.stderr)")
    try studio.job(
      """
      sources: ["photos/*.jpg"]
      format: jpeg
      outputs: [{path: "{index}.tar"}]
      exports: [{format: webdataset, path: "{shard}.tar", max_count: 1}]
      """)
    let tars = try studio.upright("plan", "job.yaml")
    #expect(tars.ending == .exit(2))
    #expect(
      tars.stderr.hasPrefix("job.yaml:4:18: error: '000001.tar' ends as shards do: change 'path'\n"),
      "\(tars.stderr)")
  }

  @Test("A single Parquet file may lie beside shards, but not under the name of one")
  func besideShards() throws {
    let studio = try Studio("", sources: "[]")
    try studio.add(.tagged(1), "photos/a.jpg")
    func plan(_ path: String) throws -> CommandRun {
      try studio.job(
        """
        sources: ["photos/*.jpg"]
        outputs: [{path: "{stem}.jpg"}]
        exports:
          - {format: parquet, path: "\(path)"}
          - {format: parquet, path: "parts/all-{shard}.parquet", max_count: 1}
        """)
      return try studio.upright("plan", "--summary", "job.yaml")
    }
    #expect(try plan("parts/all.parquet").ending == .exit(0))
    let refused = try plan("parts/all-000007.parquet")
    #expect(refused.ending == .exit(2))
    let reason = "'parts/all-000007.parquet', which 'parquet' writes, ends as shards do: change 'path'"
    #expect(refused.stderr.contains(reason), "\(refused.stderr)")
  }
}
