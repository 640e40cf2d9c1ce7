import Foundation
import TestSupport
import Testing

/// Runs with their state outside of the output root that are ended early, or that meet each other.
struct StateElsewhereStopTests {
  /// Eight pictures that are enlarged, which takes its time. The job has the name `name`, and its state in `kept`.
  private static func studio(_ keys: String = "durability: none") throws -> Studio {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.jpg", resize: {width: 3000, enlarge: true}, quality: 5}]
      state: kept
      \(keys)
      """)
    for index in 10..<18 {
      try studio.add(.tagged(1, width: 32, height: 24, seed: index), "photos/\(index).jpg")
    }
    return studio
  }

  private static func outputs(_ studio: Studio) -> Int {
    studio.folder.files().filter { $0.hasPrefix("out/") && $0.hasSuffix(".jpg") }.count
  }

  /// Expects that only outputs lie in the output root, and only a lock and a journal in the state folder.
  private static func expectOrder(_ studio: Studio) throws {
    #expect(studio.temporaries() == [])
    #expect(try studio.shell("ls -A out | grep -v jpg").stdout == "")
    #expect(try studio.shell("ls -A kept kept/job").stdout == "kept:\njob\n\nkept/job:\njournal\nlock\n")
  }

  @Test(
    "kill -9: the next run converges, and leaves nothing",
    arguments: [("process", "batch"), ("process", "each"), ("none", "none")])
  func killed(_ isolation: String, _ durability: String) throws {
    let studio = try Self.studio("isolation: \(isolation)\ndurability: \(durability)")
    let run = try StartedRun(studio, "run", "--jobs", "2", "job.yaml")
    #expect(run.wait { studio.temporaries() != [] })
    run.send(SIGKILL)
    #expect(try run.end() == CommandRun(.signal(SIGKILL)))
    // Temporary files lie on the file system of the outputs.
    #expect(studio.temporaries().allSatisfy { $0.hasPrefix("out/.upright/job/tmp/") })
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.expectAsClean()
    try Self.expectOrder(studio)
  }

  @Test("A run with another state folder removes what a killed run left, and counts its outputs as strange")
  func killedElsewhere() throws {
    let studio = try Self.studio("existing: keep\ndurability: none")
    let run = try StartedRun(studio, "run", "--jobs", "1", "job.yaml")
    #expect(run.wait { Self.outputs(studio) > 0 && studio.temporaries() != [] })
    run.send(SIGKILL)
    #expect(try run.end() == CommandRun(.signal(SIGKILL)))
    let made = Self.outputs(studio)
    let next = try studio.upright("run", "--state", "new", "job.yaml")
    #expect(next.ending == .exit(0))
    #expect(next.stderr.contains("job: \(8 - made) of 8 outputs made from 8 images"), "\(next.stderr)")
    #expect(studio.temporaries() == [])
    #expect(try studio.shell("ls -A out | grep -v jpg").stdout == "")
  }

  @Test("A signal ends the run in order, and the next run goes on", arguments: [SIGTERM, SIGINT])
  func signal(_ number: Int32) throws {
    let studio = try Self.studio()
    let run = try StartedRun(studio, "run", "--jobs", "1", "job.yaml")
    #expect(run.wait { Self.outputs(studio) > 0 })
    run.send(number)
    #expect(try run.end().ending == .signal(number))
    try Self.expectOrder(studio)
    let made = Self.outputs(studio)
    let next = try studio.upright("run", "job.yaml")
    #expect(
      next.stderr.hasPrefix("job: \(8 - made) of 8 outputs made from 8 images, \(made) done before; "))
    try studio.expectAsClean()
  }

  private static let held = CommandRun(
    .exit(75),
    stderr:
      "job.yaml: error: the job is being run by another process: try again later, or wait for it by --wait SECONDS\n"
  )

  @Test(
    "One run at a time writes to an output root, whatever the state folders",
    arguments: [["--state", "kept"], ["--state", "other"], ["--state", "out/.upright"]])
  func oneAtATime(_ option: [String]) throws {
    let studio = try Self.studio()
    let run = try StartedRun(studio, "run", "--jobs", "1", "job.yaml")
    #expect(run.wait { studio.temporaries() != [] })
    #expect(try CommandRun.upright(["run"] + option + ["job.yaml"], in: studio.folder) == Self.held)
    // The refused run has left no state.
    #expect(!FileManager.default.fileExists(atPath: studio.folder.path("other")))
    #expect(try run.end().ending == .exit(0))
    try studio.expectAsClean()
    try Self.expectOrder(studio)
  }

  @Test("--wait waits for the run with the same state")
  func wait() throws {
    let studio = try Self.studio()
    let run = try StartedRun(studio, "run", "--jobs", "1", "--quiet", "job.yaml")
    #expect(run.wait { studio.temporaries() != [] })
    let next = try studio.upright("run", "--wait", "600", "job.yaml")
    #expect(
      next
        == CommandRun(
          .exit(0),
          stderr:
            "job: 0 of 8 outputs made from 8 images, 8 done before; 0 B; manifest job.manifest.jsonl\n"))
    #expect(try run.end() == CommandRun(.exit(0)))
    try Self.expectOrder(studio)
  }
}
