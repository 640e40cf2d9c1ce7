import Foundation
import TestSupport
import Testing

/// Runs of a job after its libraries changed. The earlier runs find no dav1d, so they have other versions.
struct UpgradeTests {
  private static let one = #""libdav1d":"none""#

  private static func studio(_ keys: String = "on_upgrade: keep\n") throws -> Studio {
    let studio = try Studio("\(keys)output_root: out\noutputs: [{path: '{stem}.jpg'}]")
    for (seed, name) in ["a", "b", "c"].enumerated() {
      try studio.add(.tagged(1, seed: seed), "photos/\(name).jpg")
    }
    try studio.folder.write("", to: "libraries/libdav1d.so.6")
    return studio
  }

  /// Runs upright as it was before the upgrade.
  private static func earlier(_ studio: Studio, _ arguments: String...) throws -> CommandRun {
    try CommandRun.upright(
      arguments, in: studio.folder, environment: ["LD_LIBRARY_PATH": studio.folder.path("libraries")])
  }

  /// For each row of the manifest: true if the row names the earlier versions.
  private static func areEarlier(_ studio: Studio) throws -> [Bool] {
    try studio.text("job.manifest.jsonl").split(separator: "\n").map { $0.contains(one) }
  }

  @Test("By default outputs of other versions are made again")
  func remake() throws {
    let studio = try Self.studio("")
    #expect(try Self.earlier(studio, "run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(
      try studio.upright("status", "job.yaml").stdout.hasSuffix(
        "job: 0 of 3 outputs done, 3 stale, 0 missing, 0 failed\n"))
    let run = try studio.changes("run", "--quiet", "job.yaml")
    #expect(run.files == ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg", "out/c.jpg"])
    #expect(try Self.areEarlier(studio) == [false, false, false])
  }

  @Test("Kept outputs stay as they are, and their rows name the versions that made them")
  func keep() throws {
    let studio = try Self.studio()
    #expect(try Self.earlier(studio, "run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let manifest = try studio.text("job.manifest.jsonl")
    // The first run writes the same manifest again, the second one nothing.
    for files in [["job.manifest.jsonl"], []] {
      try studio.expect(
        says: "job: 0 of 3 outputs made from 3 images, 3 done before (3 by other versions); 0 B; "
          + "manifest job.manifest.jsonl\n", files: files, by: "run", "job.yaml")
      #expect(try studio.text("job.manifest.jsonl") == manifest)
    }
    #expect(try Self.areEarlier(studio) == [true, true, true])
  }

  @Test("An output with any other difference is made again, by the present versions")
  func others() throws {
    let studio = try Self.studio()
    #expect(try Self.earlier(studio, "run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("rm out/a.jpg && touch photos/b.jpg")
    try studio.add(.tagged(1, seed: 9), "photos/d.jpg")
    let run = try studio.changes("run", "--json", "--quiet", "job.yaml")
    #expect(run.files == ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg", "out/d.jpg"])
    #expect(run.run.stdout.contains(#""ok":4,"reused":1,"#))
    #expect(run.run.stdout.contains(#","older":1,"#))
    #expect(try Self.areEarlier(studio) == [false, false, true, false])
    try studio.must("sed -i \"s/jpg'/jpg', resize: '9,'/\" job.yaml")
    #expect(
      try studio.upright("run", "job.yaml").stderr.hasPrefix("job: 4 of 4 outputs made from 4 images; "))
    #expect(try Self.areEarlier(studio) == [false, false, false, false])
  }

  @Test("Commands tell before a run which outputs stay")
  func before() throws {
    let studio = try Self.studio()
    #expect(try Self.earlier(studio, "run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("rm out/a.jpg")
    #expect(
      try studio.upright("status", "job.yaml")
        == CommandRun(
          .exit(0),
          stdout: "missing out/a.jpg\nolder out/b.jpg\nolder out/c.jpg\n"
            + "job: 2 of 3 outputs done (2 by other versions), 0 stale, 1 missing, 0 failed\n"))
    #expect(
      try studio.upright("status", "--json", "job.yaml").stdout
        == #"{"job":"job","outputs":3,"done":2,"stale":0,"missing":1,"failed":0,"filtered":0,"older":2}"#
        + "\n")
    #expect(
      try studio.upright("run", "--dry-run", "job.yaml").stdout
        == "make out/a.jpg\njob: 1 of 3 outputs would be made from 3 images, 2 done before (2 by other versions), 0 would fail; "
        + "nothing is written\n")
    let plan = try studio.upright("plan", "job.yaml").stdout.split(separator: "\n")
    #expect(
      plan.last?.hasPrefix("3 sources, 3 outputs, 2 of them kept as other versions made them; ") == true)
    let header = try studio.upright("plan", "--json", "job.yaml").stdout.split(separator: "\n").first
    #expect(header?.hasSuffix(#","older":2}"#) == true)
  }

  @Test("--force makes kept outputs again")
  func force() throws {
    let studio = try Self.studio()
    #expect(try Self.earlier(studio, "run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(
      try studio.upright("run", "--force", "job.yaml").stderr.hasPrefix(
        "job: 3 of 3 outputs made from 3 images; "))
    #expect(try Self.areEarlier(studio) == [false, false, false])
  }

  @Test("A failure of other versions is tried again")
  func failure() throws {
    let studio = try Self.studio()
    try studio.must("truncate -s 1200 photos/a.jpg")
    #expect(try Self.earlier(studio, "run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(
      try studio.upright("status", "job.yaml").stdout
        == "missing out/a.jpg\nolder out/b.jpg\nolder out/c.jpg\n"
        + "job: 2 of 3 outputs done (2 by other versions), 0 stale, 1 missing, 0 failed\n")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try Self.areEarlier(studio) == [false, true, true])
  }

  @Test("A journal of an earlier version of Upright lacks the versions; those of the manifest count")
  func journalWithoutVersions() throws {
    let studio = try Self.studio()
    #expect(try Self.earlier(studio, "run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.forget("versions")
    try studio.must("rm out/a.jpg")
    #expect(
      try studio.upright("run", "job.yaml").stderr.hasPrefix(
        "job: 1 of 3 outputs made from 3 images, 2 done before (2 by other versions); "))
    // Now the journal tells both versions, and the manifest isn't asked.
    try studio.must("rm job.manifest.jsonl")
    #expect(
      try studio.upright("run", "job.yaml").stderr.hasPrefix(
        "job: 0 of 3 outputs made from 3 images, 3 done before (2 by other versions); "))
    #expect(try Self.areEarlier(studio) == [false, true, true])
    try studio.must("rm job.manifest.jsonl")
    try studio.forget("versions")
    #expect(
      try studio.upright("run", "job.yaml").stderr.hasPrefix(
        "job: 2 of 3 outputs made from 3 images, 1 done before; "))
  }

  @Test("Shards keep outputs, and the merged manifest names the versions of each row")
  func shards() throws {
    let studio = try Self.studio()
    #expect(try Self.earlier(studio, "run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("rm out/a.jpg")
    #expect(try studio.upright("plan", "--out", "p.jsonl", "--shards", "2", "job.yaml").ending == .exit(0))
    for shard in ["0/2", "1/2"] {
      #expect(
        try studio.upright("run", "--quiet", "--plan", "p.jsonl", "--shard", shard) == CommandRun(.exit(0)))
    }
    #expect(try studio.upright("merge", "--plan", "p.jsonl").ending == .exit(0))
    #expect(try Self.areEarlier(studio) == [false, true, true])
    #expect(
      try studio.upright("run", "job.yaml").stderr.hasPrefix(
        "job: 0 of 3 outputs made from 3 images, 3 done before (2 by other versions); "))
  }

  @Test("verify checks each row of other versions by itself, and renders only outputs of the present ones")
  func verify() throws {
    let studio = try Self.studio()
    #expect(try Self.earlier(studio, "run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let none = try studio.upright("verify", "--render", "1", "job.manifest.jsonl")
    #expect(none.ending == .exit(2))
    #expect(none.stderr.hasSuffix(": --render would compare the two\n"))
    try studio.must("rm out/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let verify = { try studio.upright("verify", "--render", "all", "job.manifest.jsonl") }
    #expect(
      try verify()
        == CommandRun(
          .exit(0),
          stdout: "job.manifest.jsonl: 3 rows, 3 sources, 3 outputs, 1 rendered anew, 2 by other versions: "
            + "all as it says\n"))
    try studio.must("echo >>out/a.jpg && sed -i '3s/\"id\"/\"ID\"/' job.manifest.jsonl")
    let run = try verify()
    #expect(run.ending == .exit(1))
    #expect(run.stdout.contains("photos/a.jpg -> out/a.jpg: the output is not as the manifest says"))
    #expect(run.stdout.contains("photos/c.jpg -> out/c.jpg: 'ID' is no key of a row, or is there twice"))
  }

  @Test("A lock names the present versions, and allows kept outputs")
  func lock() throws {
    let studio = try Self.studio()
    #expect(try Self.earlier(studio, "lock", "job.yaml").ending == .exit(0))
    #expect(try Self.earlier(studio, "run", "--quiet", "--locked", "job.yaml") == CommandRun(.exit(0)))
    let refused = try studio.upright("run", "--locked", "job.yaml")
    #expect(refused.ending == .exit(2))
    #expect(refused.stderr.hasPrefix("job.yaml: error: the job was locked with libdav1d none, "))
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(0))
    #expect(
      try studio.upright("run", "--locked", "job.yaml").stderr.hasPrefix(
        "job: 0 of 3 outputs made from 3 images, 3 done before (3 by other versions); "))
  }
}
