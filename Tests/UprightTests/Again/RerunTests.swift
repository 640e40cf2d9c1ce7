import Foundation
import TestSupport
import Testing

/// Runs of a job in which something fails that was made before: each says what the first one said.
struct RerunTests {
  /// What a run tells, in all the ways in which it does.
  private struct Telling: Hashable {
    var ending: CommandRun.Ending
    var counts: Counts
    var manifest: [UInt8]
    var status: String
    /// Without times, and without what may differ since it was made before.
    var metrics: [Substring] = []
  }

  /// The part of a summary object that runs and merges have in common.
  private struct Counts: Hashable, Decodable {
    var rows: Int
    var ok: Int
    var failed: Int
    var skipped: Int
  }

  @Test("A run, and the two after it", arguments: PlanFailure.allCases)
  func runs(_ failure: PlanFailure) throws {
    guard failure != .unreadable || Studio.canBeRefused else { return }
    let studio = try failure.studio()
    let success = try Self.lastSuccess(studio)
    let expected = try Self.cleanRun(studio)
    #expect(expected.ending == .exit(1))
    #expect(expected.counts.failed == failure.codes.count)
    for _ in 0..<3 {
      #expect(try Self.run(studio) == expected)
      #expect(try studio.rows().compactMap(\.error?.code) == failure.codes)
      #expect(try Self.lastSuccess(studio) == success)
    }
  }

  @Test("Shards, merged, three times, and runs after that", arguments: PlanFailure.allCases)
  func shards(_ failure: PlanFailure) throws {
    guard failure != .unreadable || Studio.canBeRefused else { return }
    let studio = try failure.studio()
    var expected = try Self.cleanRun(studio)
    try Self.plan(studio, failure)
    var shards: [[Counts]] = []
    let metrics = expected.metrics
    expected.metrics = []
    for _ in 0..<3 {
      shards.append(
        try (0..<2).map { index in
          let run = try Self.upright(studio, "run --json --quiet --plan plan.jsonl --shard \(index)/2")
          let counts = try Self.counts(run)
          #expect(run.ending == .exit(counts.failed > 0 ? 1 : 0))
          return counts
        })
      #expect(try Self.merge(studio) == expected)
    }
    #expect(Set(shards).count == 1)
    #expect(shards[0].reduce(0) { $0 + $1.failed } == failure.codes.count)
    expected.metrics = metrics
    for _ in 0..<2 { #expect(try Self.run(studio) == expected) }
  }

  @Test("Workers, merged, three times", arguments: PlanFailure.allCases)
  func workers(_ failure: PlanFailure) throws {
    guard failure != .unreadable || Studio.canBeRefused else { return }
    let studio = try failure.studio()
    var expected = try Self.cleanRun(studio)
    expected.metrics = []
    try Self.plan(studio, failure)
    var results: Set<[Substring]> = []
    for _ in 0..<3 {
      let run = try Self.upright(studio, "worker --jsonl --plan plan.jsonl <plan.items")
      #expect(run.ending == .exit(0))
      #expect(run.stderr == "")
      results.insert(run.stdout.split(separator: "\n").sorted())
      #expect(try Self.merge(studio) == expected)
    }
    #expect(results.count == 1)
  }

  private static func upright(_ studio: Studio, _ arguments: String) throws -> CommandRun {
    try studio.shell((Studio.canBeRefused ? Studio.unprivileged : "") + "upright " + arguments)
  }

  /// Plans the job in two shards, with the items alone beside the plan.
  private static func plan(_ studio: Studio, _ failure: PlanFailure) throws {
    let run = try upright(studio, "plan --out plan.jsonl --shards 2 job.yaml")
    #expect(run.ending == .exit(failure.isPlanned ? 1 : 0))
    try studio.must("tail -n +2 plan.jsonl >plan.items")
  }

  private static func run(_ studio: Studio) throws -> Telling {
    var telling = try telling(studio, by: "run --json --quiet --metrics-file m.prom job.yaml")
    telling.metrics = try studio.text("m.prom").split(separator: "\n").filter {
      $0.hasPrefix("upright_outputs") || $0.hasPrefix("upright_run_exit_status")
    }
    return telling
  }

  private static func merge(_ studio: Studio) throws -> Telling {
    try telling(studio, by: "merge --json --quiet --plan plan.jsonl")
  }

  private static func telling(_ studio: Studio, by arguments: String) throws -> Telling {
    let run = try upright(studio, arguments)
    let status = try upright(studio, "status --json job.yaml")
    return Telling(
      ending: run.ending, counts: try counts(run), manifest: try studio.folder.read("job.manifest.jsonl"),
      status: status.stdout)
  }

  private static func counts(_ run: CommandRun) throws -> Counts {
    try JSONDecoder().decode(Counts.self, from: Data(run.stdout.utf8))
  }

  /// What a first run of the same job and sources tells elsewhere.
  private static func cleanRun(_ studio: Studio) throws -> Telling {
    let other = try Studio()
    try other.must("cp -a '\(studio.folder.path)/photos' '\(studio.folder.path)/job.yaml' .")
    return try run(other)
  }

  private static func lastSuccess(_ studio: Studio) throws -> Substring? {
    try studio.text("m.prom").split(separator: "\n").first {
      $0.hasPrefix("upright_last_success_timestamp_seconds")
    }
  }
}
