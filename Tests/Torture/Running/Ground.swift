import Foundation
import Synchronization
import TestSupport

/// Sources that many trials share, each a folder beside them: `photos/`, `1/job.yaml`, `2/job.yaml` and so on, so that
/// all trials of one job file have one manifest.
package final class Ground: Sendable {
  let program: Program
  private let folder: TemporaryDirectory
  private let trials = Mutex(0)

  /// A ground with `images` sources of about `side` pixels a side, in folders of their own by threes. Every second one
  /// has the side `other` if that is given.
  package init(_ program: Program, images: Int, side: Int = 40, other: Int? = nil) throws {
    self.program = program
    folder = try TemporaryDirectory()
    try folder.makeFolder("photos")
    for index in 0..<images {
      let side = index % 2 == 0 ? side : other ?? side
      let picture = TestPicture.noisy(
        width: side + index % 5, height: side + index % 7, seed: UInt64(index % 50 + 1))
      let name = String(repeating: "0", count: 6 - "\(index)".count) + "\(index)"
      try folder.write(TestJPEG(.ycbcr).file(picture), to: "photos/\(index % 3)/\(name).jpg")
    }
  }

  /// Absolute, without links.
  var path: String { folder.path }

  /// The folder of the sources.
  var photos: String { folder.path("photos") }

  /// The names of the sources below their folder, in order.
  var names: [String] {
    folder.files().filter { $0.hasPrefix("photos/") }.map { String($0.dropFirst("photos/".count)) }
  }

  /// A new folder with `job` in it.
  func trial(_ job: Job) throws -> Trial {
    let number = trials.withLock { number in
      number += 1
      return number
    }
    try folder.write(job.text, to: "\(number)/job.yaml")
    return Trial(self, folder.path("\(number)"), job)
  }

  /// What an undisturbed run of `job` makes.
  func golden(_ job: Job) throws -> Golden {
    let trial = try trial(job)
    defer { trial.remove() }
    let ended = try trial.run()
    guard ended.ending == .exit(0) else {
      throw NoGolden(reason: "\(ended.ending): \(trial.errors)")
    }
    return Golden(files: trial.outputs, manifest: trial.manifest, seconds: ended.seconds)
  }

  /// An undisturbed run that didn't succeed.
  struct NoGolden: Error {
    let reason: String
  }
}

/// What a job makes when nothing disturbs it.
struct Golden: Sendable {
  /// By path below the output root.
  var files: [String: [UInt8]]
  var manifest: [UInt8]?
  /// How long it took.
  var seconds: Double
}

/// The job that trials run, in the variants that matter.
struct Job: Hashable, Sendable {
  /// nil where the binary's own choice holds.
  var durability: String?
  var isolation: String?
  var threads = 1
  var quality = 85
  /// Whether there are shards of the outputs as well.
  var hasShards = false
  var sources = ["../photos/**/*.jpg"]
  /// Further lines of the job file.
  var lines: [String] = []

  /// The job file.
  var text: String {
    var lines =
      self.lines + [
        "version: 1", "name: torture", "sources: \(sources)", "output_root: out", "outputs:",
        "  - {path: \"{dir}/{stem}.jpg\", resize: {width: 30}, quality: \(quality)}",
        "  - {path: \"small/{stem}.jpg\", resize: {width: 12}, quality: \(quality)}",
      ]
    if let durability { lines.append("durability: \(durability)") }
    if hasShards {
      lines.append("exports: [{format: webdataset, path: \"shards/{shard}.tar\", max_count: 10}]")
    }
    if let isolation { lines.append("isolation: \(isolation)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For people.
  var words: String {
    "durability \(durability ?? "default"), isolation \(isolation ?? "default"), --jobs \(threads)"
      + (quality == 85 ? "" : ", quality \(quality)") + (hasShards ? ", shards" : "")
  }

  /// All that `program` can do of `batch` and `each`, `none` and `process`; what it can't is noted.
  static func variants(_ program: Program, threads: [Int], _ report: inout ScenarioReport) -> [Job] {
    let durabilities: [String?] = program.can(.durability) ? ["batch", "each"] : [nil]
    let isolations: [String?] = program.can(.isolation) ? ["none", "process"] : [nil]
    if !program.can(.durability) { report.skip("durability batch and each: the binary doesn't know the key") }
    if !program.can(.isolation) { report.skip("isolation process: the binary doesn't know the key") }
    return durabilities.flatMap { durability in
      isolations.flatMap { isolation in
        threads.map { Job(durability: durability, isolation: isolation, threads: $0) }
      }
    }
  }
}
