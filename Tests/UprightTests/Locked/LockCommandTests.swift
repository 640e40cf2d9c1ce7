import Foundation
import Planning
import Reporting
import TestSupport
import Testing

/// `upright lock`: what it writes, and where.
struct LockCommandTests {
  private static let nulls = #""bytes":null,"sha256":null"#

  /// What stands in a lock for a file that can be read.
  private static func sum(_ studio: Studio, _ path: String) throws -> String {
    #""bytes":\#(try studio.folder.read(path).count),"sha256":"\#(try studio.sha256(path))""#
  }

  /// The lines with their recipes' digits as R, which must be as many as they are.
  private static func lines(_ studio: Studio, _ lock: String = "job.lock.jsonl") throws -> [String] {
    try studio.lock(lock).map { $0.replacing(/"recipe":"[0-9a-f]{32}"/, with: #""recipe":R"#) }
  }

  @Test("A killed 'lock' leaves nothing")
  func killed() throws {
    let studio = try Studio("outputs: [{path: '{stem}.png'}]")
    // It takes a while to hash, and is no picture.
    try studio.must("mkdir photos && truncate -s 250M photos/a.jpg")
    let before = studio.folder.files()
    let run = try StartedRun(studio, "lock", "job.yaml")
    // The lock is begun: with a name, or without one (proc(5)).
    #expect(run.wait { studio.folder.files() != before || run.hasUnnamedFile })
    run.send(SIGKILL)
    #expect(try run.end().ending == .signal(SIGKILL))
    #expect(studio.folder.files() == before)
  }

  @Test("The whole lock, whatever the width; nothing else is written")
  func wholeLock() throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: '{hash8}.jpg'}]", sources: #"["{photos,more}/*.jpg"]"#)
    let names = ["photos/b.jpg", "photos/é.jpg", "more/b.jpg"]
    for (seed, name) in names.enumerated() { try studio.add(.tagged(1, seed: seed), name) }
    let run = try studio.upright("lock", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(0), stdout: "job.lock.jsonl: 3 sources, \(try studio.size(names[0], names[1], names[2]))\n"))
    let text = try studio.text("job.lock.jsonl")
    let header = try #require(text.prefixMatch(of: /(.*"libraries":)({[^{}]+})}\n/))
    #expect(
      header.1
        == #"{"lock":2,"job_sha256":"\#(try studio.sha256("job.yaml"))","tool":"\#(ToolVersion.name)","#
        + #""recipe_number":\#(Recipe.number),"libraries":"#)
    let manifest = try studio.shell("upright run --quiet job.yaml && tail -1 job.manifest.jsonl").stdout
    #expect(manifest.hasSuffix(#""libraries":\#(header.2)}"# + "\n"))
    #expect(
      try Self.lines(studio).dropFirst() == [
        #"{"source":"more/b.jpg","id":"b",\#(try Self.sum(studio, "more/b.jpg")),"recipe":R}"#,
        #"{"source":"photos/b.jpg","id":"b",\#(try Self.sum(studio, "photos/b.jpg")),"recipe":R}"#,
        #"{"source":"photos/é.jpg","id":"é",\#(try Self.sum(studio, "photos/é.jpg")),"recipe":R}"#,
      ])
    let other = try Studio()
    try FileManager.default.copyItem(
      atPath: studio.folder.path("photos"), toPath: other.folder.path("photos"))
    try FileManager.default.copyItem(atPath: studio.folder.path("more"), toPath: other.folder.path("more"))
    try other.folder.write(try studio.folder.read("job.yaml"), to: "job.yaml")
    #expect(try other.upright("lock", "--jobs", "7", "job.yaml") == run)
    #expect(try other.text("job.lock.jsonl") == text)
    #expect(
      try other.shell("find . -type f | wc -l; ls -A").stdout == "5\njob.lock.jsonl\njob.yaml\nmore\nphotos\n"
    )
  }

  @Test("It lies beside the job file, wherever paths start from, and is named as the job file is")
  func place() throws {
    let studio = try Studio()
    try studio.add(Picture(), "data/photos/a.jpg")
    try studio.job("sources: [photos/a.jpg]\noutputs: [{path: x.jpg}]\nname: other", "jobs/my.job.yaml")
    let size = try studio.size("data/photos/a.jpg")
    #expect(
      try studio.upright("lock", "--root", "data", "jobs/my.job.yaml")
        == CommandRun(.exit(0), stdout: "jobs/my.job.lock.jsonl: 1 source, \(size)\n"))
    #expect(
      studio.folder.files() == ["data/photos/a.jpg", "jobs/my.job.lock.jsonl", "jobs/my.job.yaml"])
    #expect(
      try studio.upright("run", "--quiet", "--locked", "--root", "data", "jobs/my.job.yaml")
        == CommandRun(.exit(0)))
  }

  @Test("What can't be read, or fails in the plan, is told and locked as it is; the status is 1")
  func failures() throws {
    let studio = try Studio(
      """
      outputs:
        - path: "out/{stem}.jpg"
          crop: {region: "0,0,60,10", out_of_bounds: error}
      """,
      sources: #"["photos/*.jpg", {path: gone.jpg}]"#)
    try studio.add(Picture(), "photos/a.jpg")
    try studio.folder.write("words", to: "photos/b.jpg")
    try studio.add(Picture(width: 20, height: 20), "photos/c.jpg")
    let bytes = try ["a", "b", "c"].reduce(0) { $0 + (try studio.folder.read("photos/\($1).jpg").count) }
    let run = try studio.upright("lock", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(run.stdout == "job.lock.jsonl: 4 sources, \((bytes + 50) / 1000).\((bytes + 50) / 100 % 10) kB\n")
    let told = run.stderr.split(separator: "\n")
    #expect(
      told.prefix(2) == [
        "gone.jpg: failed: there is no such file (not_found)",
        "photos/b.jpg: failed: this is not an image format that is read (unsupported_format)",
      ])
    #expect(told.count == 3 && told[2].hasPrefix("photos/c.jpg: failed: "))
    #expect(
      try Self.lines(studio).dropFirst() == [
        #"{"source":"gone.jpg","id":"gone",\#(Self.nulls),"recipe":R}"#,
        #"{"source":"photos/a.jpg","id":"a",\#(try Self.sum(studio, "photos/a.jpg")),"recipe":R}"#,
        #"{"source":"photos/b.jpg","id":"b",\#(try Self.sum(studio, "photos/b.jpg")),"recipe":R}"#,
        #"{"source":"photos/c.jpg","id":"c",\#(try Self.sum(studio, "photos/c.jpg")),"recipe":R}"#,
      ])
    // Held to it, the same rows fail.
    let locked = try studio.upright("run", "--locked", "--quiet", "job.yaml")
    #expect(locked.ending == .exit(1))
    #expect(try studio.rows().map(\.status) == ["failed", "ok", "failed", "failed"])
  }

  @Test("Of many failures 20 are told")
  func manyFailures() throws {
    let studio = try Studio("outputs: [{path: \"out/{stem}.jpg\"}]")
    for number in 10..<33 { try studio.folder.write("words", to: "photos/\(number).jpg") }
    #expect(
      try studio.upright("lock", "job.yaml")
        == CommandRun(
          .exit(1), stdout: "job.lock.jsonl: 23 sources, 115 B\n",
          stderr: (10..<30).map {
            "photos/\($0).jpg: failed: this is not an image format that is read (unsupported_format)\n"
          }
          .joined()
            + "and 3 more\n"))
  }

  @Test("A file with several items is counted once")
  func items() throws {
    let studio = try Studio(
      "outputs: [{path: \"out/{id}.jpg\"}]", sources: "[{path: a.jpg, id: one}, {path: a.jpg, id: two}]")
    try studio.add(Picture(), "a.jpg")
    #expect(
      try studio.upright("lock", "job.yaml")
        == CommandRun(.exit(0), stdout: "job.lock.jsonl: 2 sources, \(try studio.size("a.jpg"))\n"))
    #expect(
      try Self.lines(studio).dropFirst() == [
        #"{"source":"a.jpg","id":"one",\#(try Self.sum(studio, "a.jpg")),"recipe":R}"#,
        #"{"source":"a.jpg","id":"two",\#(try Self.sum(studio, "a.jpg")),"recipe":R}"#,
      ])
  }

  @Test("Annotation files come first, by their bytes; of names of classes those that are read")
  func annotations() throws {
    let studio = try Studio(
      "outputs: [{path: \"out/{stem}-{box_index}.jpg\"}]",
      sources: "{annotations: labels, format: yolo, images: photos, space: display}")
    for name in ["a", "b"] {
      try studio.add(.tagged(1), "photos/\(name).jpg")
      try studio.folder.write("0 0.5 0.5 0.5 0.5\n", to: "labels/\(name).txt")
    }
    try studio.folder.write("cat\n", to: "classes.txt")
    try #require(studio.upright("lock", "job.yaml").ending == .exit(0))
    func annotations() throws -> [String] {
      try Self.lines(studio).filter { $0.hasPrefix(#"{"annotations""#) }
    }
    let labels = try ["labels/a.txt", "labels/b.txt"].map {
      #"{"annotations":"\#($0)",\#(try Self.sum(studio, $0))}"#
    }
    #expect(
      try annotations() == [#"{"annotations":"classes.txt",\#(try Self.sum(studio, "classes.txt"))}"#]
        + labels)
    #expect(try Self.lines(studio).map { $0.prefix(9) }.suffix(2) == [#"{"source""#, #"{"source""#])
    try studio.folder.write("dog\n", to: "labels/classes.txt")
    try #require(studio.upright("lock", "job.yaml").ending == .exit(0))
    #expect(
      try annotations()
        == labels + [#"{"annotations":"labels/classes.txt",\#(try Self.sum(studio, "labels/classes.txt"))}"#])
  }

  @Test(
    "An earlier lock is replaced, any other file refused", arguments: ["", "notes\n", "{\"source\":1}\n"])
  func inTheWay(_ text: String) throws {
    let studio = try Studio.locked()
    let lock = try studio.text("job.lock.jsonl")
    try studio.setLock(["{\"lock\":0}"])
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(0))
    #expect(try studio.text("job.lock.jsonl") == lock)
    try studio.folder.write(text, to: "job.lock.jsonl")
    #expect(
      try studio.upright("lock", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr: "job.yaml: error: 'job.lock.jsonl' is there already and is no lock: remove it\n"))
    #expect(try studio.text("job.lock.jsonl") == text)
  }

  @Test("A folder or FIFO in its place is refused", arguments: ["mkdir", "mkfifo"])
  func special(_ command: String) throws {
    let studio = try Studio("outputs: [{path: out/x.jpg}]")
    try studio.add(Picture(), "photos/a.jpg")
    try studio.must("\(command) job.lock.jsonl")
    #expect(
      try studio.upright("lock", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr: "job.yaml: error: 'job.lock.jsonl' is there already and is no regular file: remove it\n"))
  }

  @Test("Two jobs of one call don't get one lock")
  func shared() throws {
    let studio = try Studio.locked()
    try studio.must("cp job.yaml job.yml; rm job.lock.jsonl; echo 'name: other' >>job.yml")
    #expect(
      try studio.upright("lock", "job.yaml", "job.yml")
        == CommandRun(
          .exit(2),
          stderr:
            "job.yml: error: this job has the lock of job.yaml, 'job.lock.jsonl': rename one of the two job files\n"
        ))
    #expect(!studio.folder.files().contains("job.lock.jsonl"))
  }

  @Test("Where a plan is refused, no job is locked")
  func refused() throws {
    let studio = try Studio.locked()
    try studio.must("rm job.lock.jsonl")
    try studio.job("sources: ['none/*.jpg']\noutputs: [{path: x.jpg}]", "none.yaml")
    let run = try studio.upright("lock", "job.yaml", "none.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stdout == "")
    #expect(studio.folder.files().filter { $0.hasSuffix(".lock.jsonl") } == [])
  }

  @Test("A lock that can't be written leaves the earlier one", .enabled(if: Studio.canBeRefused))
  func unwritable() throws {
    let studio = try Studio()
    try studio.add(Picture(), "a.jpg")
    try studio.job("sources: [a.jpg]\noutputs: [{path: x.jpg}]", "jobs/job.yaml")
    let command = "upright lock --root . jobs/job.yaml"
    try #require(studio.shell(command).ending == .exit(0))
    let lock = try studio.text("jobs/job.lock.jsonl")
    chmod(studio.folder.path("jobs"), 0o555)
    #expect(
      try studio.shell(Studio.unprivileged + command)
        == CommandRun(
          .exit(74),
          stderr: "jobs/job.yaml: error: 'jobs/job.lock.jsonl' can't be written: Permission denied\n"))
    chmod(studio.folder.path("jobs"), 0o755)
    #expect(try studio.shell("trap '' XFSZ; ulimit -f 0; \(command)").ending == .exit(74))
    #expect(studio.folder.files() == ["a.jpg", "jobs/job.lock.jsonl", "jobs/job.yaml"])
    #expect(try studio.text("jobs/job.lock.jsonl") == lock)
  }
}
