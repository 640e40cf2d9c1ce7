import Glibc

/// Second instances of a job that runs: each says at once that it can't, and touches nothing.
package enum Overlap {
  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("overlap")
    guard settings.program.can(.wait) else {
      report.skip("locks: the binary doesn't know --wait")
      return report
    }
    let ground = try Ground(settings.program, images: 100, side: 100)
    let job = Job(threads: 1)
    try overlap(job, ground, settings, &report)
    return report
  }

  /// Stops the first instance in the middle of its work, so that it can't end before all others have.
  private static func overlap(
    _ job: Job, _ ground: Ground, _ settings: Settings, _ report: inout ScenarioReport
  ) throws {
    let golden = try ground.golden(job)
    let trial = try ground.trial(job)
    defer { trial.remove() }
    let first = try trial.start()
    // The journal is opened under the lock.
    while !trial.names.contains(where: { $0.hasSuffix("/journal") }) && first.seconds < 10 {
      usleep(500)
    }
    first.signal(SIGSTOP)
    // A quick try is made beside other work, where seconds say nothing.
    let longest = settings.isQuick ? .infinity : 1.0
    for _ in 0..<settings.choose(5, 100) {
      report.expect(none: try attempt(trial, longest, &report), "\(job.words), second instance")
    }
    first.signal(SIGCONT)
    let ended = try first.ending(limit: 60)
    var wrong = trial.differences(from: golden) + trial.temporaries
    if ended.ending != .exit(0) { wrong.append("ends by \(ended.ending)") }
    report.expect(none: wrong, "\(job.words), first instance")
  }

  private static func attempt(
    _ trial: Trial, _ longest: Double, _ report: inout ScenarioReport
  ) throws -> [String] {
    let before = Set(trial.names)
    let ended = try trial.run(Faults(.log))
    report.count("second instances")
    var wrong: [String] = []
    if ended.ending != .exit(75) { wrong.append("ends by \(ended.ending): \(trial.errors.suffix(500))") }
    if ended.seconds > longest { wrong.append("takes \(ended.seconds) s") }
    let changes = trial.calls.filter(changes)
    if let change = changes.first {
      wrong.append(
        "makes \(changes.count) changes, the first by \(change.name) \(change.path) \(change.otherPath)")
    }
    let fresh = Set(trial.names).symmetricDifference(before).filter { $0.hasPrefix("out/") }
    if !fresh.isEmpty { wrong.append("makes or removes \(fresh.sorted())") }
    return wrong
  }

  /// True for a call that changed something on the disk, messages aside.
  private static func changes(_ call: LoggedCall) -> Bool {
    guard call.result >= 0, ![.stdout, .stderr].contains(FilePlace(call)) else { return false }
    let flags = Int32(truncatingIfNeeded: call.value)
    switch call.family {
    case "write": return call.result > 0
    case "rename", "link", "remove", "truncate", "mkdir": return true
    case "open": return flags & O_TRUNC != 0 || flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL
    default: return false
    }
  }
}
