import Glibc
import TestSupport

/// Signals at random times: the run ends soon and by that signal, and leaves everything in order.
package enum Signals {
  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("signals")
    let ground = try Ground(settings.program, images: settings.choose(30, 120), side: 120)
    for (place, job) in Job.variants(settings.program, threads: [2], &report).enumerated() {
      let golden = try ground.golden(job)
      var random = SplitMix64(seed: settings.seed &+ UInt64(place))
      // Mostly SIGTERM: 112 of 128 in all variants, or of as many as there are.
      let count = settings.choose(8, settings.program.can(.durability) ? 32 : 128)
      for number in 0..<count {
        let signal = number % 16 == 14 ? SIGINT : number % 16 == 15 ? SIGHUP : SIGTERM
        let wait = Double.random(in: 0..<golden.seconds, using: &random)
        let words = "\(job.words): signal \(signal) after \(wait) s"
        report.expect(none: try attempt(job, ground, golden, signal, wait, &report), words)
      }
    }
    return report
  }

  private static func attempt(
    _ job: Job, _ ground: Ground, _ golden: Golden, _ signal: Int32, _ wait: Double,
    _ report: inout ScenarioReport
  ) throws -> [String] {
    let trial = try ground.trial(job)
    defer { trial.remove() }
    let process = try trial.start()
    var (sent, workers): (Double?, Set<Int32>) = (nil, [])
    let ended = try process.ending(limit: 60) {
      guard sent == nil, process.seconds >= wait else { return }
      workers = Set(process.children.filter(Leftover.isWorker))
      process.signal(signal)
      sent = process.seconds
    }
    var wrong: [String] = []
    if ended.ending == .exit(0) {
      report.count("had ended before")
      wrong += trial.differences(from: golden)
    } else {
      report.count("signals")
      if ended.ending != .signal(signal) { wrong.append("ends by \(ended.ending): \(trial.errors)") }
      if let sent, ended.seconds - sent > 5 { wrong.append("ends \(ended.seconds - sent) s later") }
      wrong += trial.halves([golden])
    }
    wrong += trial.temporaries + Leftover.workers(workers)
    return wrong + (try trial.convergence(to: golden))
  }
}
