import Foundation
import TestSupport
import Testing

/// A `merge` that is ended early.
struct KilledMergeTests {
  /// Two shards of a job with so many rows that their manifest takes a while to write, and that manifest as one run writes
  /// it. All sources are broken, so that the rows are quickly had.
  private static func studio() throws -> (Studio, whole: [UInt8]) {
    let outputs = (10..<20).map { "{path: \"\($0)/{stem}.jpg\"}" }
    let studio = try Studio(
      "output_root: out\noutputs: [\(outputs.joined(separator: ", "))]\non_error: {max_failures: \"100%\"}")
    for index in 100..<200 { try studio.folder.write("words", to: "photos/\(index).jpg") }
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let whole = try studio.folder.read("job.manifest.jsonl")
    try studio.forget()
    #expect(
      try studio.upright("plan", "--out", "plan.jsonl", "--shards", "2", "job.yaml").ending == .exit(1))
    for shard in ["0/2", "1/2"] {
      #expect(
        try studio.upright("run", "--quiet", "--plan", "plan.jsonl", "--shard", shard).ending == .exit(0))
    }
    return (studio, whole)
  }

  @Test("It leaves no file, and the next one writes the whole manifest", arguments: [SIGINT, SIGKILL])
  func killed(by signal: Int32) throws {
    let (studio, whole) = try Self.studio()
    let before = (studio.folder.files(), studio.temporaries())
    let run = try StartedRun(studio, "merge", "--plan", "plan.jsonl")
    // The job's manifest is begun, with a name or without one. Those of its shards are finished then.
    let begun = run.wait {
      studio.temporaries().contains { $0.contains("job.manifest") }
        || run.unnamedFiles.contains { $0.hasPrefix(studio.folder.path("#")) }
    }
    #expect(begun)
    run.send(signal)
    #expect(try run.end().ending == .signal(signal))
    #expect((studio.folder.files(), studio.temporaries()) == before)
    #expect(try studio.upright("merge", "--quiet", "--plan", "plan.jsonl").ending == .exit(0))
    #expect(try studio.folder.read("job.manifest.jsonl") == whole)
  }
}
