import Glibc

/// Each call of a small job fails in turn, with each of several errors, once and for good.
package enum FaultInjection {
  private struct Fault: Sendable {
    var job: Job
    var call: LoggedCall
    var code: Int32
    var stays: Bool

    var words: String {
      let error = code == 0 ? "cut short" : "fails with \(String(cString: strerror(code)))"
      return
        "\(job.words): call \(call.number) (\(call.isWorker ? "worker's " : "")\(call.name) \(call.path)) "
        + "\(error) \(stays ? "for good" : "once")"
    }
  }

  private static let codes: [Int32] = [ENOSPC, EIO, EDQUOT, EINTR, EMFILE, 0]

  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("faults")
    let ground = try Ground(settings.program, images: settings.choose(3, 12))
    var jobs = Job.variants(settings.program, threads: [1], &report)
    // Batch in threads and each in workers: all calls are in one of them.
    if jobs.count == 4 { jobs = [jobs[0], jobs[3]] }
    for index in jobs.indices { jobs[index].hasShards = true }
    for job in jobs {
      let golden = try ground.golden(job)
      let faults = try faults(job, ground, settings)
      Parallel.run(faults.count, width: settings.width, into: &report) { index, report in
        try attempt(faults[index], ground, golden, &report)
      }
    }
    return report
  }

  /// All calls with all errors; in a quick try some, from all parts.
  private static func faults(_ job: Job, _ ground: Ground, _ settings: Settings) throws -> [Fault] {
    let trial = try ground.trial(job)
    defer { trial.remove() }
    _ = try trial.run(Faults(.count))
    let all = trial.calls.flatMap { call in
      codes.flatMap { code in
        [false, true].map { Fault(job: job, call: call, code: code, stays: $0) }
      }
    }.filter { $0.code != 0 || ["read", "write"].contains($0.call.family) }
    guard settings.isQuick else { return all }
    // A prime number, so that all errors come up.
    let step = max(1, all.count / 70) | 1
    return all.indices.filter { $0 % step == Int(settings.seed) % step }.map { all[$0] }
  }

  private static func attempt(
    _ fault: Fault, _ ground: Ground, _ golden: Golden, _ report: inout ScenarioReport
  ) throws {
    let trial = try ground.trial(fault.job)
    defer { trial.remove() }
    let ended = try trial.run(
      Faults(.fail(at: fault.call.number, code: fault.code, stays: fault.stays)))
    report.count("runs")
    guard trial.wasHit else { return }
    report.count("faults")
    // Not the planned ones but those that were met: names of temporaries are by chance.
    let calls = trial.calls
    var wrong = ended.status == 0 ? trial.differences(from: golden) : trial.halvesButManifest([golden])
    let allowed = FaultTable.allowed(fault.code, at: calls)
    if ended.isOverdue {
      wrong.append("hangs")
    } else if !allowed.contains(ended.status ?? -1) {
      wrong.append("ends by \(ended.ending), and not by \(allowed.sorted()): \(trial.errors)")
    }
    wrong += manifestFaults(trial, golden, ended, fault, calls)
    // Asked for before the rerun, which would take them away. What can't even be listed can't be taken away.
    if !fault.stays { wrong += trial.temporaries }
    if !isTraceless(ended, fault) { wrong += try trial.convergence(to: golden, retries: ended.status == 1) }
    report.expect(none: wrong, fault.words)
  }

  /// An error without a trace: the run has been compared with a clean one already, temporaries and all.
  private static func isTraceless(_ ended: ChildProcess.Ended, _ fault: Fault) -> Bool {
    ended.status == 0 && FaultTable.passing.contains(fault.code)
  }

  /// A run that ends by 74 or 75 writes no manifest unless it is whole; one with failed rows names their cause.
  private static func manifestFaults(
    _ trial: Trial, _ golden: Golden, _ ended: ChildProcess.Ended, _ fault: Fault,
    _ calls: [LoggedCall]
  ) -> [String] {
    guard let manifest = trial.manifest, manifest != golden.manifest else { return [] }
    guard ended.status == 1 else { return ["a manifest is there that is not a clean run's"] }
    let text = String(decoding: manifest, as: UTF8.self)
    let isReading = fault.code == EIO && calls.first.map { FilePlace($0) } == .source
    return isReading && !text.contains("\"code\":\"io_error\"") ? ["no row has the code io_error"] : []
  }
}
