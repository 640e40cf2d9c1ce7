import Foundation
import TestSupport
import Testing

/// `existing`: files in outputs' places that the job did not make.
struct ExistingFilesTests {
  /// Two pictures, and in the place of one's output a file of the user's.
  private static func studio(_ existing: String) throws -> Studio {
    let studio = try Studio(
      "existing: \(existing)\noutput_root: out\noutputs:\n  - path: \"{stem}.jpg\"\n    resize: \"20,\"")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    try studio.folder.write("mine", to: "out/a.jpg")
    return studio
  }

  private static let exists = Row.Note(
    code: "exists", message: "'a.jpg' is there already, and this job did not make it")

  @Test("replace, the default, replaces it", arguments: ["replace", "~"])
  func replace(_ existing: String) throws {
    let studio = try Self.studio(existing)
    if existing == "~" { try studio.must("sed -i /existing/d job.yaml") }
    try studio.expect(
      says: "job: 2 of 2 outputs made from 2 images; \(try studio.size("out/a.jpg", "out/b.jpg")); "
        + "manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg"], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("keep leaves it, and says so in the manifest, each time")
  func keep() throws {
    let studio = try Self.studio("keep")
    try studio.expect(
      says: "job: 1 of 2 outputs made from 2 images, 1 kept as they are; \(try studio.size("out/b.jpg")); "
        + "manifest job.manifest.jsonl\n", files: ["job.manifest.jsonl", "out/b.jpg"], by: "run", "job.yaml")
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["skipped", "ok"])
    #expect(rows.map(\.error) == [Self.exists, nil])
    #expect(rows.map(\.output_sha256) == [nil, try studio.sha256("out/b.jpg")])
    #expect(try studio.text("out/a.jpg") == "mine")
    try studio.expect(
      says: "job: 0 of 2 outputs made from 2 images, 1 done before, 1 kept as they are; 0 B; "
        + "manifest job.manifest.jsonl\n", files: [], by: "run", "job.yaml")
    try studio.must("rm out/a.jpg")
    #expect(try studio.changes("run", "--quiet", "job.yaml").files == ["job.manifest.jsonl", "out/a.jpg"])
    try studio.expectAsClean()
  }

  @Test("keep keeps whatever else changes", arguments: ["touch photos/a.jpg", "sed -i s/20,/30,/ job.yaml"])
  func keepOn(_ command: String) throws {
    let studio = try Self.studio("keep")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must(command)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.text("out/a.jpg") == "mine")
    #expect(try studio.rows().map(\.error) == [Self.exists, nil])
    #expect(try studio.rows().map(\.source_sha256) == [nil, try studio.sha256("photos/b.jpg")])
    try studio.expect(
      says: "job: 0 of 2 outputs made from 2 images, 1 done before, 1 kept as they are; 0 B; "
        + "manifest job.manifest.jsonl\n", files: [], by: "run", "job.yaml")
  }

  @Test("An output that the user has put another file in place of is the user's")
  func overwritten() throws {
    let studio = try Self.studio("keep")
    try studio.must("rm out/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.folder.write("mine", to: "out/a.jpg")
    try studio.expect(
      says: "job: 0 of 2 outputs made from 2 images, 1 done before, 1 kept as they are; 0 B; "
        + "manifest job.manifest.jsonl\n", files: ["job.manifest.jsonl"], by: "run", "job.yaml")
    #expect(try studio.text("out/a.jpg") == "mine")
    #expect(try studio.rows().map(\.error) == [Self.exists, nil])
    // As a first run says it, which has read nothing of that source.
    #expect(try studio.rows().map(\.source_sha256) == [nil, try studio.sha256("photos/b.jpg")])
  }

  @Test("error refuses the job at the output's place, and makes nothing")
  func error() throws {
    let studio = try Self.studio("error")
    let before = try studio.shell("find . | sort").stdout
    try studio.expect(
      2,
      says: """
        job.yaml:6:11: error: 'a.jpg' is there already, and this job did not make it: remove it, or set 'existing' \
        to replace or keep
          - path: "{stem}.jpg"
                  ^

        """, files: [], by: "run", "job.yaml")
    #expect(try studio.shell("find . | sort").stdout == before)
    try studio.must("rm out/a.jpg")
    for _ in 0..<2 { #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0))) }
    try studio.expectAsClean()
  }

  @Test("error refuses what the user has put in place of an output")
  func errorLater() throws {
    let studio = try Self.studio("error")
    try studio.must("rm out/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.folder.write("mine", to: "out/a.jpg")
    try studio.must("rm out/b.jpg")
    let (run, files) = try studio.changes("run", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(files == [])
  }

  @Test("What the job has made is its own: changes make it again", arguments: ["keep", "error"])
  func own(_ existing: String) throws {
    let studio = try Self.studio(existing)
    try studio.must("rm out/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("sed -i s/20,/30,/ job.yaml")
    #expect(
      try studio.changes("run", "--quiet", "job.yaml").files
        == ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg"])
    try studio.expectAsClean()
    #expect(
      try studio.changes("run", "--quiet", "--force", "job.yaml").files
        == ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg"])
    try studio.expectAsClean()
  }

  @Test("What a killed run put in place and did not come to note is its own", arguments: ["keep", "error"])
  func killed(_ existing: String) throws {
    let studio = try Self.studio(existing)
    try studio.must("rm out/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.forget("item", "end")
    #expect(
      try studio.journal().map { $0.split(separator: "\t")[1] } == ["journal", "versions", "will", "will"])
    try studio.expect(
      says: "job: 2 of 2 outputs made from 2 images; \(try studio.size("out/a.jpg", "out/b.jpg")); "
        + "manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg"], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("What a run announced and did not put in place is not")
  func announced() throws {
    let studio = try Self.studio("keep")
    try studio.must("rm out/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.forget("item", "end")
    try studio.folder.write("mine", to: "out/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.text("out/a.jpg") == "mine")
    #expect(try studio.rows().map(\.error) == [Self.exists, nil])
  }

  @Test("An output that stays while its source is damaged is still the job's", arguments: ["keep", "error"])
  func damaged(_ existing: String) throws {
    let studio = try Self.studio(existing)
    try studio.must("rm out/a.jpg && cp photos/a.jpg whole")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("truncate -s 1200 photos/a.jpg")
    for _ in 0..<2 { #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1)) }
    try studio.must("cp whole photos/a.jpg")
    #expect(try studio.changes("run", "--quiet", "job.yaml").files == ["job.manifest.jsonl", "out/a.jpg"])
    try studio.expectAsClean()
  }

  @Test("Another job's outputs are not the job's", arguments: ["keep", "error"])
  func anotherJob(_ existing: String) throws {
    let studio = try Self.studio(existing)
    try studio.must("rm out/a.jpg && sed s/1/1/ job.yaml >other.yaml")
    #expect(try studio.upright("run", "--quiet", "other.yaml") == CommandRun(.exit(0)))
    let (run, files) = try studio.changes("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(existing == "keep" ? 0 : 2))
    #expect(files == (existing == "keep" ? ["job.manifest.jsonl"] : []))
  }
}
