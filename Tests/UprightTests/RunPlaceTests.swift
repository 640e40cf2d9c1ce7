import Foundation
import TestSupport
import Testing

/// Where `upright run` puts what it makes.
struct RunPlaceTests {
  @Test("Relative paths start from the job file's folder, or from --root")
  func root() throws {
    let studio = try Studio()
    try studio.add(Picture(), "jobs/a.jpg")
    try studio.add(Picture(width: 20, height: 10), "data/a.jpg")
    try studio.job("sources: [a.jpg]\noutputs: [{path: \"{width}.jpg\"}]", "jobs/job.yaml")
    #expect(try studio.upright("run", "--quiet", "jobs/job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.upright("run", "--quiet", "--root", "data", "jobs/job.yaml") == CommandRun(.exit(0)))
    #expect(
      studio.folder.files() == [
        "data/20.jpg", "data/a.jpg", "data/job.manifest.jsonl",
        "jobs/64.jpg", "jobs/a.jpg", "jobs/job.manifest.jsonl", "jobs/job.yaml",
      ])
  }

  @Test("A root that isn't there is refused, not made")
  func missingRoot() throws {
    let studio = try Studio("outputs: [{path: x.jpg}]")
    let run = try studio.upright("run", "--root", "nowhere", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("Error: --root: there is no folder 'nowhere'\n"))
    #expect(studio.folder.files() == ["job.yaml"])
  }

  @Test("Every variable of an output's path")
  func templates() throws {
    let studio = try Studio(
      #"outputs: [{path: "{job}/{dir}/{{{stem}}}-{name}-{ext}-{id}-{index}-{width}x{height}-{hash8}.jpg"}]"#,
      sources: #"["photos/**/*.jpeg", {path: photos/b.jpg, id: bee}]"#)
    try studio.add(Picture(), "photos/x/y/a.jpeg")
    try studio.add(Picture(), "photos/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let hash = { (source: String) throws -> Substring in
      try CommandRun.run("/usr/bin/sha256sum", [], in: "/", stdin: source).stdout.prefix(8)
    }
    #expect(
      try studio.rows().map(\.output) == [
        "job/{b}-b.jpg-jpg-bee-000001-64x48-\(try hash("photos/b.jpg")).jpg",
        "job/x/y/{a}-a.jpeg-jpeg-a-000002-64x48-\(try hash("photos/x/y/a.jpeg")).jpg",
      ])
  }

  @Test("Modes are those of the umask")
  func umask() throws {
    let studio = try Studio("output_root: new\noutputs: [{path: deep/x.jpg}]")
    try studio.add(Picture(), "photos/a.jpg")
    let modes = "stat -c %a new new/deep new/deep/x.jpg job.manifest.jsonl"
    #expect(
      try studio.shell("umask 027; upright run --quiet job.yaml && \(modes)")
        == CommandRun(.exit(0), stdout: "750\n750\n640\n640\n"))
    #expect(
      try studio.shell("umask 0; upright run --quiet --force job.yaml && \(modes)")
        == CommandRun(.exit(0), stdout: "750\n750\n666\n666\n"))
  }

  @Test("An output that stands stays whole when the new one fails")
  func atomic() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    let whole = try Picture().jpeg()
    try studio.folder.write(whole, to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let made = try studio.folder.read("out/a.jpg")
    try studio.folder.write(whole.prefix(whole.count / 2), to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.folder.read("out/a.jpg") == made)
    #expect(studio.folder.files() == ["job.manifest.jsonl", "job.yaml", "out/a.jpg", "photos/a.jpg"])
  }

  @Test("A full disk fails the rows that don't fit, and leaves nothing of them")
  func fileTooLarge() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\", quality: 100}]")
    try studio.add(Picture(width: 300, height: 300), "photos/large.jpg")
    try studio.add(Picture(width: 16, height: 16), "photos/small.jpg")
    // Files end at 8 blocks of 512 bytes: a stand-in for a full disk.
    let run = try studio.shell("(trap '' XFSZ; ulimit -f 8; upright run job.yaml 2>&1) | cat")
    let bytes = try studio.folder.read("out/small.jpg").count
    #expect(
      run.stdout == """
        photos/large.jpg: failed: 'large.jpg' can't be written: File too large (write_failed)
        job: 1 of 2 outputs made from 2 images, 1 failed, 2 without orientation tag; \(bytes) B; \
        manifest job.manifest.jsonl

        """)
    #expect(
      studio.folder.files() == [
        "job.manifest.jsonl", "job.yaml", "out/small.jpg", "photos/large.jpg", "photos/small.jpg",
      ])
  }

  @Test("A manifest that can't be written leaves the previous one as it was")
  func manifestTooLarge() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\", resize: \"8,\"}]")
    for index in 0..<3 { try studio.add(Picture(), "photos/\(index).jpg") }
    let previous = #"{"source":"previous"}"#
    try studio.folder.write(previous, to: "job.manifest.jsonl")
    let run = try studio.shell(
      "{ (trap '' XFSZ; ulimit -f 4; upright run job.yaml 2>&1); echo $? >status; } | cat; cat status")
    #expect(
      run.stdout
        == "job.yaml: error: '\(studio.folder.path("job.manifest.jsonl"))' can't be written: File too large\n74\n"
    )
    #expect(try studio.text("job.manifest.jsonl") == previous)
    #expect(!studio.folder.files().contains { $0.hasSuffix("tmp") })
  }

  @Test("A journal that can't be written ends the run")
  func journalTooLarge() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\", resize: \"8,\"}]")
    for index in 0..<9 { try studio.add(Picture(), "photos/\(index).jpg") }
    let run = try studio.shell(
      "{ (trap '' XFSZ; ulimit -f 4; upright run job.yaml 2>&1); echo $? >status; } | cat; cat status")
    #expect(
      run.stdout
        == "job.yaml: error: '\(studio.folder.path("out/.upright/job"))' can't be written: File too large\n74\n"
    )
    #expect(!studio.folder.files().contains("job.manifest.jsonl"))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.status) == Array(repeating: "ok", count: 9))
  }
}
