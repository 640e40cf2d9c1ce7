import Foundation
import TestSupport
import Testing

/// One run of a job at a time.
struct LockTests {
  private static func studio() throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("touch photos/a.jpg")
    return studio
  }

  private static let held = CommandRun(
    .exit(75),
    stderr:
      "job.yaml: error: the job is being run by another process: try again later, or wait for it by --wait SECONDS\n"
  )

  @Test(
    "A second run ends at once with 75, having touched nothing",
    arguments: [[], ["--wait", "0"], ["--force"]])
  func second(_ options: [String]) throws {
    let studio = try Self.studio()
    let lock = try HeldLock(studio)
    let tree = { try studio.shell("find . -printf '%p %i %T@ %C@ %s\\n' | sort").stdout }
    let before = try tree()
    #expect(try CommandRun.upright(["run"] + options + ["job.yaml"], in: studio.folder) == Self.held)
    #expect(try tree() == before)
    lock.release()
    #expect(try studio.changes("run", "--quiet", "job.yaml").files == ["job.manifest.jsonl", "out/a.jpg"])
  }

  @Test("A wait that was too short ends the same way")
  func shortWait() throws {
    let studio = try Self.studio()
    let lock = try HeldLock(studio)
    #expect(try studio.upright("run", "--wait", "0.2", "--quiet", "job.yaml") == Self.held)
    lock.release()
  }

  @Test("--wait goes on when the other run ends")
  func wait() throws {
    let studio = try Self.studio()
    let lock = try HeldLock(studio)
    let run = try StartedRun(studio, "run", "--wait", "600", "job.yaml")
    usleep(300_000)
    #expect(run.isRunning)
    lock.release()
    #expect(
      try run.end()
        == CommandRun(
          .exit(0),
          stderr: "job: 1 of 1 output made from 1 image; \(try studio.size("out/a.jpg")); "
            + "manifest job.manifest.jsonl\n"))
    try studio.expectAsClean()
  }

  @Test("A signal ends the wait", arguments: [SIGTERM, SIGINT])
  func signal(_ number: Int32) throws {
    let studio = try Self.studio()
    let lock = try HeldLock(studio)
    let run = try StartedRun(studio, "run", "--wait", "600", "job.yaml")
    #expect(run.wait { run.blocks(number) })
    run.send(number)
    let ended = try run.end()
    lock.release()
    #expect(ended.ending == .signal(number))
    let name = number == SIGTERM ? "SIGTERM" : "SIGINT"
    // The run may end before the signal is answered.
    let lines = ended.stderr.split(separator: "\n").filter {
      !$0.hasPrefix("upright: warning: \(name): ends within ")
    }
    #expect(lines == ["job.yaml: error: the job was asked to end before it began"])
  }

  @Test("--time-limit holds for the wait too")
  func timeLimit() throws {
    let studio = try Self.studio()
    let lock = try HeldLock(studio)
    #expect(
      try studio.upright("run", "--wait", "600", "--time-limit", "0.2", "job.yaml")
        == CommandRun(.exit(75), stderr: "job.yaml: error: the job was asked to end before it began\n"))
    lock.release()
  }

  @Test("A job of several that is being run lets none of them run, and leaves nothing of the others")
  func severalJobs() throws {
    let studio = try Self.studio()
    try studio.job("output_root: new\nsources: [photos/a.jpg]\noutputs: [{path: x.jpg}]", "other.yaml")
    let lock = try HeldLock(studio)
    let before = try studio.shell("find . | sort").stdout
    #expect(try studio.upright("run", "other.yaml", "job.yaml") == Self.held)
    #expect(try studio.shell("find . | sort").stdout == before)
    lock.release()
  }

  @Test("Another job of the same root runs meanwhile")
  func otherJob() throws {
    let studio = try Self.studio()
    try studio.job("output_root: out\nsources: [photos/a.jpg]\noutputs: [{path: x.jpg}]", "other.yaml")
    let lock = try HeldLock(studio)
    #expect(try studio.upright("run", "--quiet", "other.yaml") == CommandRun(.exit(0)))
    lock.release()
  }

  @Test("check and plan ask for no lock")
  func readers() throws {
    let studio = try Self.studio()
    let lock = try HeldLock(studio)
    #expect(try studio.upright("check", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.upright("plan", "job.yaml").ending == .exit(0))
    lock.release()
  }
}
