import TestSupport
import Testing

/// `--only`: a try of some sources.
struct OnlyTests {
  private static func studio() throws -> Studio {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{index}-{stem}.jpg\"}]", sources: "[\"photos/**/*.jpg\"]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    try studio.add(.tagged(1, seed: 2), "photos/d/c.jpg")
    return studio
  }

  @Test("It makes these alone and no manifest; a whole run goes on from there")
  func first() throws {
    let studio = try Self.studio()
    try studio.expect(
      says: "job: 1 of 1 output made from 1 image; \(try studio.size("out/000002-b.jpg")); no manifest\n",
      files: ["out/000002-b.jpg"], by: "run", "--only", "photos/b*", "job.yaml")
    try studio.expect(
      says: "job: 2 of 3 outputs made from 3 images, 1 done before; "
        + "\(try studio.size("out/000001-a.jpg", "out/000003-c.jpg")); manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/000001-a.jpg", "out/000003-c.jpg"], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("It leaves a manifest as it is, and the next whole run writes it anew")
  func later() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("echo 'quality: 70' >>job.yaml")
    try studio.expect(
      says: "job: 2 of 2 outputs made from 2 images; "
        + "\(try studio.size("out/000001-a.jpg", "out/000002-b.jpg")); no manifest\n",
      files: ["out/000001-a.jpg", "out/000002-b.jpg"], by: "run", "--only", "photos/*.JPG", "job.yaml")
    #expect(
      try studio.changes("run", "--quiet", "job.yaml").files == ["job.manifest.jsonl", "out/000003-c.jpg"])
    try studio.expectAsClean()
  }

  @Test("--json says that there is no manifest")
  func json() throws {
    let studio = try Self.studio()
    try studio.must("echo 'isolation: none' >>job.yaml")
    let (run, files) = try studio.changes("run", "--json", "--quiet", "--only", "**/c.jpg", "job.yaml")
    let bytes = try studio.folder.read("out/000003-c.jpg").count
    #expect(
      run
        == CommandRun(
          .exit(0),
          stdout:
            #"{"job":"job","images":1,"rows":1,"ok":1,"reused":0,"failed":0,"known":0,"skipped":0,"kept":0,"#
            + #""pruned":0,"warnings":0,"untagged":0,"filtered":0"#
            + #","bytes":\#(bytes),"isolation":"none"}"# + "\n"))
    #expect(files == ["out/000003-c.jpg"])
  }

  @Test("What fails is told, and counts")
  func failure() throws {
    let studio = try Self.studio()
    try studio.folder.write("words", to: "photos/b.jpg")
    try studio.expect(
      1,
      says: "photos/b.jpg: failed: this is not an image format that is read (unsupported_format)\n"
        + "job: 0 of 1 output made from 1 image, 1 failed; 0 B; no manifest\n", files: [],
      by: "run", "--only", "photos/b.jpg", "job.yaml")
    #expect(
      try studio.upright("run", "--quiet", "--only", "photos/a.jpg", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("With --force it makes again what it is for")
  func force() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let (run, files) = try studio.changes("run", "--quiet", "--force", "--only", "photos/d/*", "job.yaml")
    #expect(run == CommandRun(.exit(0)))
    #expect(files == ["out/000003-c.jpg"])
  }

  @Test(
    "A pattern that matches nothing is refused, and leaves nothing behind", arguments: ["b.jpg", "/photos/*"])
  func nothing(_ pattern: String) throws {
    let studio = try Self.studio()
    let before = try studio.shell("find . | sort").stdout
    try studio.expect(
      2, says: "job.yaml: error: --only: '\(pattern)' matches no source of this job\n", files: [],
      by: "run", "--only", pattern, "job.yaml")
    #expect(try studio.shell("find . | sort").stdout == before)
  }

  @Test("What is no pattern is wrong usage")
  func noPattern() throws {
    let studio = try Self.studio()
    let run = try studio.upright("run", "--only", "[", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("Error: The value '[' is invalid for '--only <pattern>'\n"))
  }
}
