import Foundation
import TestSupport
import Testing

/// A run of what is done.
struct SecondRunTests {
  /// Two pictures and two outputs each, all made.
  private static func studio() throws -> Studio {
    let studio = try Studio(
      """
      isolation: none
      output_root: out
      outputs: [{path: "{stem}.jpg"}, {path: "small/{stem}.jpg", resize: "9,"}]
      """)
    try studio.add(.tagged(6), "photos/a.jpg")
    try studio.add(Picture(), "photos/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    return studio
  }

  @Test("It makes nothing, writes nothing, and says so")
  func nothing() throws {
    let studio = try Self.studio()
    let journal = try studio.journal()
    try studio.expect(
      says: "job: 0 of 4 outputs made from 2 images, 4 done before; 0 B; "
        + "manifest job.manifest.jsonl\n", files: [], by: "run", "job.yaml")
    #expect(try studio.journal() == journal)
    try studio.expectAsClean()
  }

  @Test("--json counts what is reused")
  func json() throws {
    let studio = try Self.studio()
    let (run, files) = try studio.changes("run", "--json", "--quiet", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(0),
          stdout:
            #"{"job":"job","images":2,"rows":4,"ok":4,"reused":4,"failed":0,"known":0,"skipped":0,"kept":0,"#
            + #""pruned":0,"warnings":0,"untagged":0,"filtered":0,"bytes":0,"manifest":"job.manifest.jsonl"}"#
            + "\n"))
    #expect(files == [])
  }

  @Test("Warnings are told when an output is made, and not again")
  func warnings() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: a.jpg, crop: \"60,0,10,10\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    let warning =
      "photos/a.jpg: warning: the crop reaches beyond the picture and was clipped to 4x10+60+0 (crop_clipped)\n"
    #expect(try studio.upright("run", "job.yaml").stderr.hasPrefix(warning + "job: 1 of 1 output made"))
    try studio.expect(
      says: "job: 0 of 1 output made from 1 image, 1 done before; 0 B; manifest job.manifest.jsonl\n",
      files: [], by: "run", "job.yaml")
  }

  @Test("A manifest that is gone or was edited is written again", arguments: ["rm", "echo >>", "chmod 600"])
  func manifest(_ command: String) throws {
    let studio = try Self.studio()
    try studio.must("\(command) job.manifest.jsonl")
    // A mode is no content.
    let isChanged = command != "chmod 600"
    let (run, files) = try studio.changes("run", "--quiet", "job.yaml")
    #expect(run == CommandRun(.exit(0)))
    #expect(files == (isChanged ? ["job.manifest.jsonl"] : []))
    try studio.expectAsClean()
  }

  @Test("Several jobs with one output root each know what is theirs")
  func severalJobs() throws {
    let studio = try Self.studio()
    try studio.job(
      "output_root: out\nsources: [photos/a.jpg]\noutputs: [{path: \"other/{stem}.jpg\"}]", "other.yaml")
    let summary = "job: 0 of 4 outputs made from 2 images, 4 done before; 0 B; "
    try studio.expect(
      says: summary + "manifest job.manifest.jsonl\nother: 1 of 1 output made from 1 image; "
        + "\(try studio.size("out/other/a.jpg")); manifest other.manifest.jsonl\n",
      files: ["other.manifest.jsonl", "out/other/a.jpg"], by: "run", "job.yaml", "other.yaml")
    try studio.expect(
      says: "other: 0 of 1 output made from 1 image, 1 done before; 0 B; manifest other.manifest.jsonl\n"
        + summary + "manifest job.manifest.jsonl\n", files: [], by: "run", "other.yaml", "job.yaml")
  }
}
