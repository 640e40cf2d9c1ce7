import System
import ArgumentParser
import Planning

/// The options of a frozen plan: its file, and its number of shards.
struct FreezeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the plan to a file for 'run --plan', instead of showing it.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Divide the plan of --out into N shards of about equal work, 1 to \(FixedLimits.Work.shards). Default: 1.",
      valueName: "n"))
  var shards: Int?

  /// Throws if the options don't suit a call for `jobs` jobs.
  func check(jobs: Int, printsJSON: Bool) throws {
    guard let out else {
      if shards != nil { throw ValidationError("--shards: say by --out where the plan goes") }
      return
    }
    if jobs > 1 { throw ValidationError("--out takes the plan of one job") }
    if printsJSON { throw ValidationError("--out writes JSON lines: leave out --json") }
    if let shards, !(1...FixedLimits.Work.shards).contains(shards) {
      throw ValidationError("--shards: 1 to \(FixedLimits.Work.shards)")
    }
    try FileToWrite.check(out, "--out")
  }
}
