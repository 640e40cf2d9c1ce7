import Foundation
import TestSupport
import Testing

/// Shards and workers with their state outside of the output root.
struct ShardedStateTests {
  private static func sharded() throws -> ShardedStudio {
    let sharded = try ShardedStudio(5, keys: ShardedStudio.keys + "\nstate: kept")
    try FileManager.default.removeItem(atPath: sharded.studio.folder.path("kept"))
    return sharded
  }

  /// The names in a folder; none if there is no such folder.
  private static func names(_ sharded: ShardedStudio, _ folder: String) -> [String] {
    let path = sharded.studio.folder.path(folder)
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Merges, and compares all but the state with what one run made. Expects that the output root has outputs alone.
  private static func expectWhole(_ sharded: ShardedStudio, in state: String) throws {
    let products = {
      try sharded.studio.products().filter { name, _ in
        !name.hasPrefix("kept/") && !name.hasPrefix("mine/") && !name.hasPrefix("items")
      }
    }
    let whole = sharded.whole.filter { !$0.key.hasPrefix("kept/") }
    try sharded.good("merge", "--quiet", "--plan", "plan.jsonl")
    #expect(try products() == whole)
    #expect(!FileManager.default.fileExists(atPath: sharded.studio.folder.path("out/.upright")))
    let again = try sharded.studio.upright("run", "--state", state, "job.yaml")
    #expect(again.stderr.contains(": 0 of "), "\(again.stderr)")
    #expect(try products() == whole)
  }

  @Test("Shards keep journals and manifests in 'state'; merged, they are one run's bytes")
  func key() throws {
    let sharded = try Self.sharded()
    try sharded.plan(3)
    for index in [2, 0] { try sharded.shard(index, of: 3) }
    #expect(Self.names(sharded, "kept/job/shards/2-of-3") == ["journal", "lock", "manifest.jsonl"])
    #expect(
      try sharded.studio.upright("status", "--plan", "plan.jsonl").stdout
        == "missing 1\njob: 3 shards, 2 done, 0 running, 1 missing, 0 failed\n")
    let early = try sharded.studio.upright("merge", "--plan", "plan.jsonl")
    #expect(early.ending == .exit(75))
    try sharded.shard(1, of: 3)
    try Self.expectWhole(sharded, in: "kept")
  }

  @Test("A plan remembers --state; each command may name another folder")
  func option() throws {
    let sharded = try Self.sharded()
    let studio = sharded.studio
    let plan = try studio.upright(
      "plan", "--state", "mine", "--out", "plan.jsonl", "--shards", "2", "job.yaml")
    #expect(plan.ending == .exit(1))
    try studio.must("mkdir sub")
    // The plan has the folder's absolute path.
    let shard = try studio.shell("cd sub && upright run --quiet --plan ../plan.jsonl --shard 0/2")
    #expect(shard.ending == .exit(0), "\(shard.stderr)")
    try sharded.shard(1, of: 2)
    #expect(Self.names(sharded, "mine/job/shards") == ["0-of-2", "1-of-2"])
    #expect(Self.names(sharded, "kept") == [])
    #expect(
      try studio.upright("status", "--state", "new", "--plan", "plan.jsonl").stdout
        == "missing 0-1\njob: 2 shards, 0 done, 0 running, 2 missing, 0 failed\n")
    try Self.expectWhole(sharded, in: "mine")
  }

  @Test("Workers keep their journals in 'state', and a run of the whole job takes them over")
  func workers() throws {
    let sharded = try Self.sharded()
    try sharded.plan(1)
    let items = try sharded.studio.text("plan.jsonl").split(separator: "\n").dropFirst()
    let text = items.map { $0 + "\n" }.joined()
    let results = try sharded.good("worker", "--jsonl", "--plan", "plan.jsonl", stdin: text).stdout
    #expect(results.split(separator: "\n").count == 6)
    #expect(Self.names(sharded, "kept/job/workers/0") == ["journal", "lock"])
    #expect(Self.names(sharded, "out/.upright/job/workers/0") == ["lock", "tmp"])
    let run = try sharded.good("run", "job.yaml")
    #expect(
      run.stderr.contains("job: 0 of 12 outputs made from 6 images, 10 done before, 2 failed"),
      "\(run.stderr)")
    #expect(Self.names(sharded, "kept/job/workers/0") == ["lock"])
    try Self.expectWhole(sharded, in: "kept")
  }

  @Test("A killed shard's temporary files are removed by the next run of the whole job")
  func killedShard() throws {
    let sharded = try Self.sharded()
    try sharded.plan(2)
    try sharded.shard(0, of: 2)
    try sharded.studio.folder.write("half", to: "out/.upright/job/shards/1-of-2/tmp/7.tmp")
    try sharded.good("run", "--quiet", "job.yaml")
    #expect(!FileManager.default.fileExists(atPath: sharded.studio.folder.path("out/.upright")))
    #expect(
      try sharded.studio.products().filter { !$0.key.hasPrefix("kept/") }
        == sharded.whole.filter { !$0.key.hasPrefix("kept/") })
  }

  @Test("No shard runs beside a run of the whole job that has its state in the output root")
  func excluded() throws {
    let sharded = try Self.sharded()
    let studio = sharded.studio
    try sharded.plan(2)
    try studio.must("mkdir -p out/.upright/job && touch out/.upright/job/lock")
    let lock = try HeldLock(studio)
    let run = try studio.upright("run", "--plan", "plan.jsonl", "--shard", "0/2")
    lock.release()
    #expect(run.ending == .exit(75))
    #expect(!studio.folder.files().contains { $0.hasPrefix("out/") && $0.hasSuffix(".jpg") })
    try sharded.shard(0, of: 2)
  }
}
