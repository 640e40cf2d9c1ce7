import Foundation
import TestSupport
import Testing

/// A job over some photos, one of them broken, with what one run of it makes.
struct ShardedStudio {
  let studio: Studio
  /// All files that one run leaves, but for its state.
  let whole: [String: [UInt8]]

  static let keys = """
    output_root: out
    outputs:
      - {path: "{stem}.jpg", resize: {width: 20}}
      - {path: "small/{stem}.jpg", resize: {width: 10}}
    on_error: {max_failures: 2}
    """

  /// A studio of `count` photos and one broken file; `keys` are those of the job.
  /// `change` may change the sources.
  init(
    _ count: Int = 11, keys: String = Self.keys, sources: String = #"["photos/*.jpg"]"#,
    change: (Studio) throws -> Void = { _ in }
  ) throws {
    studio = try Studio(keys, sources: sources)
    for index in 0..<count {
      try studio.add(
        Picture(width: 30 + 7 * (index * 5 % count), height: 40, seed: index), "photos/p\(index).jpg")
    }
    try studio.folder.write("no picture", to: "photos/broken.jpg")
    try change(studio)
    let run = try CommandRun.upright(["run", "--quiet", "job.yaml"], in: studio.folder)
    #expect(run.ending == .exit(0), "\(run.stderr)")
    whole = try studio.products()
    try studio.forget()
  }

  /// Runs upright, which must end well.
  @discardableResult
  func good(_ arguments: String..., stdin: String = "", location: SourceLocation = #_sourceLocation) throws
    -> CommandRun
  {
    let run = try CommandRun.upright(arguments, in: studio.folder, stdin: stdin)
    #expect(run.ending == .exit(0), "\(run.stderr)", sourceLocation: location)
    return run
  }

  /// Writes the plan `plan.jsonl`; a source that fails as planned makes that end with 1.
  func plan(_ shards: Int) throws {
    let run = try studio.upright("plan", "--out", "plan.jsonl", "--shards", "\(shards)", "job.yaml")
    #expect(run.ending == .exit(1))
  }

  func shard(_ index: Int, of count: Int, location: SourceLocation = #_sourceLocation) throws {
    try good("run", "--quiet", "--plan", "plan.jsonl", "--shard", "\(index)/\(count)", location: location)
  }

  /// Merges, and compares all that is there with what one run made.
  func expectWhole(location: SourceLocation = #_sourceLocation) throws {
    try good("merge", "--quiet", "--plan", "plan.jsonl", location: location)
    #expect(try studio.products() == whole, sourceLocation: location)
    let again = try CommandRun.upright(["run", "job.yaml"], in: studio.folder)
    #expect(again.stderr.contains(": 0 of "), "\(again.stderr)", sourceLocation: location)
    #expect(try studio.products() == whole, sourceLocation: location)
  }
}

extension Studio {
  /// All that is made, but for the state of runs and plans.
  func products() throws -> [String: [UInt8]] {
    try contents().filter {
      !$0.key.hasPrefix("photos/") && !$0.key.contains(".upright/") && !$0.key.hasPrefix("plan")
    }
  }

  /// Takes away all that a run made.
  func forget() throws {
    try FileManager.default.removeItem(atPath: folder.path("out"))
    try? FileManager.default.removeItem(atPath: folder.path("job.manifest.jsonl"))
  }
}
