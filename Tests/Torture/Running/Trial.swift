import Foundation
import TestSupport

/// One folder with a job in it, to be run, disturbed and looked at.
struct Trial: Sendable {
  let ground: Ground
  /// Absolute.
  let path: String
  private(set) var job: Job

  init(_ ground: Ground, _ path: String, _ job: Job) {
    self.ground = ground
    self.path = path
    self.job = job
  }

  /// Puts another job file in the place of the first.
  mutating func change(to job: Job) throws {
    self.job = job
    try job.text.write(toFile: "\(path)/job.yaml", atomically: false, encoding: .utf8)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Starts `upright run`.
  func start(_ faults: Faults? = nil, _ options: [String] = []) throws -> ChildProcess {
    try start(["run", "--json", "--jobs", "\(job.threads)"] + options + ["\(path)/job.yaml"], faults)
  }

  /// Starts upright with these arguments.
  func start(_ arguments: [String], _ faults: Faults? = nil) throws -> ChildProcess {
    var environment: [String: String] = [:]
    if let faults {
      guard FileManager.default.createFile(atPath: control, contents: nil),
        truncate(control, off_t(faults.controlBytes)) == 0
      else { throw SystemError("control file") }
      environment = faults.environment(
        library: ground.program.faults, control: control, below: ground.path)
    }
    return try ChildProcess(
      [ground.program.path] + arguments, environment: environment, stdout: "\(path)/stdout",
      stderr: "\(path)/stderr")
  }

  /// Runs to the end, or for 20 seconds at most unless told otherwise.
  func run(
    _ faults: Faults? = nil, _ options: [String] = [], limit: Double = 20
  ) throws -> ChildProcess.Ended {
    try start(faults, options).ending(limit: limit)
  }

  /// The calls of the last run with faults.
  var calls: [LoggedCall] { LoggedCall.all(in: bytes("control") ?? []) }

  private var control: String { "\(path)/control" }

  /// What was written to stderr in all runs.
  var errors: String { String(decoding: bytes("stderr") ?? [], as: UTF8.self) }

  var manifest: [UInt8]? { bytes("torture.manifest.jsonl") }

  private func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { [UInt8]($0) }
  }

  /// All files and links below the trial's folder.
  var names: [String] {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var status = stat()
      return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }
  }

  /// What lies in the output root under the names of outputs.
  var outputs: [String: [UInt8]] {
    var outputs: [String: [UInt8]] = [:]
    for name in names where name.hasPrefix("out/") && !name.hasPrefix("out/.upright/") {
      if name.hasSuffix(".tmp") { continue }
      outputs[String(name.dropFirst(4))] = bytes(name) ?? []
    }
    return outputs
  }
}

extension Trial {
  /// What is wrong at any instant: a file that is neither of `goldens`, or a manifest that isn't.
  func halves(_ goldens: [Golden]) -> [String] {
    var wrong: [String] = []
    for (name, bytes) in outputs.sorted(by: { $0.key < $1.key })
    where !goldens.contains(where: { $0.files[name] == bytes }) {
      let isKnown = goldens.contains { $0.files[name] != nil }
      wrong.append(isKnown ? "'\(name)' is half, of \(bytes.count) bytes" : "'\(name)' is no output")
    }
    if let manifest, !goldens.contains(where: { $0.manifest == manifest }) {
      wrong.append("the manifest is neither absent nor that of a whole run")
    }
    return wrong
  }

  /// Temporaries that are there.
  var temporaries: [String] {
    let left = names.filter {
      $0.hasSuffix(".tmp") || $0.hasSuffix(".upright-tmp")
        || ($0.hasPrefix("out/.upright/") && $0.contains("/tmp/"))
    }
    return left.isEmpty ? [] : ["temporaries are left: \(left.sorted().joined(separator: ", "))"]
  }

  /// Runs undisturbed, and says where the result differs from `golden`. A manifest that holds failures which a
  /// disturbance has caused is made anew by `--retry-failed`.
  func convergence(
    to golden: Golden, retries: Bool = false, limit: Double = 60
  ) throws -> [String] {
    let options = retries && ground.program.can(.retryFailed) ? ["--retry-failed"] : []
    let before = errors.utf8.count
    let ended = try run(nil, options, limit: limit)
    var wrong: [String] = []
    if ended.ending != .exit(0) {
      let words = String(decoding: errors.utf8.dropFirst(before), as: UTF8.self)
      wrong.append("the rerun ends by \(ended.ending): \(words)")
    }
    return wrong + differences(from: golden) + temporaries
  }

  /// Where the trial isn't what a run to the end has to leave.
  func differences(from golden: Golden) -> [String] {
    let outputs = outputs
    var wrong = golden.files.keys.sorted().filter { outputs[$0] != golden.files[$0] }
      .map { "'\($0)' is \(outputs[$0] == nil ? "missing" : "not the golden one")" }
    wrong += outputs.keys.sorted().filter { golden.files[$0] == nil }.map { "'\($0)' is no output" }
    if manifest != golden.manifest { wrong.append("the manifest differs from a clean run's") }
    return wrong
  }
}

extension Trial {
  /// True when the fault of the last run has met a call.
  var wasHit: Bool { (bytes("control") ?? []).dropFirst(16).prefix(8).contains { $0 != 0 } }
}
