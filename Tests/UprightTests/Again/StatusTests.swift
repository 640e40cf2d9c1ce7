import Foundation
import TestSupport
import Testing

/// `upright status`.
struct StatusTests {
  private static func studio() throws -> Studio {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{stem}.jpg\"}, {path: \"s/{stem}.jpg\", resize: \"9,\"}]")
    for (seed, name) in ["a", "b", "c", "d"].enumerated() {
      try studio.add(.tagged(1, seed: seed), "photos/\(name).jpg")
    }
    try studio.must("truncate -s 1200 photos/d.jpg")
    return studio
  }

  /// What lies where, with times.
  private static func tree(_ studio: Studio) throws -> String {
    try studio.shell("find . -printf '%p %i %T@ %C@ %s\\n' | sort").stdout
  }

  private static func expect(
    _ stdout: String, _ studio: Studio, _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try tree(studio)
    #expect(
      try CommandRun.upright(["status"] + arguments + ["job.yaml"], in: studio.folder)
        == CommandRun(.exit(0), stdout: stdout), sourceLocation: sourceLocation)
    #expect(try tree(studio) == before, sourceLocation: sourceLocation)
  }

  @Test("Before the first run all is missing, and nothing is made")
  func before() throws {
    let studio = try Self.studio()
    let lines = ["a", "b", "c", "d"].map { "missing out/\($0).jpg\nmissing out/s/\($0).jpg\n" }.joined()
    try Self.expect(lines + "job: 0 of 8 outputs done, 0 stale, 8 missing, 0 failed\n", studio)
    try Self.expect(
      #"{"job":"job","outputs":8,"done":0,"stale":0,"missing":8,"failed":0,"filtered":0}"# + "\n", studio,
      "--json")
  }

  @Test("Done, stale, missing and failed after a run and some changes")
  func after() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let failed = "failed out/d.jpg\nfailed out/s/d.jpg\n"
    try Self.expect(failed + "job: 6 of 8 outputs done, 0 stale, 0 missing, 2 failed\n", studio)
    try studio.must("touch photos/a.jpg && rm out/b.jpg && echo x >>out/s/c.jpg")
    try studio.folder.write("words", to: "photos/e.jpg")
    try Self.expect(
      "stale out/a.jpg\nstale out/s/a.jpg\nmissing out/b.jpg\nstale out/s/c.jpg\n" + failed
        + "failed out/e.jpg\nfailed out/s/e.jpg\njob: 2 of 10 outputs done, 3 stale, 1 missing, 4 failed\n",
      studio)
    try Self.expect(
      #"{"job":"job","outputs":10,"done":2,"stale":3,"missing":1,"failed":4,"filtered":0}"# + "\n", studio,
      "--json")
    let run = try studio.changes("run", "--quiet", "job.yaml")
    #expect(run.files == ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg", "out/s/a.jpg", "out/s/c.jpg"])
    try Self.expect(
      failed
        + "failed out/e.jpg\nfailed out/s/e.jpg\njob: 6 of 10 outputs done, 0 stale, 0 missing, 4 failed\n",
      studio)
  }

  @Test("A change of the job makes stale what it makes again")
  func changedJob() throws {
    let studio = try Self.studio()
    try studio.must("rm photos/b.jpg photos/c.jpg photos/d.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("sed -i 's/9,/10,/' job.yaml")
    try Self.expect("stale out/s/a.jpg\njob: 1 of 2 outputs done, 1 stale, 0 missing, 0 failed\n", studio)
    try studio.must("sed -i 's/10,/9,/' job.yaml")
    try Self.expect("job: 2 of 2 outputs done, 0 stale, 0 missing, 0 failed\n", studio)
  }

  @Test("Files that are to stay are told, and need nothing done")
  func kept() throws {
    let studio = try Studio("existing: keep\noutput_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.folder.write("mine", to: "out/a.jpg")
    for _ in 0..<2 {
      try Self.expect("kept out/a.jpg\njob: 1 of 1 output done, 0 stale, 0 missing, 0 failed\n", studio)
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    }
  }

  @Test("While the job is being run")
  func locked() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let lock = try HeldLock(studio)
    try Self.expect(
      "failed out/d.jpg\nfailed out/s/d.jpg\njob: 6 of 8 outputs done, 0 stale, 0 missing, 2 failed\n", studio
    )
    lock.release()
  }

  @Test("Several jobs, one after the other; one that is refused lets none be told")
  func severalJobs() throws {
    let studio = try Self.studio()
    try studio.job("output_root: out\nsources: [photos/a.jpg]\noutputs: [{path: x.jpg}]", "other.yaml")
    #expect(try studio.upright("run", "--quiet", "other.yaml") == CommandRun(.exit(0)))
    #expect(
      try studio.upright("status", "--json", "other.yaml", "job.yaml")
        == CommandRun(
          .exit(0),
          stdout: #"{"job":"other","outputs":1,"done":1,"stale":0,"missing":0,"failed":0,"filtered":0}"#
            + "\n"
            + #"{"job":"job","outputs":8,"done":0,"stale":0,"missing":8,"failed":0,"filtered":0}"# + "\n"))
    #expect(
      try studio.upright("status", "other.yaml", "none.yaml")
        == CommandRun(.exit(2), stderr: "none.yaml: error: can't be read: No such file or directory\n"))
  }

  @Test("A torn journal is looked at as far as it holds, and is not cut")
  func torn() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let path = "out/.upright/job/journal"
    try studio.folder.write(try studio.folder.read(path).dropLast(7), to: path)
    try Self.expect(
      "failed out/d.jpg\nfailed out/s/d.jpg\njob: 6 of 8 outputs done, 0 stale, 0 missing, 2 failed\n", studio
    )
  }
}
