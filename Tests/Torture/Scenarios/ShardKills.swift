/// The run of a shard, or the merging of all, ends by SIGKILL right before and right after chosen calls; then it is done
/// again, and so is what comes after it.
package enum ShardKills {
  private static let shards = 3

  /// What is called one after the other; the last one merges.
  private static func calls(_ trial: Trial) -> [[String]] {
    let plan = ["--plan", "\(trial.path)/plan.jsonl"]
    return (0..<shards).map {
      ["run", "--jobs", "\(trial.job.threads)", "--shard", "\($0)/\(shards)"] + plan
    }
      + [["merge"] + plan]
  }

  /// Where to end a call.
  private struct Point: Sendable {
    var job: Job
    /// Which of the calls.
    var step: Int
    var call: LoggedCall
    var isAfter: Bool

    var words: String {
      "\(job.words): \(step < ShardKills.shards ? "shard \(step)" : "merge") killed \(isAfter ? "after" : "before") "
        + "call \(call.number) (\(call.isWorker ? "worker's " : "")\(call.name) \(call.path))"
    }
  }

  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("shard-kills")
    let ground = try Ground(settings.program, images: 12)
    var goldens: [Job: Golden] = [:]
    var points: [Point] = []
    for var job in Job.variants(settings.program, threads: [1], &report) {
      job.hasShards = true
      goldens[job] = try ground.golden(job)
      for step in 0...shards {
        let calls = try calls(ofStep: step, job, ground)
        for call in LoggedCall.chosen(calls, settings.isQuick ? 1 : 4) {
          for isAfter in [false, true] {
            points.append(Point(job: job, step: step, call: call, isAfter: isAfter))
          }
        }
      }
    }
    let step = settings.isQuick ? max(1, points.count / 24) : 1
    let tried = points.indices.filter { $0 % step == 0 }.map { points[$0] }
    let known = goldens
    Parallel.run(tried.count, width: settings.width, into: &report) { index, report in
      try attempt(tried[index], ground, known, &report)
    }
    return report
  }

  /// A trial that is planned, and of which the first calls are done.
  private static func prepared(_ steps: Int, _ job: Job, _ ground: Ground) throws -> Trial {
    let trial = try ground.trial(job)
    let plan = [
      "plan", "--out", "\(trial.path)/plan.jsonl", "--shards", "\(shards)", "\(trial.path)/job.yaml",
    ]
    for call in [plan] + calls(trial).prefix(steps) {
      let ended = try trial.start(call).ending(limit: 20)
      guard ended.ending == .exit(0) else {
        throw Ground.NoGolden(reason: "\(call): \(ended.ending): \(trial.errors)")
      }
    }
    return trial
  }

  /// What an undisturbed call does.
  private static func calls(ofStep step: Int, _ job: Job, _ ground: Ground) throws -> [LoggedCall] {
    let trial = try prepared(step, job, ground)
    defer { trial.remove() }
    _ = try trial.start(calls(trial)[step], Faults(.count)).ending(limit: 20)
    return trial.calls
  }

  private static func attempt(
    _ point: Point, _ ground: Ground, _ goldens: [Job: Golden], _ report: inout ScenarioReport
  ) throws {
    guard let golden = goldens[point.job] else { return }
    let trial = try prepared(point.step, point.job, ground)
    defer { trial.remove() }
    let process = try trial.start(
      calls(trial)[point.step], Faults(.kill(at: point.call.number, isAfter: point.isAfter)))
    var workers: Set<Int32> = []
    let ended = try process.ending(limit: 20) { workers.formUnion(process.children) }
    var wrong = ended.ending == .signal(9) ? trial.halves([golden]) : []
    if ended.isOverdue { wrong.append("still running after 20 s") }
    wrong += Leftover.workers(workers)
    // A worker that was killed costs a failed row, and the shard goes on; so it is tried again.
    for call in calls(trial).dropFirst(point.step) {
      let ended = try trial.start(call).ending(limit: 20)
      if ended.ending != .exit(0) { wrong.append("\(call[0]) ends by \(ended.ending): \(trial.errors)") }
    }
    wrong += trial.differences(from: golden) + trial.temporaries
    report.count("kill points")
    if trial.wasHit { report.count("killed") }
    report.expect(none: wrong, point.words)
  }
}
