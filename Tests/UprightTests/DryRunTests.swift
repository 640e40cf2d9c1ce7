import Foundation
import TestSupport
import Testing

/// `run --dry-run` and `plan --summary`: what would come of a run, in short.
struct DryRunTests {
  private static func studio(_ keys: String = "") throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]\n\(keys)")
    for name in ["a", "b", "c"] { try studio.add(.tagged(1), "photos/\(name).jpg") }
    return studio
  }

  @Test("A dry run names what a run makes then, and writes nothing")
  func sameAsRun() throws {
    let studio = try Self.studio()
    let before = try studio.shell("find . | sort").stdout
    #expect(
      try studio.upright("run", "--dry-run", "job.yaml")
        == CommandRun(
          .exit(0),
          stdout: "make out/a.jpg\nmake out/b.jpg\nmake out/c.jpg\n"
            + "job: 3 of 3 outputs would be made from 3 images, 0 done before, 0 would fail; nothing is written\n"
        ))
    #expect(try studio.shell("find . | sort").stdout == before)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("touch photos/b.jpg; rm out/c.jpg")
    let made = try studio.contents()
    #expect(
      try studio.upright("run", "--dry-run", "job.yaml").stdout
        == "make out/b.jpg\nmake out/c.jpg\n"
        + "job: 2 of 3 outputs would be made from 3 images, 1 done before, 0 would fail; nothing is written\n"
    )
    #expect(try studio.contents() == made)
    let (_, files) = try studio.changes("run", "job.yaml")
    #expect(Set(files).isSuperset(of: ["out/b.jpg", "out/c.jpg"]) && !files.contains("out/a.jpg"))
    #expect(
      try studio.upright("run", "--dry-run", "--force", "--only", "*/a.jpg", "--json", "job.yaml").stdout
        == #"{"job":"job","dry_run":true,"images":1,"rows":1,"make":1,"done":0,"failed":0,"known":0,"filtered":0}"#
        + "\n")
    #expect(try studio.upright("run", "--dry-run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("Its status is the one of what would fail and of what is refused")
  func status() throws {
    let studio = try Self.studio("existing: error")
    try studio.folder.write("words", to: "photos/d.jpg")
    #expect(
      try studio.upright("run", "--dry-run", "job.yaml")
        == CommandRun(
          .exit(1),
          stdout: "make out/a.jpg\nmake out/b.jpg\nmake out/c.jpg\n"
            + "job: 3 of 4 outputs would be made from 4 images, 0 done before, 1 would fail; nothing is written\n"
        ))
    try studio.folder.write("mine", to: "out/a.jpg")
    let refused = try studio.upright("run", "--dry-run", "job.yaml")
    #expect(refused.ending == .exit(2))
    #expect(
      refused.stderr.hasPrefix(
        "job.yaml:4:18: error: 'a.jpg' is there already, and this job did not make it: remove it, "))
  }

  @Test(
    "It ends with the status of the run after it, also where failures are known",
    arguments: [
      ("{known: ignore}", [1, 0, 0, 1, 1, 1, 0, 1, 0]), ("{known: count}", [1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ])
  func known(onError: String, statuses: [Int32]) throws {
    let studio = try Self.studio("on_error: \(onError)")
    try studio.folder.write("words", to: "photos/d.jpg")
    try studio.must("head -c 900 photos/a.jpg >photos/e.jpg")
    // What only decoding tells, no dry run can tell before the first run.
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    try studio.must("rm out/.upright/job/told")
    let steps = [
      (":", ""), (":", ""), ("touch photos/b.jpg; rm out/c.jpg", ""), (":", "--retry-failed"),
      (":", "--force"), (":", "--only 'photos/*'"), (":", ""), ("echo other words >photos/d.jpg", ""),
      (":", ""),
    ]
    for (step, status) in zip(steps, statuses) {
      try studio.must(step.0)
      let command = "upright run --quiet \(step.1) job.yaml"
      let dry = try studio.shell("\(command) --dry-run")
      let run = try studio.shell(command)
      #expect(dry.ending == .exit(status), "\(step)")
      #expect(run.ending == .exit(status), "\(step)")
    }
    #expect(
      try studio.upright("run", "--dry-run", "job.yaml").stdout
        == "job: 0 of 5 outputs would be made from 5 images, 3 done before, "
        + "2 would fail, 2 of them reported before; nothing is written\n")
  }

  @Test(
    "It goes with nothing that writes",
    arguments: ["--prune", "--locked", "--stats s.jsonl", "--metrics-file m.prom"])
  func others(_ option: String) throws {
    let studio = try Self.studio()
    let run = try studio.shell("upright run --dry-run \(option) job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("Error: --dry-run: leave out \(option.split(separator: " ")[0])\n"))
  }

  @Test("The totals of a plan, and its failures by their codes")
  func summary() throws {
    let studio = try Self.studio()
    for name in ["x", "y"] { try studio.folder.write("words", to: "photos/\(name).jpg") }
    let whole = try studio.upright("plan", "job.yaml")
    let run = try studio.upright("plan", "--summary", "job.yaml")
    #expect(run.ending == .exit(1))
    let last = try #require(whole.stdout.split(separator: "\n").last)
    #expect(
      run.stdout
        == "job: 2 outputs would fail: unsupported_format, first photos/x.jpg\njob: \(last)\n")
    #expect(try studio.upright("plan", "--summary", "--json", "job.yaml").ending == .exit(2))
  }
}
