import Foundation
import TestSupport
import Testing

/// Plans that are frozen, run in shards and merged.
struct ShardedRunTests {
  @Test("Shards in any order, merged, are one run's bytes", arguments: [1, 2, 5, 30])
  func sameBytes(count: Int) throws {
    let sharded = try ShardedStudio()
    try sharded.plan(count)
    for index in (0..<count).reversed() { try sharded.shard(index, of: count) }
    try sharded.expectWhole()
  }

  @Test("A source that is larger than any picture fails its rows in shards as in one run")
  func hugeSource() throws {
    let keys = ShardedStudio.keys.replacingOccurrences(of: "max_failures: 2", with: "max_failures: 4")
    let sharded = try ShardedStudio(3, keys: keys) { studio in
      var file = TestBMP(1, 1, depth: 24) { _, _ in 0 }.file
      // Width and height of the information header: 3,000,000 each.
      for place in [18, 22] { file.replaceSubrange(place..<place + 4, with: [0xC0, 0xC6, 0x2D, 0]) }
      try studio.folder.write(file, to: "photos/huge.jpg")
    }
    try sharded.plan(2)
    for index in 0..<2 { try sharded.shard(index, of: 2) }
    try sharded.expectWhole()
    #expect(try sharded.studio.rows().contains { $0.error?.code == "max_pixels" })
  }

  @Test("A merged job knows what its shards made, and makes what has changed since")
  func goingOn() throws {
    let sharded = try ShardedStudio()
    try sharded.plan(3)
    for index in 0..<3 { try sharded.shard(index, of: 3) }
    try sharded.good("merge", "--quiet", "--plan", "plan.jsonl")
    try sharded.studio.add(Picture(width: 55, height: 33, seed: 77), "photos/p3.jpg")
    let run = try sharded.studio.upright("run", "job.yaml")
    #expect(
      run.stderr.contains("job: 2 of 24 outputs made from 12 images, 20 done before, 2 failed"),
      "\(run.stderr)")
  }

  @Test("A shard that is planned anew finds what earlier shards have made")
  func plannedAnew() throws {
    let sharded = try ShardedStudio()
    try sharded.plan(2)
    for index in 0..<2 { try sharded.shard(index, of: 2) }
    try sharded.good("merge", "--quiet", "--plan", "plan.jsonl")
    try sharded.plan(5)
    for index in 0..<5 {
      let run = try sharded.good("run", "--plan", "plan.jsonl", "--shard", "\(index)/5")
      #expect(run.stderr.contains("job: shard \(index)/5: 0 of "), "\(run.stderr)")
    }
    try sharded.expectWhole()
  }

  @Test("An output that was changed since is told, and its shard makes it again")
  func changedOutput() throws {
    let sharded = try ShardedStudio()
    try sharded.plan(3)
    for index in 0..<3 { try sharded.shard(index, of: 3) }
    _ = try sharded.studio.shell("rm out/p0.jpg")
    let merge = try sharded.studio.upright("merge", "--plan", "plan.jsonl")
    #expect(merge.ending == .exit(75))
    let words =
      /plan.jsonl: error: outputs of shard ([0-2])\/3 are not as it made them any more: run it again\n/
    let shard = try #require(merge.stderr.wholeMatch(of: words)?.1)
    #expect(!sharded.studio.folder.files().contains("job.manifest.jsonl"))
    try sharded.shard(#require(Int(shard)), of: 3)
    try sharded.expectWhole()
  }

  @Test("What failed in a shard for want of memory, and a worker has made since, is merged as made")
  func madeSince() throws {
    let sharded = try ShardedStudio()
    try sharded.plan(2)
    for index in 0..<2 {
      let run = try sharded.studio.upright(
        "run", "--memory", "1KB", "--plan", "plan.jsonl", "--shard", "\(index)/2")
      #expect(run.ending == .exit(1))
    }
    let lines = try sharded.studio.text("plan.jsonl").split(separator: "\n").dropFirst().map { $0 + "\n" }
    try sharded.good("worker", "--jsonl", "--plan", "plan.jsonl", stdin: lines.joined())
    try sharded.expectWhole()
  }

  @Test(
    "What shards of one plan made, those of another know, and so does a run", arguments: ["keep", "error"])
  func existingFiles(existing: String) throws {
    let sharded = try ShardedStudio(keys: ShardedStudio.keys + "\nexisting: \(existing)")
    try sharded.plan(4)
    for index in 0..<2 { try sharded.shard(index, of: 4) }
    try sharded.plan(7)
    for index in 0..<3 { try sharded.shard(index, of: 7) }
    try sharded.good("run", "--quiet", "job.yaml")
    #expect(try sharded.studio.products() == sharded.whole)
    for index in 3..<7 { try sharded.shard(index, of: 7) }
    try sharded.expectWhole()
  }

  @Test("Tasks of an array, several shards each")
  func tasks() throws {
    let sharded = try ShardedStudio()
    try sharded.plan(5)
    var told = ""
    for (name, task) in [
      ("SLURM_ARRAY_TASK_ID", "0"), ("JOB_COMPLETION_INDEX", "2"), ("SLURM_ARRAY_TASK_ID", "1"),
    ] {
      let run = try sharded.studio.upright(
        "run", "--quiet", "--plan", "plan.jsonl", "--shards-per-task", "2", environment: [name: task])
      #expect(run.ending == .exit(0))
      told += run.stderr
    }
    // Only the shard with the broken photo has something to tell.
    #expect(told.split(separator: "\n").count == 1 && told.contains(" 2 failed"))
    try sharded.expectWhole()
  }

  @Test("Of a task whose later shard can't be begun, the others are summed up")
  func heldLater() throws {
    let sharded = try ShardedStudio(5)
    try sharded.plan(3)
    try sharded.shard(1, of: 3)
    let lock = try HeldLock(sharded.studio, "job/shards/1-of-3")
    let run = try sharded.studio.upright(
      "run", "--quiet", "--json", "--plan", "plan.jsonl", "--shards-per-task", "3",
      environment: ["SLURM_ARRAY_TASK_ID": "0"])
    #expect(run.ending == .exit(75))
    #expect(
      run.stderr
        == "plan.jsonl: error: this part of the job is being run by another process: try again later\n")
    #expect(run.stdout.split(separator: "\n").count == 1)
    #expect(run.stdout.hasPrefix(#"{"job":"job","#))
    withExtendedLifetime(lock) {}
  }

  @Test("What a task can't be told from")
  func strangeTasks() throws {
    let sharded = try ShardedStudio(2)
    try sharded.plan(4)
    let which =
      "plan.jsonl: error: which of its 4 shards? Say --shard I/4, or set SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX\n"
    let cases: [([String], [String: String], String)] = [
      ([], [:], which),
      (
        [], ["SLURM_ARRAY_TASK_ID": "4"],
        "plan.jsonl: error: SLURM_ARRAY_TASK_ID=4: the plan has 4 shards, counted from 0\n"
      ),
      (
        ["--shards-per-task", "2"], ["JOB_COMPLETION_INDEX": "2"],
        "plan.jsonl: error: JOB_COMPLETION_INDEX=2: the plan has 4 shards, counted from 0\n"
      ),
      (
        ["--shards-per-task", "9223372036854775807"], ["JOB_COMPLETION_INDEX": "2"],
        "plan.jsonl: error: JOB_COMPLETION_INDEX=2: the plan has 4 shards, counted from 0\n"
      ),
      (
        [], ["SLURM_ARRAY_TASK_ID": "x"],
        "plan.jsonl: error: SLURM_ARRAY_TASK_ID is 'x', and not the number of a task\n"
      ),
      (["--shard", "1/3"], [:], "plan.jsonl: error: --shard 1/3: the plan has 4 shards\n"),
    ]
    for (arguments, environment, message) in cases {
      let run = try CommandRun.upright(
        ["run", "--plan", "plan.jsonl"] + arguments, in: sharded.studio.folder, environment: environment)
      #expect(run == CommandRun(.exit(2), stderr: message))
    }
    #expect(try sharded.studio.products().keys.sorted() == ["job.yaml"])
  }

  @Test("Sources that changed since refuse the plan, by name", arguments: ["write", "remove", "touch"])
  func changedSource(how: String) throws {
    let sharded = try ShardedStudio(4)
    try sharded.plan(1)
    let change = [
      "write": "printf x >>photos/p2.jpg", "remove": "rm photos/p2.jpg", "touch": "touch photos/p2.jpg",
    ]
    _ = try sharded.studio.shell(try #require(change[how]))
    #expect(
      try sharded.studio.upright("run", "--plan", "plan.jsonl")
        == CommandRun(
          .exit(2),
          stderr: "plan.jsonl: error: 'photos/p2.jpg' has changed since it was planned: plan again\n"))
    #expect(try sharded.studio.products().keys.sorted() == ["job.yaml"])
  }

  @Test("A shard and its job exclude each other, and shards don't")
  func locks() throws {
    let sharded = try ShardedStudio(4)
    try sharded.plan(2)
    try sharded.shard(0, of: 2)
    let cases: [(held: String, call: [String], message: String?)] = [
      (
        "job", ["run", "--plan", "plan.jsonl", "--shard", "0/2"],
        "plan.jsonl: error: the job is being run by another process: try again later, or wait for it by --wait SECONDS\n"
      ),
      (
        "job", ["merge", "--plan", "plan.jsonl"],
        "plan.jsonl: error: the job is being run by another process: try again later, or wait for it by --wait SECONDS\n"
      ),
      (
        "job/shards/0-of-2", ["run", "--plan", "plan.jsonl", "--shard", "0/2"],
        "plan.jsonl: error: this part of the job is being run by another process: try again later\n"
      ),
      ("job/shards/0-of-2", ["run", "--quiet", "--plan", "plan.jsonl", "--shard", "1/2"], nil),
    ]
    for (held, call, message) in cases {
      let lock = try HeldLock(sharded.studio, held)
      let run = try CommandRun.upright(call, in: sharded.studio.folder)
      #expect(run == message.map { CommandRun(.exit(75), stderr: $0) } ?? CommandRun(.exit(0)))
      withExtendedLifetime(lock) {}
    }
  }
}
