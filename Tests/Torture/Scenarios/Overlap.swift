import Foundation

/// Second instances of a job that runs: each says at once that it can't, and touches nothing.
package enum Overlap {
  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("overlap")
    guard settings.program.can(.wait) else {
      report.skip("locks: the binary doesn't know --wait")
      return report
    }
    let ground = try Ground(settings.program, images: settings.choose(100, 500), side: 200)
    let job = Job(threads: 1)
    let golden = try ground.golden(job)
    let most = settings.choose(5, 100)
    while report.value("second instances") < most && report.exceptions.count < 20 {
      try overlap(job, ground, golden, most, &report)
    }
    return report
  }

  private static func overlap(
    _ job: Job, _ ground: Ground, _ golden: Golden, _ most: Int, _ report: inout ScenarioReport
  ) throws {
    let trial = try ground.trial(job)
    defer { trial.remove() }
    let first = try trial.start()
    let deadline = ContinuousClock.now + .seconds(10)
    // The first output can only be there once the lock is held.
    while trial.outputs.isEmpty && ContinuousClock.now < deadline { usleep(1000) }
    var ended: ChildProcess.Ended?
    while report.value("second instances") < most && report.exceptions.count < 20 {
      let second = try trial.run(Faults(.log), limit: 5)
      // One that came after the first had ended proves nothing.
      guard kill(first.id, 0) == 0, !isZombie(first.id) else { break }
      report.count("second instances")
      var wrong: [String] = []
      if second.ending != .exit(75) { wrong.append("ends by \(second.ending): \(trial.errors.suffix(500))") }
      if second.seconds > 1 { wrong.append("takes \(second.seconds) s") }
      wrong += trial.calls.filter(changes).map { "makes the call \($0.name) \($0.path) \($0.otherPath)" }
      report.expect(none: wrong, "\(job.words), second instance")
    }
    ended = try first.ending(limit: 120)
    if ended?.ending != .exit(0) {
      report.expect(none: ["the first ends by \(String(describing: ended))"], job.words)
    }
    report.expect(none: trial.differences(from: golden) + trial.temporaries, "\(job.words), first instance")
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

  private static func isZombie(_ process: pid_t) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return text.split(separator: ")").last?.hasPrefix(" Z") ?? true
  }
}
