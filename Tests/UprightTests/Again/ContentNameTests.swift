import Foundation
import TestSupport
import Testing

/// Outputs whose names have a hash of their own bytes.
struct ContentNameTests {
  private static func studio(_ keys: String, pictures: [String] = ["a", "b"]) throws -> Studio {
    let studio = try Studio("output_root: out\n\(keys)")
    for (seed, name) in pictures.enumerated() {
      try studio.add(.tagged(6, seed: seed), "photos/\(name).jpg")
    }
    return studio
  }

  /// The outputs in `out`, sorted by bytes.
  private static func outputs(_ studio: Studio) -> [String] {
    studio.folder.files().filter { $0.hasPrefix("out/") && !$0.contains(".upright") }
      .map { String($0.dropFirst(4)) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func run(_ studio: Studio, _ arguments: String..., status: Int32 = 0) throws -> CommandRun {
    let run = try CommandRun.upright(["run"] + arguments + ["job.yaml"], in: studio.folder)
    #expect(run.ending == .exit(status), "\(run.stderr)")
    return run
  }

  private static let family = """
    outputs:
      - {path: "{stem}-{width}.{content8}.{format}", widths: [16, 32], formats: [webp, jpeg]}
      - {path: "{content8}/{stem}.png", resize: {width: 8}}
      - {path: "{stem}.png", resize: {width: 8}}
    exports: [{format: srcset, path: srcset.json}, {format: zip, path: all.zip}]
    """

  @Test("Names are the starts of the files' hashes, in runs, exports, checks and shards")
  func names() throws {
    let studio = try Self.studio(Self.family)
    _ = try Self.run(studio, "--quiet")
    let rows = try studio.rows()
    #expect(rows.count == 12)
    let keys = rows.map { "\($0.source) \($0.output ?? "")" }
    #expect(keys == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    let paths = rows.compactMap(\.output)
    let sums = try CommandRun.run("/usr/bin/sha256sum", paths, in: studio.folder.path("out")).stdout
    for line in sums.split(separator: "\n") {
      let (sum, path) = (line.prefix(8), line.dropFirst(66))
      #expect(["a.png", "b.png"].contains(path) || path.contains(sum), "\(line)")
    }
    #expect(sums.split(separator: "\n").count == 12)
    #expect(Self.outputs(studio) == (paths + ["all.zip", "srcset.json"]).sorted())
    let zip = String(decoding: try studio.folder.read("out/all.zip"), as: UTF8.self)
    for path in paths { #expect(zip.contains(path)) }
    let widths = paths.filter { $0.contains("-16.") || $0.contains("-32.") }
    #expect(widths.count == 8)
    let srcset = try studio.text("out/srcset.json")
    for path in widths { #expect(srcset.contains(#""path":"\#(path)""#)) }
    let again = try Self.run(studio, "--json", "--quiet")
    #expect(again.stdout.contains(#""rows":12,"ok":12,"reused":12"#), "\(again.stdout)")
    let status = try studio.upright("status", "job.yaml").stdout
    #expect(status == "job: 12 of 12 outputs done, 0 stale, 0 missing, 0 failed\n")
    let verify = try studio.upright("verify", "--render", "all", "job.manifest.jsonl")
    #expect(verify.ending == .exit(0), "\(verify.stdout)\(verify.stderr)")
    // Two shards make the same files.
    let passed: (String) -> Bool = { $0.contains(".upright") || $0.contains("p.jsonl") }
    let whole = try studio.contents().filter { !passed($0.key) }
    let commands =
      "rm -r out job.manifest.jsonl; upright plan --out p.jsonl --shards 2 job.yaml >/dev/null; "
      + "for i in 0 1; do upright run --quiet --plan p.jsonl --shard $i/2 || exit 9; done; "
      + "upright merge --quiet --plan p.jsonl"
    #expect(try studio.shell(commands) == CommandRun(.exit(0)))
    #expect(try studio.contents().filter { !passed($0.key) } == whole)
    // A changed byte is found.
    let changed = "out/\(widths[0])"
    var bytes = try studio.folder.read(changed)
    bytes[bytes.count / 2] ^= 1
    try studio.folder.write(bytes, to: changed)
    let found = try studio.upright("verify", "--outputs-only", "job.manifest.jsonl")
    #expect(found.ending == .exit(1))
    #expect(found.stdout.contains("-> \(changed): the output is not as the manifest says"), "\(found.stdout)")
  }

  private static func keys(_ quality: Int, _ more: String = "") -> String {
    "outputs: [{path: \"{stem}-{content8}.jpg\", quality: \(quality)}]\n\(more)"
  }

  @Test("Other bytes get another name, and --prune removes the earlier file")
  func changed() throws {
    let studio = try Self.studio(Self.keys(90))
    _ = try Self.run(studio, "--quiet")
    let first = Self.outputs(studio)
    #expect(first.count == 2)
    try studio.must("sed -i 's/quality: 90/quality: 40/' job.yaml")
    let run = try Self.run(studio)
    #expect(
      run.stderr.contains("2 of 2 outputs made from 2 images, 2 earlier files left for --prune;"),
      "\(run.stderr)")
    let second = try studio.rows().compactMap(\.output)
    #expect(Set(second).isDisjoint(with: first))
    #expect(Self.outputs(studio) == (first + second).sorted())
    // A picture that can't be made keeps its earlier file.
    let picture = try studio.folder.read("photos/a.jpg")
    try studio.folder.write(Array(picture.prefix(picture.count / 2)), to: "photos/a.jpg")
    _ = try Self.run(studio, "--quiet", "--prune", status: 1)
    #expect(try studio.rows().map(\.output) == ["a-{content8}.jpg", second[1]])
    #expect(Self.outputs(studio).contains(second[0]))
    #expect(Self.outputs(studio).contains(first[1]) == false)
    let verify = try studio.upright("verify", "job.manifest.jsonl")
    #expect(verify.ending == .exit(0), "\(verify.stdout)\(verify.stderr)")
    try studio.folder.write(picture, to: "photos/a.jpg")
    let last = try Self.run(studio, "--prune")
    #expect(
      last.stderr.contains("1 of 2 outputs made from 2 images, 1 done before, 1 pruned;"), "\(last.stderr)")
    #expect(Self.outputs(studio) == second)
    try studio.expectAsClean()
  }

  @Test(
    "A file of somebody else with other bytes stays, and the row fails; one with the same bytes is no obstacle"
  )
  func taken() throws {
    let studio = try Self.studio(Self.keys(90), pictures: ["a"])
    _ = try Self.run(studio, "--quiet")
    let path = "out/" + (try #require(Self.outputs(studio).first))
    let bytes = try studio.folder.read(path)
    try studio.must("rm -r out/.upright job.manifest.jsonl")
    try studio.folder.write("mine", to: path)
    let run = try Self.run(studio, status: 1)
    let message =
      "'\(path.dropFirst(4))' is there already with other bytes, and this job did not make it: remove it"
    #expect(run.stderr.contains(message), "\(run.stderr)")
    #expect(try studio.text(path) == "mine")
    #expect(try studio.rows().map(\.error?.code) == ["write_failed"])
    try studio.folder.write(bytes, to: path)
    _ = try Self.run(studio, "--quiet")
    #expect(try studio.folder.read(path) == bytes)
    // A file that this job made is made again.
    try studio.folder.write("changed", to: path)
    _ = try Self.run(studio, "--quiet")
    #expect(try studio.folder.read(path) == bytes)
    try studio.expectAsClean()
  }

  @Test("Where a hash could make two paths the same, both rows fail, and all others are made")
  func collision() throws {
    let studio = try Self.studio(
      """
      outputs: [{path: "{stem}-{content8}.jpg", quality: 90}, {path: "{stem}.jpg", quality: 90}]
      on_collision: fail_rows
      """, pictures: ["a", "a-fbcf9864"])
    _ = try Self.run(studio, "--quiet", status: 1)
    let failed = try studio.rows().filter { $0.error?.code == "collision" }.compactMap(\.output)
    #expect(Set(failed) == ["a-{content8}.jpg", "a-fbcf9864.jpg"])
    #expect(failed.count == 2)
    let outputs = Self.outputs(studio)
    #expect(outputs.count == 2 && outputs.contains("a.jpg") && !outputs.contains("a-fbcf9864.jpg"))
  }

  @Test("A run that was killed before it noted its files ends up like another one")
  func killed() throws {
    let studio = try Self.studio(Self.keys(90))
    _ = try Self.run(studio, "--quiet")
    try studio.must("sed -i 's/quality: 90/quality: 40/' job.yaml")
    let noted = try studio.journal().count { $0.dropFirst(9).hasPrefix("item\t") }
    _ = try Self.run(studio, "--quiet")
    // The items of the first run stay, those of the second are lost.
    var items = 0
    let kept = try studio.journal().filter { line in
      guard line.dropFirst(9).hasPrefix("item\t") else { return !line.dropFirst(9).hasPrefix("end\t") }
      items += 1
      return items <= noted
    }
    #expect(items == 2 * noted)
    try studio.folder.write(kept.map { $0 + "\n" }.joined(), to: "out/.upright/job/journal")
    _ = try Self.run(studio, "--quiet", "--prune")
    #expect(Self.outputs(studio).count == 2)
    try studio.expectAsClean()
  }
}
