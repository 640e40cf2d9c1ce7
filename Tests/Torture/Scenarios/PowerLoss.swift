import Foundation
import System

/// What a loss of power could leave at each step of a run: whatever the journal calls done must be there, whole.
package enum PowerLoss {
  /// One state of the disk that could be met.
  private struct State: Sendable {
    var files: [String: [UInt8]]
    var words: String
  }

  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("power-loss")
    let ground = try Ground(settings.program, images: settings.choose(4, 12))
    var jobs = Job.variants(settings.program, threads: [1], &report).filter { $0.isolation != "process" }
    for index in jobs.indices { jobs[index].hasShards = true }
    let losses: [DiskModel.Loss] = settings.program.can(.durability) ? DiskModel.Loss.allCases : [.nothing]
    for job in jobs {
      for isOver in [false, true] {
        try replay(job, on: ground, isOver: isOver, losses, settings, &report)
      }
    }
    return report
  }

  private static func replay(
    _ job: Job, on ground: Ground, isOver: Bool, _ losses: [DiskModel.Loss], _ settings: Settings,
    _ report: inout ScenarioReport
  ) throws {
    var old = job
    old.quality = 60
    let (golden, oldGolden) = (try ground.golden(job), try ground.golden(old))
    var trial = try ground.trial(isOver ? old : job)
    defer { trial.remove() }
    if isOver {
      _ = try trial.run()
      try trial.change(to: job)
    }
    var disk = DiskModel(root: trial.path)
    let ended = try trial.run(Faults(.log))
    let words = "\(job.words)\(isOver ? ", over older outputs" : "")"
    if ended.ending != .exit(0) { report.expect(none: ["ends by \(ended.ending)"], words) }
    let goldens = isOver ? [golden, oldGolden] : [golden]
    var states: [State] = []
    for call in trial.calls where disk.apply(call) {
      for loss in losses {
        let state = State(
          files: disk.files(after: loss),
          words: "\(words), after call \(call.number) (\(call.name) \(call.path)), \(loss.rawValue)")
        report.count("states")
        report.expect(none: wrong(state, goldens, &report), state.words)
        states.append(state)
      }
    }
    if settings.program.can(.durability) {
      let claims = claims(in: disk.files(after: .all)).files
      if claims.count != golden.files.count {
        let wrong =
          "after the end only \(claims.count) of \(golden.files.count) outputs are on record for sure"
        report.expect(none: [wrong], words)
      }
    }
    try rerun(states, job, ground, golden, settings, &report)
  }

  private static func claims(in files: [String: [UInt8]]) -> JournalClaims {
    JournalClaims(files["out/.upright/torture/journal"] ?? [])
  }

  /// Files that are half, and such as the journal says are there and are not.
  private static func wrong(
    _ state: State, _ goldens: [Golden], _ report: inout ScenarioReport
  ) -> [String] {
    var wrong: [String] = []
    for (name, bytes) in state.files.sorted(by: { $0.key < $1.key }) where name.hasPrefix("out/") {
      let output = String(name.dropFirst(4))
      guard goldens.contains(where: { $0.files[output] != nil }) else { continue }
      if !goldens.contains(where: { $0.files[output] == bytes }) {
        wrong.append("'\(output)' is half, of \(bytes.count) bytes")
      }
    }
    for (path, file) in claims(in: state.files).files.sorted(by: { $0.key < $1.key }) {
      report.count("claims")
      guard let bytes = state.files["out/\(path)"] else {
        wrong.append("the journal calls '\(path)' made, and it is not there")
        continue
      }
      if bytes.count != file.bytes || (file.sha256 != nil && SHA256.digest(of: bytes) != file.sha256) {
        wrong.append("'\(path)' is not the file that the journal tells of")
      }
    }
    return wrong
  }

  /// Lets the binary go on from some of the states.
  private static func rerun(
    _ states: [State], _ job: Job, _ ground: Ground, _ golden: Golden, _ settings: Settings,
    _ report: inout ScenarioReport
  ) throws {
    let step = max(1, states.count / settings.choose(8, 120))
    let sample = states.indices.filter { $0 % step == 0 }.map { states[$0] } + states.suffix(3)
    Parallel.run(sample.count, width: settings.width, into: &report) { index, report in
      let trial = try ground.trial(job)
      defer { trial.remove() }
      for (name, bytes) in sample[index].files where name.hasPrefix("out/") || name.contains("manifest") {
        let path = URL(fileURLWithPath: "\(trial.path)/\(name)")
        try FileManager.default.createDirectory(
          at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: path)
      }
      report.count("reruns")
      report.expect(none: try trial.convergence(to: golden), sample[index].words)
    }
  }
}
