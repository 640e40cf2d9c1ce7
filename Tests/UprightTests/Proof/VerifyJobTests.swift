import Foundation
import Planning
import Reporting
import TestSupport
import Testing

/// Which job file `upright verify` takes, and what it can't verify.
struct VerifyJobTests {
  private static func refused(_ message: String) -> CommandRun {
    CommandRun(.exit(2), stderr: message + "\n")
  }

  @Test("The job file is looked for by its hash, in the manifest's folder and those above it")
  func search() throws {
    let made = try ProvenStudio("isolation: none\nmanifest: out/deep/rows.jsonl")
    let folder = made.studio.folder
    try folder.write("version: 1\n", to: "out/aaa.yaml")
    let found = CommandRun(
      .exit(0), stdout: "out/deep/rows.jsonl: 6 rows, 3 sources, 6 outputs, 0 rendered anew: all as it says\n"
    )
    #expect(try made.studio.upright("verify", "out/deep/rows.jsonl") == found)

    try folder.write(try folder.read("job.yaml"), to: "jobs/same.yaml")
    try folder.remove("job.yaml")
    let manifest = ["verify", "out/deep/rows.jsonl"]
    #expect(
      try CommandRun.upright(manifest, in: folder)
        == Self.refused(
          "out/deep/rows.jsonl: error: its job file is not in its folder, nor in one above: "
            + "name it by --job FILE"))
    #expect(
      try CommandRun.upright(manifest + ["--job", "jobs/same.yaml", "--root", "."], in: folder) == found)
  }

  @Test("A job file that has changed, or says that there are no hashes")
  func changed() throws {
    let made = try ProvenStudio()
    try made.studio.folder.write(try made.studio.text("job.yaml") + "\n", to: "job.yaml")
    #expect(
      try made.verify("--job", "job.yaml")
        == Self.refused(
          "job.yaml: error: this is not the job file of 'job.manifest.jsonl', or has changed since"))

    let bare = try ProvenStudio("hash: none")
    #expect(
      try bare.verify()
        == Self.refused("job.yaml: error: the manifest has no hashes to compare: 'hash' is none"))
  }

  @Test("Files that are no manifests")
  func others() throws {
    let made = try ProvenStudio()
    try made.studio.folder.write("1 2 3\n", to: "text")
    #expect(
      try made.studio.upright("verify", "none.jsonl")
        == Self.refused("none.jsonl: error: can't be read: No such file or directory"))
    #expect(
      try made.studio.upright("verify", "out") == Self.refused("out: error: is not a regular file"))
    #expect(
      try made.studio.upright("verify", "text")
        == Self.refused("text: error: this is no manifest: no row has a 'job_sha256'"))
    try made.studio.folder.write("", to: "empty")
    #expect(
      try made.studio.upright("verify", "--job", "job.yaml", "empty").stdout.hasSuffix(
        "\nempty: 0 rows, 0 sources, 0 outputs, 0 rendered anew: 6 exceptions\n"))
  }

  @Test("Rows of other versions are compared by their hashes alone, and nothing is rendered")
  func versions() throws {
    let made = try ProvenStudio()
    let old = try made.lines().map {
      $0.replacingOccurrences(of: #""tool":"\#(ToolVersion.name)""#, with: #""tool":"upright 0.0.1""#)
        .replacingOccurrences(of: #""recipe_number":\#(Recipe.number)"#, with: #""recipe_number":0"#)
        .replacingOccurrences(of: #""crop":[0,0,64,48]"#, with: #""crop":[0,0,64,47]"#)
    }
    try made.write(old)
    try made.studio.folder.remove("out/a-16.jpg")
    try made.flip("photos/b.jpg")
    let run = try made.verify()
    var expected = ProvenStudio.found([
      "line 1, photos/a.jpg -> out/a-16.jpg: the output is missing",
      "line 3, photos/b.jpg: the source is not as the manifest says: it has another SHA-256",
    ])
    expected.stderr = run.stderr
    #expect(run == expected)
    let start = "job.manifest.jsonl: warning: was made by upright 0.0.1, recipe number 0, giflib "
    #expect(run.stderr.hasPrefix(start))
    #expect(run.stderr.hasSuffix(": hashes are compared, and rows not with the plan\n"))
    let rendering = try made.verify("--render", "1")
    #expect(rendering.ending == .exit(2))
    #expect(rendering.stderr.hasSuffix(": --render would compare the two\n"))
  }

  @Test("--render without sources is wrong usage")
  func usage() throws {
    let run = try ProvenStudio().verify("--outputs-only", "--render", "1")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("Error: --render needs sources: leave out --outputs-only\n"))
  }
}
