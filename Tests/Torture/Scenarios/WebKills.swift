import Foundation
import Synchronization
import TestSupport

/// SIGKILL at random times to a job whose sources are URLs of a server that answers a fifth of all requests wrongly.
package enum WebKills {
  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("web-kills")
    // A large photo has some 120 KB, so it doesn't come whole with its header.
    let ground = try Ground(settings.program, images: settings.choose(12, 80), other: 300)
    let (photos, faults) = (ground.photos, AnswerFaults(seed: settings.seed))
    let server = try TestServer { request in
      let file = FileManager.default.contents(atPath: photos + request.target)
      return faults.answer(file.map { .file([UInt8]($0), to: request) } ?? .reply(404))
    }
    let bytes = ground.names.reduce(0) {
      $0 + (FileManager.default.contents(atPath: "\(photos)/\($1)")?.count ?? 0)
    }
    let jobs = Job.variants(settings.program, threads: [2], &report).map { job in
      var job = job
      job.lines = ["network: {allow: [127.0.0.0/8], retries: 20}"]
      // Half of the photos have room in the cache.
      if job.durability == "each" { job.lines.append("cache: {folder: cache, max: \(bytes / 2)}") }
      job.sources = ground.names.map { server.url("/\($0)") }
      return job
    }
    for (index, job) in jobs.enumerated() {
      faults.areOn = false
      var golden = try ground.golden(job)
      faults.areOn = true
      golden.seconds = try ground.golden(job).seconds
      var lives = Lives(job, ground, golden, SplitMix64(seed: settings.seed &+ UInt64(index)))
      let kills = settings.choose(4, 50) / jobs.count + 1
      try lives.spend(kills, &report, "\(job.words), seed \(settings.seed)")
    }
    report.count("faults", faults.count)
    return report
  }
}

/// Faults in a fifth of a server's answers, while they are on.
private final class AnswerFaults: Sendable {
  private struct State {
    var random: SplitMix64
    var areOn = false
    var count = 0
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(random: SplitMix64(seed: seed))) }

  var areOn: Bool {
    get { state.withLock { $0.areOn } }
    set { state.withLock { $0.areOn = newValue } }
  }

  /// The number of faults so far.
  var count: Int { state.withLock { $0.count } }

  /// The answer to a request to which `right` is the right answer.
  func answer(_ right: TestServer.Answer) -> TestServer.Answer {
    state.withLock { state in
      guard state.areOn, Int.random(in: 0..<5, using: &state.random) == 0 else { return right }
      state.count += 1
      return right.faulty(using: &state.random)
    }
  }
}
