import Foundation
import TestSupport

/// Sources that are edited, broken, mended, hidden and removed at random between runs: each run ends as a first run of the
/// same sources does.
package enum Reruns {
  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("reruns")
    for number in 0..<settings.choose(1, 10) {
      var tree = try ChangingTree(settings.program, SplitMix64(seed: settings.seed &+ UInt64(number)))
      for step in 0..<settings.choose(6, 60) {
        let wrong = try tree.step()
        report.count("reruns")
        report.expect(
          none: wrong,
          "seed \(settings.seed), tree \(number), step \(step): \(tree.changes.joined(separator: ", "))")
      }
    }
    return report
  }
}

/// A job whose sources change.
private struct ChangingTree {
  private let program: Program
  private var random: SplitMix64
  private let folder: TemporaryDirectory
  /// The changes of the last step, and how the job was run then.
  private(set) var changes: [String] = []

  private static let names = (0..<6).map { "photos/p\($0).jpg" }

  init(_ program: Program, _ random: SplitMix64) throws {
    self.program = program
    self.random = random
    folder = try TemporaryDirectory()
    try folder.makeFolder("photos")
    try folder.makeFolder("hidden")
    try writeJob(maxPixels: "100MP")
    for name in Self.names { try put(picture(height: 44), at: name) }
  }

  /// Changes some sources, runs the job twice, and tells what a first run of the same sources does otherwise.
  mutating func step() throws -> [String] {
    changes = []
    for _ in 0..<Int.random(in: 0...3, using: &random) { try change() }
    let clean = try TemporaryDirectory()
    for name in ["photos", "job.yaml"] {
      _ = try CommandRun.run("/bin/cp", ["-a", folder.path(name), clean.path(name)], in: "/")
    }
    let expected = try Telling(by: ["run", "--json", "--quiet", "job.yaml"], program, in: clean)
    var wrong = try runInParts().map { $0.differences(from: expected, "in parts") } ?? []
    for words in ["run", "second run"] {
      let telling = try Telling(by: ["run", "--json", "--quiet", "job.yaml"], program, in: folder)
      wrong += telling.differences(from: expected, words)
    }
    for name in clean.files() where name.hasPrefix("out/") {
      if (try? folder.read(name)) != (try clean.read(name)) { wrong.append("'\(name)' is another") }
    }
    return wrong
  }

  /// Runs the job by shards or a worker and merges them, or does nothing.
  private mutating func runInParts() throws -> Telling? {
    let shards = Int.random(in: 0...3, using: &random)
    if shards == 0 { return nil }
    let hasWorker = Bool.random(using: &random)
    changes.append(hasWorker ? "a worker" : "\(shards) shards")
    _ = try upright("plan", "--out", "plan.jsonl", "--shards", "\(shards)", "job.yaml")
    if hasWorker {
      let items = String(decoding: try folder.read("plan.jsonl"), as: UTF8.self)
        .split(separator: "\n").dropFirst().joined(separator: "\n")
      _ = try CommandRun.run(
        program.path, ["worker", "--jsonl", "--plan", "plan.jsonl"], in: folder.path, stdin: items + "\n")
    } else {
      for shard in 0..<shards {
        _ = try upright("run", "--quiet", "--plan", "plan.jsonl", "--shard", "\(shard)/\(shards)")
      }
    }
    return try Telling(by: ["merge", "--json", "--quiet", "--plan", "plan.jsonl"], program, in: folder)
  }

  private func upright(_ arguments: String...) throws -> CommandRun {
    try CommandRun.run(program.path, arguments, in: folder.path)
  }

  private mutating func change() throws {
    guard let name = Self.names.randomElement(using: &random),
      let other = Self.names.randomElement(using: &random),
      let change = Change.allCases.randomElement(using: &random)
    else { return }
    changes.append("\(change) \(name)")
    let hidden = "hidden/" + name.split(separator: "/").joined(separator: "-")
    switch change {
    case .remove: try? FileManager.default.removeItem(atPath: folder.path(name))
    case .hide: rename(folder.path(name), folder.path(hidden))
    case .bringBack: rename(folder.path(hidden), folder.path(name))
    case .swap: rename(folder.path(name), folder.path(other))
    case .mend: try put(picture(height: 44), at: name)
    case .lower: try put(picture(height: 15), at: name)
    case .garble: try put(Array("words".utf8), at: name)
    case .empty: try put([], at: name)
    case .cutHeader: try put(Array(picture(height: 44).prefix(30)), at: name)
    case .cutData: try put(picture(height: 44).dropLast(300), at: name)
    case .grow: try put(picture(height: 44) + Array(repeating: 0, count: 70_000), at: name)
    case .dangle:
      try? FileManager.default.removeItem(atPath: folder.path(name))
      try folder.link(name, to: "nowhere")
    case .limit: try writeJob(maxPixels: Bool.random(using: &random) ? "1000" : "100MP")
    }
  }

  private enum Change: CaseIterable {
    case remove, hide, bringBack, swap, mend, lower, garble, empty, cutHeader, cutData, grow, dangle, limit
  }

  /// Pictures of 15 rows have none where the second output is cut, and less than 1,000 pixels.
  private mutating func picture(height: Int) throws -> [UInt8] {
    try TestJPEG(.ycbcr).file(
      TestPicture.noisy(width: 40, height: height, seed: UInt64.random(in: 1...50, using: &random)))
  }

  /// Puts a file in its place by rename, so that it has a number of its own.
  private func put(_ bytes: some Sequence<UInt8>, at name: String) throws {
    try folder.write(bytes, to: "fresh")
    rename(folder.path("fresh"), folder.path(name))
  }

  private func writeJob(maxPixels: String) throws {
    let text = """
      version: 1
      sources: [{glob: "photos/*.jpg", optional: true}]
      output_root: out
      limits: {max_pixels: \(maxPixels), max_file: 60KB}
      outputs:
        - {path: "{stem}.jpg", resize: {width: 30}}
        - {path: "cut/{stem}.jpg", crop: {region: "0,20,10,10", out_of_bounds: error}}

      """
    try folder.write(text, to: "job.yaml")
  }
}

/// What a run or merge tells, in all the ways in which it does.
private struct Telling {
  private let ending: CommandRun.Ending
  private let counts: Counts
  private let manifest: [UInt8]
  private let status: String

  /// The part of a summary object that doesn't depend on what was made before.
  private struct Counts: Decodable, Hashable {
    let rows: Int
    let ok: Int
    let failed: Int
    let skipped: Int
  }

  init(by arguments: [String], _ program: Program, in folder: TemporaryDirectory) throws {
    let run = try CommandRun.run(program.path, arguments, in: folder.path)
    ending = run.ending
    counts = try JSONDecoder().decode(Counts.self, from: Data(run.stdout.utf8))
    manifest = try folder.read("job.manifest.jsonl")
    status = try CommandRun.run(program.path, ["status", "--json", "job.yaml"], in: folder.path).stdout
  }

  func differences(from other: Telling, _ words: String) -> [String] {
    var wrong: [String] = []
    if ending != other.ending { wrong.append("\(words): ends by \(ending), not \(other.ending)") }
    if counts != other.counts { wrong.append("\(words): counts \(counts), not \(other.counts)") }
    if manifest != other.manifest { wrong.append("\(words): the manifest is another") }
    if status != other.status { wrong.append("\(words): status says \(status), not \(other.status)") }
    return wrong
  }
}
