import Foundation
import Planning
import Reporting
import TestSupport
import Testing

/// `run --locked` where all is as it was, and where something isn't.
struct LockedRunTests {
  @Test("A job that is as it was locked runs, again and again, and elsewhere")
  func same() throws {
    let studio = try Studio.locked()
    let size = { try studio.size("out/a.jpg", "out/b.jpg", "out/c.jpg") }
    try studio.expect(
      says: "job: 3 of 3 outputs made from 3 images; \(try size()); manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg", "out/c.jpg"], by: "run", "--locked", "job.yaml")
    try studio.must("touch -d 2001-01-01 photos/*.jpg")
    try studio.expect(
      says: "job: 3 of 3 outputs made from 3 images; \(try size()); manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg", "out/c.jpg"], by: "run", "--locked", "job.yaml")
    try studio.expect(
      says: "job: 0 of 3 outputs made from 3 images, 3 done before; 0 B; manifest job.manifest.jsonl\n",
      files: [], by: "run", "--locked", "job.yaml")
    try studio.expectAsClean()
    let other = try Studio()
    for name in ["photos", "job.yaml", "job.lock.jsonl"] {
      try studio.must("cp -r \(name) \(other.folder.path)")
    }
    #expect(try other.upright("run", "--quiet", "--locked", "job.yaml") == CommandRun(.exit(0)))
    #expect(try other.text("job.manifest.jsonl") == studio.text("job.manifest.jsonl"))
  }

  @Test("Without a lock nothing runs")
  func noLock() throws {
    let studio = try Studio.locked()
    try studio.must("rm job.lock.jsonl")
    try studio.expectRefused(
      says: "job.yaml: error: there is no lock 'job.lock.jsonl': write it by 'upright lock job.yaml'")
    try studio.must("mkfifo job.lock.jsonl")
    try studio.expectRefused(
      says: "job.yaml: error: the lock 'job.lock.jsonl' is a FIFO or device, not a regular file")
  }

  @Test("A frozen plan holds a run to its sources by itself")
  func frozenPlan() throws {
    let run = try Studio().upright("run", "--locked", "--plan", "plan.jsonl")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("Error: --plan: leave out --locked\n"))
  }

  @Test("A changed job file, with which recipes change too")
  func jobFile() throws {
    let studio = try Studio.locked()
    try studio.must("echo 'quality: 70' >>job.yaml")
    try studio.expectRefused(says: "job.yaml: error: the job file has changed since it was locked")
  }

  @Test("Other versions of tool and libraries, whatever the recipes")
  func versions() throws {
    let studio = try Studio.locked()
    var lines = try studio.lock()
    let zlib = try #require(lines[0].firstMatch(of: /"zlib":"([^"]+)"/)).1
    let jpeg = try #require(lines[0].firstMatch(of: /"libjpeg-turbo":"([^"]+)"/)).1
    lines[0].replace(ToolVersion.name, with: "upright 0.0.9")
    lines[0].replace(#""recipe_number":\#(Recipe.number)"#, with: #""recipe_number":0"#)
    lines[0].replace(zlib, with: "1")
    lines[0].replace(jpeg, with: "2")
    lines[1].replace(/"recipe":".{32}"/, with: #""recipe":"\#(String(repeating: "0", count: 32))""#)
    try studio.setLock(lines)
    try studio.expectRefused(
      says:
        "job.yaml: error: the job was locked by upright 0.0.9 (recipe number 0), and this is \(ToolVersion.name) "
        + "(recipe number \(Recipe.number))",
      "job.yaml: error: the job was locked with libjpeg-turbo 2, and this is \(jpeg)",
      "job.yaml: error: the job was locked with zlib 1, and this is \(zlib)")
  }

  @Test("Sources that are new, gone, longer, and others of the same size, all at once")
  func sources() throws {
    let studio = try Studio.locked()
    try #require(studio.upright("run", "--quiet", "--locked", "job.yaml") == CommandRun(.exit(0)))
    let bytes = try studio.folder.read("photos/b.jpg").count
    try studio.must("mv photos/a.jpg photos/d.jpg; printf x >>photos/b.jpg")
    var content = try studio.folder.read("photos/c.jpg")
    content[content.count / 2] ^= 1
    try studio.folder.write(content, to: "photos/c.jpg")
    try studio.expectRefused(
      says: "job.yaml: error: 'photos/a.jpg' is in the lock, and the job has it no more",
      "job.yaml: error: 'photos/b.jpg' has \(bytes + 1) B, and had \(bytes) B when it was locked",
      "job.yaml: error: 'photos/c.jpg' has other content than when it was locked",
      "job.yaml: error: 'photos/d.jpg' is not in the lock")
  }

  @Test("A source that can't be read any more, and one that can now")
  func readable() throws {
    let studio = try Studio.locked()
    try studio.must("rm photos/b.jpg; mkdir photos/b.jpg")
    try studio.job(
      String(try studio.text("job.yaml").dropFirst(11)).replacing(
        "[\"photos/*.jpg\"]", with: "[{path: photos/a.jpg}, {path: photos/b.jpg}]"))
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(1))
    try studio.must("rmdir photos/b.jpg; mv photos/a.jpg photos/b.jpg")
    try studio.expectRefused(
      says: "job.yaml: error: 'photos/a.jpg' can't be read any more: there is no such file",
      "job.yaml: error: 'photos/b.jpg' can be read now, and could not when it was locked")
  }

  @Test("Another recipe of the same job file and versions")
  func recipe() throws {
    let studio = try Studio.locked()
    var lines = try studio.lock()
    lines[2].replace(/"recipe":".{32}"/, with: #""recipe":"\#(String(repeating: "0", count: 32))""#)
    try studio.setLock(lines)
    try studio.expectRefused(
      says: "job.yaml: error: 'photos/b.jpg' would be made in another way than when it was locked")
  }

  @Test("What the journal says of a source that looks the same is believed, but not with --verify")
  func journal() throws {
    let studio = try Studio.locked()
    try #require(studio.upright("run", "--quiet", "--locked", "job.yaml") == CommandRun(.exit(0)))
    let change = """
      touch -r photos/c.jpg time
      printf x | dd of=photos/c.jpg bs=1 seek=$(($(stat -c %s photos/c.jpg) - 9)) conv=notrunc status=none
      touch -r time photos/c.jpg
      """
    try studio.must(change)
    #expect(try studio.upright("run", "--quiet", "--locked", "job.yaml") == CommandRun(.exit(0)))
    let message = "job.yaml: error: 'photos/c.jpg' has other content than when it was locked"
    try studio.expectRefused("--verify", "job.yaml", says: message)
    try studio.must("rm -r out/.upright")
    try studio.expectRefused(says: message)
  }

  @Test("--only compares the sources that it matches, and those that are gone")
  func only() throws {
    let studio = try Studio.locked()
    try studio.must("printf x >>photos/a.jpg; mv photos/c.jpg photos/bc.jpg; rm photos/bc.jpg")
    #expect(
      try studio.upright("run", "--quiet", "--locked", "--only", "photos/b*", "job.yaml")
        == CommandRun(.exit(0)))
    try studio.must("rm -r out")
    try studio.expectRefused(
      "--only", "photos/[bc].jpg", "job.yaml",
      says: "job.yaml: error: 'photos/c.jpg' is in the lock, and the job has it no more")
  }

  @Test("Items of one file are told apart by their ids")
  func items() throws {
    let studio = try Studio(
      "outputs: [{path: \"out/{id}.jpg\"}]", sources: "[{path: a.jpg, id: one}, {path: a.jpg, id: two}]")
    try studio.add(Picture(), "a.jpg")
    try #require(studio.upright("lock", "job.yaml").ending == .exit(0))
    try studio.setLock(try studio.lock().dropLast())
    try studio.expectRefused(says: "job.yaml: error: 'a.jpg' (id 'two') is not in the lock")
  }

  @Test("20 differences are told, and how many more there are")
  func many() throws {
    let studio = try Studio.locked()
    for number in 10..<32 { try studio.add(.tagged(1, seed: number), "photos/\(number).jpg") }
    let run = try studio.upright("run", "--locked", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(2),
          stderr: (10..<30).map { "job.yaml: error: 'photos/\($0).jpg' is not in the lock\n" }.joined()
            + "and 2 more\n"))
  }

  @Test("All jobs of a call are compared, and none runs where one differs")
  func severalJobs() throws {
    let studio = try Studio.locked()
    try studio.add(Picture(), "x.jpg")
    try studio.job("sources: [x.jpg]\noutputs: [{path: out/x.jpg}]", "second.yaml")
    try studio.must("upright lock second.yaml >/dev/null; printf x >>x.jpg; rm photos/a.jpg")
    let bytes = try studio.folder.read("x.jpg").count
    try studio.expectRefused(
      "job.yaml", "second.yaml",
      says: "job.yaml: error: 'photos/a.jpg' is in the lock, and the job has it no more",
      "second.yaml: error: 'x.jpg' has \(bytes) B, and had \(bytes - 1) B when it was locked")
  }

  @Test("Messages in JSON name file and line")
  func json() throws {
    let studio = try Studio.locked()
    try studio.setLock(try studio.lock() + ["{}"])
    let run = try studio.upright("run", "--locked", "--log-format", "json", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.replacing(/"time":"[^"]+",/, with: "")
        == #"{"level":"error","message":"the line has not exactly these keys: source, id, bytes, sha256, recipe""#
        + #","file":"job.lock.jsonl","line":5,"column":1}"# + "\n")
  }
}
