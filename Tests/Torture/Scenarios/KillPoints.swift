/// The process ends by SIGKILL right before and right after chosen calls: of each kind of call on each kind of file
/// the first, the middle and the last ones.
package enum KillPoints {
  /// Where to end a run.
  private struct Point: Sendable {
    var job: Job
    var call: LoggedCall
    var isAfter: Bool
    /// Outputs of another recipe are there already.
    var isOver: Bool

    var words: String {
      "\(job.words)\(isOver ? ", over older outputs" : ""): killed \(isAfter ? "after" : "before") call "
        + "\(call.number) (\(call.isWorker ? "worker's " : "")\(call.name) \(call.path))"
    }
  }

  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("kill-points")
    let ground = try Ground(settings.program, images: 12)
    var jobs = Job.variants(settings.program, threads: settings.isQuick ? [1] : [1, 2], &report)
    for index in jobs.indices where jobs[index].threads == 1 { jobs[index].hasShards = true }
    var points: [Point] = []
    var goldens: [Job: Golden] = [:]
    for job in jobs {
      let old = Self.old(job)
      goldens[job] = try ground.golden(job)
      goldens[old] = try ground.golden(old)
      for isOver in [false, true] {
        let calls = try calls(of: job, on: ground, isOver: isOver)
        // As many as make 320 of all jobs, and 3 of each kind at least.
        let most = settings.isQuick ? 1 : max(3, 320 / (4 * jobs.count * LoggedCall.kinds(calls).count) + 1)
        for call in LoggedCall.chosen(calls, most) {
          for isAfter in [false, true] {
            points.append(Point(job: job, call: call, isAfter: isAfter, isOver: isOver))
          }
        }
      }
    }
    // A quick try takes so many of them, from all parts.
    let step = settings.isQuick ? max(1, points.count / 40) : 1
    let tried = points.indices.filter { $0 % step == 0 }.map { points[$0] }
    let known = goldens
    Parallel.run(tried.count, width: settings.width, into: &report) { index, report in
      try attempt(tried[index], ground, known, &report)
    }
    return report
  }

  private static func old(_ job: Job) -> Job {
    var old = job
    old.quality = 60
    return old
  }

  /// The calls of an undisturbed run.
  private static func calls(of job: Job, on ground: Ground, isOver: Bool) throws -> [LoggedCall] {
    let trial = try prepared(job, on: ground, isOver: isOver)
    defer { trial.remove() }
    _ = try trial.run(Faults(.count))
    return trial.calls
  }

  private static func prepared(_ job: Job, on ground: Ground, isOver: Bool) throws -> Trial {
    guard isOver else { return try ground.trial(job) }
    var trial = try ground.trial(old(job))
    _ = try trial.run()
    try trial.change(to: job)
    return trial
  }

  private static func attempt(
    _ point: Point, _ ground: Ground, _ goldens: [Job: Golden], _ report: inout ScenarioReport
  ) throws {
    guard let golden = goldens[point.job], let old = goldens[old(point.job)] else { return }
    let trial = try prepared(point.job, on: ground, isOver: point.isOver)
    defer { trial.remove() }
    let faults = Faults(.kill(at: point.call.number, isAfter: point.isAfter))
    let process = try trial.start(faults)
    var workers: Set<Int32> = []
    let ended = try process.ending(limit: 20) { workers.formUnion(process.children) }
    let goldens = point.isOver ? [golden, old] : [golden]
    let hasFailures = ended.ending != .signal(9)
    var wrong = hasFailures ? trial.halvesButManifest(goldens) : trial.halves(goldens)
    if ended.isOverdue { wrong.append("still running after 20 s") }
    wrong += Leftover.workers(workers)
    // A worker that was killed costs a failed row, and the run goes on.
    wrong += try trial.convergence(to: golden, retries: hasFailures)
    report.count("kill points")
    if trial.wasHit { report.count("killed") }
    report.expect(none: wrong, point.words)
  }
}
