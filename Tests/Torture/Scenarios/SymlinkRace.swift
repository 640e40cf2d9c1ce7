import CTorture
import Foundation
import Synchronization
import TestSupport

/// Folders below the output root become links to elsewhere and folders again, while the binary runs: nothing may ever
/// come to lie elsewhere.
package enum SymlinkRace {
  /// Folders that take their turn, below the output root.
  private static let folders = ["0", "small", ".upright", ".upright/torture", ".upright/torture/tmp"]

  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("symlink-race")
    let ground = try Ground(settings.program, images: 9)
    for job in Job.variants(settings.program, threads: [2], &report) {
      try race(job, ground, swaps: settings.choose(400, 24_000) / 4 + 1, settings, &report)
      if !settings.program.can(.durability) { break }
    }
    return report
  }

  private static func race(
    _ job: Job, _ ground: Ground, swaps: Int, _ settings: Settings, _ report: inout ScenarioReport
  ) throws {
    let trial = try ground.trial(job)
    defer { trial.remove() }
    let outside = try TemporaryDirectory()
    // What a path through a link would find, so that it gets as far as it can.
    for folder in ["torture/tmp", "tmp", "0", "small"] { try outside.makeFolder(folder) }
    let before = listing(outside.path)
    _ = try trial.run()
    let swapper = Swapper(trial.path, outside.path, folders, swaps)
    let thread = Thread { swapper.swap(seed: settings.seed) }
    thread.start()
    while !swapper.isDone {
      let ended = try trial.run(nil, ["--force"])
      report.count("runs")
      if ended.status.map({ ![0, 1, 2, 74, 75].contains($0) }) ?? true {
        report.expect(none: ["ends by \(ended.ending): \(trial.errors.suffix(500))"], job.words)
      }
    }
    report.count("swaps", swapper.count)
    let strange = listing(outside.path).subtracting(before).sorted()
    report.expect(none: strange.map { "'\($0)' came to lie outside of the output root" }, job.words)
  }

  private static func listing(_ path: String) -> Set<String> {
    Set(FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
  }
}

/// Swaps folders with links, each of them again and again, and leaves folders at the end.
private final class Swapper: Sendable {
  private let root: String
  private let outside: String
  private let folders: [String]
  private let most: Int
  private let books = Mutex((count: 0, isDone: false))

  init(_ root: String, _ outside: String, _ folders: [String], _ most: Int) {
    self.root = root
    self.outside = outside
    self.folders = folders
    self.most = most
  }

  var count: Int { books.withLock { $0.count } }
  var isDone: Bool { books.withLock { $0.isDone } }

  func swap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let link = "\(root)/link"
    let deadline = ContinuousClock.now + .seconds(240)
    while count < most && ContinuousClock.now < deadline {
      let folder = "\(root)/out/\(folders[Int.random(in: 0..<folders.count, using: &random)])"
      unlink(link)
      symlink(outside, link)
      // There and back are two swaps; where there is no such folder at the moment there is nothing to swap.
      if ctorture_exchange(folder, link) == 0 {
        usleep(UInt32.random(in: 0..<400, using: &random))
        while ctorture_exchange(folder, link) != 0 && ContinuousClock.now < deadline { mend(folder) }
        books.withLock { $0.count += 2 }
      }
      usleep(UInt32.random(in: 0..<300, using: &random))
    }
    books.withLock { $0.isDone = true }
  }

  /// The link was taken away, or a folder above it: what the real one was swapped with has to be there to go back.
  private func mend(_ folder: String) {
    let above = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
    symlink(outside, folder)
  }
}
