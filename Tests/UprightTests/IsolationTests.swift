import TestSupport
import Testing

/// `isolation` and `sandbox`.
struct IsolationTests {
  private static func studio(_ keys: String) throws -> Studio {
    let studio = try Studio(
      "hash: sha256\noutput_root: out\n\(keys)\noutputs: [{path: \"{stem}.jpg\", resize: {width: 20}}]")
    try studio.add(.tagged(6), "photos/a.jpg")
    try studio.folder.write("words", to: "photos/b.jpg")
    let whole = try studio.folder.read("photos/a.jpg")
    try studio.folder.write(whole[..<(whole.count / 2)], to: "photos/c.jpg")
    return studio
  }

  /// Words and files of a run, without the job file and its hash.
  private static func made(_ keys: String) throws -> (run: CommandRun, files: [String: [UInt8]], rows: [Row])
  {
    let studio = try studio(keys)
    let run = try studio.upright("run", "--jobs", "1", "job.yaml")
    return (run, try studio.contents(besides: ["job.yaml", "job.manifest.jsonl"]), try studio.rows())
  }

  @Test(
    "What is made, said and written doesn't depend on where",
    arguments: ["isolation: process", "sandbox: off", "sandbox: best-effort"])
  func same(_ keys: String) throws {
    let inThreads = try Self.made("isolation: none")
    let inProcesses = try Self.made(keys)
    #expect(inProcesses.run == inThreads.run)
    #expect(inProcesses.files == inThreads.files)
    #expect(inProcesses.rows == inThreads.rows)
    #expect(inThreads.rows.map(\.error?.code) == [nil, "unsupported_format", "corrupt"])
  }

  @Test(
    "A person can't be a worker's parent",
    arguments: [[], ["off"], ["off", "0"], ["best-effort", "0", "x"], ["loose", "0"]])
  func byHand(_ arguments: [String]) throws {
    let folder = try TemporaryDirectory()
    #expect(
      try CommandRun.upright(["_worker"] + arguments, in: folder)
        == CommandRun(.exit(2), stderr: "upright: error: '_worker' is for upright's own use\n"))
  }

  @Test("Help doesn't speak of workers")
  func hidden() throws {
    let help = try CommandRun.upright(["--help"], in: TemporaryDirectory())
    #expect(help.ending == .exit(0))
    #expect(!help.stdout.contains("_worker"))
  }
}
