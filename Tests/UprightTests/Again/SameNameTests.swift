import Foundation
import TestSupport
import Testing

/// Job files of one name and one output root, which would have one state.
struct SameNameTests {
  private static func studio() throws -> Studio {
    let studio = try Studio(
      "name: one\nmanifest: one.jsonl\noutput_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    return studio
  }

  private static let second =
    "name: one\nmanifest: two.jsonl\noutput_root: out\nsources: [photos/a.jpg]\noutputs: [{path: \"x.jpg\"}]"

  @Test(
    "In one call they are refused, even where a link leads to the root",
    arguments: ["out", "link", "./d/../out"])
  func oneCall(_ root: String) throws {
    let studio = try Self.studio()
    try studio.job(Self.second.replacing(": out", with: ": \(root)"), "second.yaml")
    try studio.must("mkdir d out && ln -s out link")
    let before = try studio.shell("find . | sort").stdout
    for wait in ["0", "5"] {
      #expect(
        try studio.upright("run", "--wait", wait, "job.yaml", "second.yaml")
          == CommandRun(
            .exit(2),
            stderr:
              "second.yaml: error: 'job.yaml' has the same name and output root: change 'name' in one of them\n"
          ))
    }
    #expect(try studio.shell("find . | sort").stdout == before)
  }

  @Test("In two calls the second is refused, and can be run when the first one's file is gone")
  func twoCalls() throws {
    let studio = try Self.studio()
    try studio.job(Self.second, "jobs/second.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let journal = try studio.text("out/.upright/one/journal")
    try studio.expect(
      2,
      says: "jobs/second.yaml: error: '\(studio.folder.path("job.yaml"))' has the same name and output root: "
        + "change 'name' in one of them\n", files: [], by: "run", "--root", ".", "jobs/second.yaml")
    #expect(try studio.text("out/.upright/one/journal") == journal)
    try studio.must("rm job.yaml")
    for _ in 0..<2 {
      #expect(try studio.upright("run", "--quiet", "--root", ".", "jobs/second.yaml") == CommandRun(.exit(0)))
    }
  }

  @Test("Another output root, or another name, is enough", arguments: ["out", "one"])
  func told(_ word: String) throws {
    let studio = try Self.studio()
    try studio.job(Self.second.replacing(": \(word)", with: ": other"), "second.yaml")
    for _ in 0..<2 {
      #expect(try studio.upright("run", "--quiet", "job.yaml", "second.yaml") == CommandRun(.exit(0)))
    }
  }

  @Test("A job file with a new name goes on with what it made")
  func renamed() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("mkdir jobs && mv job.yaml jobs/new.yaml")
    let nothing = "one: 0 of 1 output made from 1 image, 1 done before; 0 B; manifest one.jsonl\n"
    for _ in 0..<2 {
      try studio.expect(says: nothing, files: [], by: "run", "--root", ".", "jobs/new.yaml")
    }
    // From now on it is the new file's.
    try studio.must("cp jobs/new.yaml job.yaml")
    try studio.expect(
      2,
      says: "job.yaml: error: '\(studio.folder.path("jobs/new.yaml"))' has the same name and output root: "
        + "change 'name' in one of them\n", files: [], by: "run", "job.yaml")
  }

  @Test("A job file under another name, by a link, is the same", arguments: ["ln", "ln -s"])
  func linked(_ command: String) throws {
    let studio = try Self.studio()
    try studio.must("\(command) job.yaml link.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.expect(
      says: "one: 0 of 1 output made from 1 image, 1 done before; 0 B; manifest one.jsonl\n",
      files: [], by: "run", "link.yaml")
  }

  @Test("A tree that was moved goes on; one that was copied is run as its own", arguments: ["mv", "cp -r"])
  func wholeTree(_ command: String) throws {
    let studio = try Self.studio()
    try studio.must("mkdir old && mv job.yaml photos old/")
    #expect(try studio.upright("run", "--quiet", "old/job.yaml") == CommandRun(.exit(0)))
    try studio.must("\(command) old new")
    let (run, files) = try studio.changes("run", "new/job.yaml")
    let made =
      command == "mv"
      ? "0 of 1 output made from 1 image, 1 done before; 0 B"
      : "1 of 1 output made from 1 image; \(try studio.size("new/out/a.jpg"))"
    #expect(run == CommandRun(.exit(0), stderr: "one: \(made); manifest new/one.jsonl\n"))
    #expect(files == (command == "mv" ? [] : ["new/one.jsonl", "new/out/a.jpg"]))
    if command != "mv" {
      try studio.expect(
        says: "one: 0 of 1 output made from 1 image, 1 done before; 0 B; manifest old/one.jsonl\n",
        files: [], by: "run", "old/job.yaml")
      #expect(try studio.text("old/one.jsonl") == studio.text("new/one.jsonl"))
    }
  }
}
