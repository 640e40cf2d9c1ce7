import TestSupport
import Testing

/// What tests of locks share.
extension Studio {
  /// A job of the pictures `photos/a.jpg`, `b.jpg` and `c.jpg`, all of other bytes, with its lock.
  static func locked(_ keys: String = "") throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\", resize: \"16,\"}]\n\(keys)")
    for (seed, name) in ["a", "b", "c"].enumerated() {
      try studio.add(.tagged(1, seed: seed), "photos/\(name).jpg")
    }
    try #require(studio.upright("lock", "job.yaml").ending == .exit(0))
    return studio
  }

  /// The lock's lines.
  func lock(_ path: String = "job.lock.jsonl") throws -> [String] {
    try text(path).split(separator: "\n").map(String.init)
  }

  /// Replaces the lock's lines.
  func setLock(_ lines: [String]) throws {
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "job.lock.jsonl")
  }

  /// Expects that `run --locked` with these arguments is refused, saying these lines, and changes nothing at all.
  func expectRefused(
    _ arguments: String..., says lines: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let list = "find . -type f -printf '%p %T@ %i\\n' -o -printf '%p\\n' | sort"
    let before = try shell(list).stdout
    let arguments = arguments.isEmpty ? ["job.yaml"] : arguments
    #expect(
      try CommandRun.upright(["run", "--locked"] + arguments, in: folder)
        == CommandRun(.exit(2), stderr: lines.map { $0 + "\n" }.joined()), sourceLocation: sourceLocation)
    let after = try shell(list).stdout
    #expect(after == before, sourceLocation: sourceLocation)
  }
}
