import Foundation
import TestSupport

/// SIGKILL at random times to a job of some hundred images, which goes on where it was; now and then to a worker only,
/// which doesn't count.
package enum RandomKills {
  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("random-kills")
    let ground = try Ground(settings.program, images: settings.choose(60, 500))
    let jobs = Job.variants(settings.program, threads: [2], &report)
    let kills = settings.choose(24, 500)
    for (index, job) in jobs.enumerated() {
      let golden = try ground.golden(job)
      var lives = Lives(job, ground, golden, SplitMix64(seed: settings.seed &+ UInt64(index)))
      try lives.spend(kills / jobs.count + 1, &report, "\(job.words), seed \(settings.seed)")
    }
    return report
  }
}

/// One job that is killed again and again.
struct Lives {
  private let job: Job
  private let ground: Ground
  private let golden: Golden
  private var random: SplitMix64
  /// Killed so often, a job is let go to its end.
  private static let most = 5

  init(_ job: Job, _ ground: Ground, _ golden: Golden, _ random: SplitMix64) {
    self.job = job
    self.ground = ground
    self.golden = golden
    self.random = random
  }

  mutating func spend(_ kills: Int, _ report: inout ScenarioReport, _ words: String) throws {
    var done = 0
    while done < kills {
      let trial = try ground.trial(job)
      defer { trial.remove() }
      var isRetried = false
      for life in 0..<Self.most where done < kills {
        let wait = Double.random(in: 0..<golden.seconds, using: &random)
        let hitsWorker = job.isolation == "process" && Int.random(in: 0..<3, using: &random) == 0
        let (ended, wasHit) = try kill(trial, after: wait, worker: hitsWorker, &report)
        isRetried = isRetried || hitsWorker
        if wasHit && !hitsWorker { done += 1 }
        let place = "\(words), kill \(done) (life \(life) of a folder, after \(wait) s)"
        var wrong = isRetried ? trial.halvesButManifest([golden]) : trial.halves([golden])
        if ended.isOverdue { wrong.append("still running after 60 s") }
        report.expect(none: wrong, place)
      }
      report.count("folders")
      report.expect(
        none: try trial.convergence(to: golden, retries: isRetried), "\(words), after kill \(done)")
    }
  }

  /// Runs, and kills after so many seconds; false when the run had ended by then.
  private mutating func kill(
    _ trial: Trial, after wait: Double, worker: Bool, _ report: inout ScenarioReport
  ) throws -> (ChildProcess.Ended, Bool) {
    let process = try trial.start()
    var (wasHit, workers) = (false, Set<Int32>())
    let ended = try process.ending(limit: 60) {
      guard !wasHit, process.seconds >= wait else { return }
      workers = Set(process.children.filter(Leftover.isWorker))
      let target = worker ? workers.min() : process.id
      if let target {
        Glibc.kill(target, SIGKILL)
        wasHit = true
      }
    }
    if ended.ending != .signal(SIGKILL) && !worker { wasHit = false }
    if wasHit { report.count(worker ? "kills of workers" : "kills") }
    report.expect(none: Leftover.workers(workers), "\(job.words), killed after \(wait) s")
    return (ended, wasHit)
  }
}

extension Trial {
  /// As ``halves(_:)`` where a killed worker has put a failure into the manifest, and left an output out of its shard.
  func halvesButManifest(_ goldens: [Golden]) -> [String] {
    halves(goldens).filter { !$0.hasPrefix("the manifest") && !$0.hasPrefix("'shards/") }
  }
}
