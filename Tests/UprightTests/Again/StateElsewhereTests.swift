import Foundation
import TestSupport
import Testing

/// `state` and `--state`: the state of runs lies outside of the output root.
struct StateElsewhereTests {
  private static let outputs = "outputs: [{path: \"{stem}.jpg\"}, {path: \"s/{stem}.jpg\", resize: \"9,\"}]"

  private static func studio(_ keys: String = "state: work/kept") throws -> Studio {
    let studio = try Studio("output_root: out\n\(outputs)\n\(keys)")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    return studio
  }

  private static let good = CommandRun(.exit(0))
  private static let nothing =
    "job: 0 of 4 outputs made from 2 images, 4 done before; 0 B; manifest job.manifest.jsonl\n"

  /// All files and folders in `folders`, sorted.
  private static func tree(_ studio: Studio, _ folders: String) throws -> [Substring] {
    try studio.shell("find \(folders) | LC_ALL=C sort").stdout.split(separator: "\n")
  }

  @Test("A run leaves its state there, and nothing but outputs in the output root")
  func content() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
    #expect(
      try Self.tree(studio, "out work") == [
        "out", "out/a.jpg", "out/b.jpg", "out/s", "out/s/a.jpg", "out/s/b.jpg", "work", "work/kept",
        "work/kept/job", "work/kept/job/journal", "work/kept/job/lock",
      ])
    try studio.expect(says: Self.nothing, files: [], by: "run", "job.yaml")
    #expect(
      try studio.upright("status", "job.yaml").stdout
        == "job: 4 of 4 outputs done, 0 stale, 0 missing, 0 failed\n")
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
  }

  @Test("The outputs and the manifest are those of a run with its state in the output root")
  func sameBytes() throws {
    let (studio, usual) = (try Self.studio("name: job"), try Self.studio("name: job"))
    #expect(try studio.upright("run", "--quiet", "--state", "kept", "job.yaml") == Self.good)
    #expect(try usual.upright("run", "--quiet", "job.yaml") == Self.good)
    let made = { (name: String) in !name.contains(".upright/") && !name.hasPrefix("kept/") }
    #expect(try studio.contents().filter { made($0.key) } == usual.contents().filter { made($0.key) })
  }

  @Test("--state starts from the working folder, and wins; every command takes it")
  func option() throws {
    let studio = try Self.studio()
    try studio.must("mkdir sub && mv job.yaml photos sub/")
    #expect(try studio.upright("run", "--quiet", "--state", "mine", "sub/job.yaml") == Self.good)
    #expect(try Self.tree(studio, "mine") == ["mine", "mine/job", "mine/job/journal", "mine/job/lock"])
    #expect(!studio.folder.files().contains { $0.contains("kept") })
    let done = "job: 4 of 4 outputs done, 0 stale, 0 missing, 0 failed\n"
    #expect(try studio.upright("status", "--state", "mine", "sub/job.yaml").stdout == done)
    #expect(
      try studio.upright("run", "--dry-run", "--quiet", "--json", "--state", "mine", "sub/job.yaml").stdout
        .contains(#""make":0,"done":4"#))
    for command in ["plan", "check", "lock"] {
      #expect(try studio.upright(command, "--state", "mine", "sub/job.yaml").ending == .exit(0))
    }
    #expect(try studio.upright("verify", "--state", "mine", "sub/job.manifest.jsonl").ending == .exit(0))
    // The folder of the job file doesn't know of these outputs.
    #expect(
      try studio.upright("status", "sub/job.yaml").stdout.hasSuffix(
        "job: 0 of 4 outputs done, 0 stale, 4 missing, 0 failed\n"))
  }

  @Test("--prune removes what the state elsewhere knows, and no other file")
  func prune() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
    try studio.folder.write("mine", to: "out/s/mine.jpg")
    try studio.must("sed -i 's/, {path: .s.*}]/]/' job.yaml")
    let pruned = "job: 0 of 2 outputs made from 2 images, 2 done before"
    let end = "; 0 B; manifest job.manifest.jsonl\n"
    // Another state folder knows no file of this job.
    #expect(try studio.upright("run", "--quiet", "--prune", "--state", "new", "job.yaml") == Self.good)
    #expect(try studio.text("out/s/mine.jpg") == "mine")
    #expect(studio.folder.files().contains("out/s/a.jpg"))
    #expect(try studio.upright("run", "--quiet", "--verify", "job.yaml") == Self.good)
    try studio.expect(
      says: pruned + ", 2 pruned" + end,
      files: ["job.manifest.jsonl", "out/s/a.jpg", "out/s/b.jpg", "work/kept/job/journal"], by: "run",
      "--prune",
      "job.yaml")
    #expect(try studio.text("out/s/mine.jpg") == "mine")
  }

  @Test("With a new state folder the job doesn't know its outputs: it makes them again, with the same bytes")
  func newFolder() throws {
    let studio = try Self.studio("name: job")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
    let made = try studio.contents().filter { $0.key.hasPrefix("out/") && !$0.key.contains(".upright") }
    for existing in ["keep", "error"] {
      try studio.must("sed 's/^name: job/&\\nexisting: \(existing)/' job.yaml >\(existing).yaml")
      let run = try studio.upright("run", "--state", existing, "\(existing).yaml")
      #expect(run.ending == (existing == "keep" ? .exit(0) : .exit(2)), "\(run.stderr)")
      #expect(try studio.contents().filter { made[$0.key] != nil } == made)
    }
    let (run, files) = try studio.changes("run", "--state", "new", "--quiet", "job.yaml")
    #expect(run == Self.good)
    #expect(files.contains("out/a.jpg") && files.contains("out/s/b.jpg"))
    #expect(try studio.contents().filter { made[$0.key] != nil } == made)
  }

  @Test("A state folder that is moved with `mv` goes on")
  func moved() throws {
    let studio = try Self.studio("name: job")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
    try studio.must("mkdir -p far/off && mv out/.upright/job far/off/ && rm -r out/.upright")
    // The journal names the job file from its new place.
    try studio.expect(
      says: Self.nothing, files: ["far/off/job/journal"], by: "run", "--state", "far/off", "job.yaml")
    try studio.expect(says: Self.nothing, files: [], by: "run", "--state", "far/off", "job.yaml")
  }

  @Test("Two jobs with one state folder are refused, in one call and in two", arguments: [true, false])
  func sharedFolder(_ inOneCall: Bool) throws {
    let studio = try Self.studio("name: one\nstate: kept\nmanifest: one.jsonl")
    // The same name and the same state folder, but another output root.
    try studio.job(
      "name: one\nstate: ../kept\nmanifest: two.jsonl\noutput_root: deep/er/out\nsources: [../photos/a.jpg]\n"
        + "outputs: [{path: x.jpg}]", "jobs/second.yaml")
    let words = " has the same name, and the same output root or state folder: change 'name' in one of them\n"
    if inOneCall {
      #expect(
        try studio.upright("run", "job.yaml", "jobs/second.yaml")
          == CommandRun(.exit(2), stderr: "jobs/second.yaml: error: 'job.yaml'\(words)"))
    } else {
      #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
      let journal = try studio.text("kept/one/journal")
      #expect(
        try studio.upright("run", "jobs/second.yaml")
          == CommandRun(
            .exit(2), stderr: "jobs/second.yaml: error: '\(studio.folder.path("job.yaml"))'\(words)"))
      #expect(try studio.text("kept/one/journal") == journal)
    }
  }

  @Test("Two jobs with one name and one output root are refused in one call, whatever their states")
  func sharedRoot() throws {
    let studio = try Self.studio("name: one\nmanifest: one.jsonl")
    try studio.job(
      "name: one\nstate: kept\nmanifest: two.jsonl\noutput_root: out\nsources: [photos/a.jpg]\n"
        + "outputs: [{path: x.jpg}]", "second.yaml")
    let before = try Self.tree(studio, ".")
    #expect(
      try studio.upright("run", "job.yaml", "second.yaml")
        == CommandRun(
          .exit(2),
          stderr:
            "second.yaml: error: 'job.yaml' has the same name, and the same output root or state folder: change 'name' in one of them\n"
        ))
    #expect(try Self.tree(studio, ".") == before)
  }

  @Test("A folder of somebody else's is no state folder, and stays as it is")
  func foreign() throws {
    let studio = try Self.studio("state: mine")
    try studio.folder.write("dear diary", to: "mine/job/journal")
    let before = try Self.tree(studio, ".")
    #expect(
      try studio.upright("run", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr:
            "job.yaml: error: '\(studio.folder.path("mine/job"))' is there already and holds no state: name another folder by 'state' or --state\n"
        ))
    #expect(try Self.tree(studio, ".") == before)
    #expect(try studio.text("mine/job/journal") == "dear diary")
  }

  @Test("Nothing in it is ever a source, by any pattern, path or link")
  func noSource() throws {
    let studio = try Studio(
      "state: kept\noutput_root: out\noutputs: [{path: \"made/{stem}.jpg\"}]\nexclude: [out/made/**, job.yaml]",
      sources:
        "[\"**/*\", {glob: \"kept/job/*\", optional: true}, {glob: \"./photos/../kept/*/*\", optional: true}]"
    )
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.folder.write("no picture", to: "kept/other/stray.jpg")
    for _ in 0..<2 {
      #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
      #expect(try studio.rows().map(\.source) == ["photos/a.jpg"])
    }
    try studio.job(
      "state: kept\nsources: [{path: photos/../kept/job/journal}]\noutputs: [{path: x.jpg}]", "b.yaml")
    let run = try studio.upright("plan", "b.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.hasPrefix(
        "b.yaml:3:18: error: 'photos/../kept/job/journal' is a job file, a lock, a manifest or state of a run"
      ))
  }

  @Test("A refused job leaves no state folder, and no output root")
  func refused() throws {
    let studio = try Self.studio("state: deep/er/kept\nmanifest: notes.txt")
    try studio.folder.write("keep me", to: "notes.txt")
    let before = try Self.tree(studio, ".")
    #expect(try studio.upright("run", "job.yaml").ending == .exit(2))
    #expect(try Self.tree(studio, ".") == before)
  }

  @Test("State on another file system", .enabled(if: Studio.sharedMemory != nil))
  func otherFileSystem() throws {
    let memory = try #require(Studio.sharedMemory)
    let kept = "\(memory)/upright-test-\(UInt64.random(in: 0...UInt64.max))"
    defer { try? FileManager.default.removeItem(atPath: kept) }
    for durability in ["none", "batch", "each"] {
      let studio = try Self.studio("durability: \(durability)\nstate: \(kept)/\(durability)")
      #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
      #expect(studio.temporaries() == [])
      try studio.expect(says: Self.nothing, files: [], by: "run", "job.yaml")
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(kept)/\(durability)/job")
      #expect(names.sorted() == ["journal", "lock"])
      #expect(!FileManager.default.fileExists(atPath: studio.folder.path("out/.upright")))
    }
  }
}

extension Studio {
  /// A folder on another file system than that of temporary folders; nil if there is none.
  fileprivate static let sharedMemory: String? = {
    var (memory, temporary) = (stat(), stat())
    return stat("/dev/shm", &memory) == 0 && stat(NSTemporaryDirectory(), &temporary) == 0
      && memory.st_dev != temporary.st_dev && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil
  }()
}
