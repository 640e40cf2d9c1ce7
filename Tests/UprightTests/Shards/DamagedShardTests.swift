import Foundation
import Planning
import Reporting
import TestSupport
import Testing

/// What merging refuses, and that it names what.
struct DamagedShardTests {
  private static let manifest = "out/.upright/job/shards/1-of-3/manifest.jsonl"

  private func merge(_ sharded: ShardedStudio) throws -> CommandRun {
    try sharded.studio.upright("merge", "--plan", "plan.jsonl")
  }

  private func sharded() throws -> ShardedStudio {
    let sharded = try ShardedStudio(5)
    try sharded.plan(3)
    for index in 0..<3 { try sharded.shard(index, of: 3) }
    return sharded
  }

  /// `bytes` with one bit of byte `place` turned.
  private func flipped(_ bytes: [UInt8], _ place: Int) -> [UInt8] {
    var bytes = bytes
    bytes[place] ^= 4
    return bytes
  }

  /// The places of one byte in each 41 of all lines, and the number of their line.
  private func places(_ bytes: [UInt8]) -> [(place: Int, line: Int)] {
    var line = 1
    return bytes.indices.compactMap { place in
      if bytes[place] == UInt8(ascii: "\n") {
        line += 1
        return nil
      }
      return place % 41 == 0 ? (place, line) : nil
    }
  }

  @Test("A flipped bit in a shard's manifest is told by its line")
  func manifestLines() throws {
    let sharded = try sharded()
    let bytes = try sharded.studio.folder.read(Self.manifest)
    let path = sharded.studio.folder.path(Self.manifest)
    for (place, line) in places(bytes) {
      try sharded.studio.folder.write(flipped(bytes, place), to: Self.manifest)
      #expect(
        try merge(sharded)
          == CommandRun(
            .exit(2), stderr: "\(path): error: line \(line) is damaged: its checksum is another one's\n"),
        "byte \(place)")
    }
    #expect(!sharded.studio.folder.files().contains("job.manifest.jsonl"))
    try sharded.studio.folder.write(bytes, to: Self.manifest)
    try sharded.expectWhole()
  }

  @Test("A flipped bit in a plan is told by its line, by merge and by the shard itself")
  func planLines() throws {
    let sharded = try sharded()
    let bytes = try sharded.studio.folder.read("plan.jsonl")
    for (place, line) in places(bytes) where place > 20 {
      try sharded.studio.folder.write(flipped(bytes, place), to: "plan.jsonl")
      let refusal = CommandRun(
        .exit(2), stderr: "plan.jsonl: error: line \(line) is damaged: its checksum is another one's\n")
      #expect(try merge(sharded) == refusal, "byte \(place)")
    }
    let last = bytes.count - 30
    try sharded.studio.folder.write(flipped(bytes, last), to: "plan.jsonl")
    let line = bytes.count { $0 == UInt8(ascii: "\n") }
    #expect(
      try sharded.studio.upright("run", "--plan", "plan.jsonl", "--shard", "2/3")
        == CommandRun(
          .exit(2), stderr: "plan.jsonl: error: line \(line) is damaged: its checksum is another one's\n"))
    try sharded.shard(0, of: 3)
  }

  @Test("Rows that are missing, doubled or of another shard")
  func wrongRows() throws {
    let sharded = try sharded()
    let path = sharded.studio.folder.path(Self.manifest)
    let lines = try sharded.studio.text(Self.manifest).split(separator: "\n").map { $0 + "\n" }
    let rows = lines.count - 1
    let other = try sharded.studio.text("out/.upright/job/shards/2-of-3/manifest.jsonl")
    let cases: [(String, String)] = [
      (lines.dropLast().joined(), "\(path): error: has \(rows - 1) of its \(rows) rows\n"),
      (lines.joined() + lines[1], "\(path): error: has more than its \(rows) rows\n"),
      (
        (lines[...0] + lines[2...] + [lines[1]]).joined(),
        "\(path): error: line \(lines.count) is not in order\n"
      ),
      (other, "plan.jsonl: error: shard 1/3 was run by another plan: run it by this one\n"),
    ]
    for (text, message) in cases {
      if text == other {
        // What is noted would do in the manifest's place, so it goes.
        try FileManager.default.removeItem(atPath: sharded.studio.folder.path("out/.upright/job/journal"))
      }
      try sharded.studio.folder.write(text, to: Self.manifest)
      let run = try merge(sharded)
      #expect(run == CommandRun(.exit(2), stderr: message))
    }
  }

  @Test("Shards that aren't there yet are told as Slurm writes them, and so by status")
  func missing() throws {
    let sharded = try ShardedStudio(11)
    try sharded.plan(9)
    let status = { (arguments: [String]) in
      try CommandRun.upright(["status", "--plan", "plan.jsonl"] + arguments, in: sharded.studio.folder)
    }
    #expect(
      try status([])
        == CommandRun(
          .exit(0), stdout: "missing 0-8\njob: 9 shards, 0 done, 0 running, 9 missing, 0 failed\n"))
    for index in [0, 3, 4, 8] { try sharded.shard(index, of: 9) }
    // One that was killed has its lock and no manifest.
    try sharded.studio.folder.write("", to: "out/.upright/job/shards/6-of-9/lock")
    #expect(
      try merge(sharded)
        == CommandRun(
          .exit(75), stderr: "plan.jsonl: error: 5 of its 9 shards have no manifest yet: 1-2,5-7\n"))
    #expect(
      try status(["--json"])
        == CommandRun(
          .exit(0),
          stdout:
            #"{"job":"job","shards":9,"done":4,"running":"","missing":"1-2,5,7","failed":"6","rerun":"1-2,5-7"}"#
            + "\n"))
    let lock = try HeldLock(sharded.studio, "job/shards/3-of-9")
    #expect(
      try status([])
        == CommandRun(
          .exit(0),
          stdout:
            "running 3\nmissing 1-2,5,7\nfailed 6\njob: 9 shards, 3 done, 1 running, 4 missing, 1 failed\n"))
    withExtendedLifetime(lock) {}
  }

  @Test("Plans that are none, and what a plan is not written over")
  func noPlan() throws {
    let sharded = try ShardedStudio(2)
    try sharded.studio.folder.write("{\"a\":1}\n", to: "plan.jsonl")
    #expect(
      try merge(sharded)
        == CommandRun(
          .exit(2), stderr: "plan.jsonl: error: line 1 is no plan: 'upright plan --out' writes plans\n"))
    #expect(
      try sharded.studio.upright("plan", "--out", "plan.jsonl", "job.yaml")
        == CommandRun(
          .exit(2), stderr: "job.yaml: error: --out: 'plan.jsonl' is there already, and is no plan\n"))
    #expect(
      try sharded.studio.upright("status", "--plan", "none.jsonl")
        == CommandRun(.exit(2), stderr: "none.jsonl: error: can't be read: No such file or directory\n"))
    try sharded.studio.job("sources: [photos/p1.jpg]\noutputs: [{path: x.jpg}]\non_error: {policy: stop}")
    #expect(
      try sharded.studio.upright("plan", "--out", "plan2.jsonl", "--shards", "2", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr:
            "job.yaml: error: 'on_error.policy: stop' can't hold for shards, which don't know of each other: "
            + "use continue\n"))
  }

  @Test(
    "A plan is not written where the job keeps something else",
    arguments: [
      ("job.yaml", "the job file"), ("job.lock.jsonl", "the place of the job's lock"),
      ("job.manifest.jsonl", "the place of the job's manifest"), ("out/p1.jpg", "an output of the job too"),
      ("out/.upright/p", "in '.upright', which is kept for the state of runs"),
    ])
  func places(place: String, use: String) throws {
    let sharded = try ShardedStudio(2)
    _ = try sharded.studio.shell("mkdir -p out/.upright")
    let before = try sharded.studio.contents()
    #expect(
      try sharded.studio.upright("plan", "--out", place, "job.yaml")
        == CommandRun(
          .exit(2), stderr: "job.yaml: error: --out: '\(place)' is \(use): name another file\n"))
    #expect(try sharded.studio.contents() == before)
  }

  @Test("A plan that another version made is refused, with both")
  func versions() throws {
    let sharded = try ShardedStudio(2)
    try sharded.plan(1)
    let lines = try sharded.studio.text("plan.jsonl").split(separator: "\n")
    let header = lines[0].replacing(ToolVersion.name, with: "upright 0.0.9").dropLast(21)
    let sealed = "\(header),\"crc32c\":\"\(Checksum.crc32c(header.utf8))\"}"
    try sharded.studio.folder.write(
      ([Substring(sealed)] + lines.dropFirst()).joined(separator: "\n") + "\n", to: "plan.jsonl")
    let run = try sharded.studio.upright("run", "--plan", "plan.jsonl")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.hasPrefix(
        "plan.jsonl: error: was made by upright 0.0.9 (recipe number \(Recipe.number)) with giflib "))
    #expect(
      run.stderr.contains(", and this is \(ToolVersion.name) (recipe number \(Recipe.number)) with giflib "))
    #expect(run.stderr.hasSuffix(": plan again\n"))
  }
}

/// CRC-32C bit by bit, as RFC 3720 has it.
private enum Checksum {
  static func crc32c(_ bytes: some Sequence<UInt8>) -> String {
    var rest: UInt32 = ~0
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest >> 1 ^ (rest & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
    let digits = String(~rest, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
