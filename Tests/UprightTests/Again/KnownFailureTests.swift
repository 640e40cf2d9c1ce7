import TestSupport
import Testing

/// Failures of unchanged content, which the run before has told.
struct KnownFailureTests {
  private static let unsupported = "failed: this is not an image format that is read (unsupported_format)\n"

  /// One good picture and a bad one.
  private static func studio(_ onError: String = "{}") throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]\non_error: \(onError)")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.folder.write("words", to: "photos/b.jpg")
    let run = try studio.upright("run", "--metrics-file", "m.prom", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(
      run.stderr.hasPrefix("photos/b.jpg: \(unsupported)job: 1 of 2 outputs made from 2 images, 1 failed; "))
    return studio
  }

  private static func summary(made: Int = 0, images: Int = 2, failed: Int = 1, known: Int = 1) -> String {
    "job: \(made) of \(images) outputs made from \(images) images, 1 done before, \(failed) failed"
      + (known > 0 ? ", \(known) of them reported before" : "") + "; 0 B; manifest job.manifest.jsonl\n"
  }

  @Test("They are counted and not listed")
  func counted() throws {
    let studio = try Self.studio()
    for _ in 0..<2 {
      #expect(try studio.upright("run", "job.yaml") == CommandRun(.exit(1), stderr: Self.summary()))
    }
    #expect(
      try studio.upright("run", "--quiet", "--json", "job.yaml")
        == CommandRun(
          .exit(1),
          stdout:
            #"{"job":"job","images":2,"rows":2,"ok":1,"reused":1,"failed":1,"known":1,"skipped":0,"kept":0,"#
            + #""pruned":0,"warnings":0,"untagged":0,"filtered":0,"bytes":0,"manifest":"job.manifest.jsonl","#
            + #""isolation":"process"}"# + "\n", stderr: Self.summary()))
  }

  @Test(
    "They are listed again when the content changes, on request, and when nobody knows what was told",
    arguments: [
      ("echo other words >photos/b.jpg", "run"), (":", "run --retry-failed"), (":", "run --only 'photos/*'"),
      ("rm out/.upright/job/told", "run"), ("rm out/.upright/job/told; mkfifo out/.upright/job/told", "run"),
    ])
  func listed(_ change: String, _ command: String) throws {
    let studio = try Self.studio()
    try studio.must(change)
    let run = try studio.shell("upright \(command) job.yaml")
    #expect(run.ending == .exit(1))
    #expect(
      run.stderr.hasPrefix(
        "photos/b.jpg: \(Self.unsupported)job: 0 of 2 outputs made from 2 images, 1 done before, 1 failed; "))
  }

  @Test("They are listed again when they fail for another reason")
  func otherReason() throws {
    let studio = try Self.studio()
    try studio.must("sed -i '$a limits: {max_file: 4}' job.yaml")
    let run = try studio.upright("run", "job.yaml")
    #expect(
      run.stderr.hasPrefix(
        "photos/a.jpg: failed: the file has \(try studio.size("photos/a.jpg")), more than "
          + "limits.max_file (4 B) (max_file)\njob: 0 of 2 outputs made from 2 images, 2 failed, 1 of them reported before; "
      ))
  }

  @Test("A new failure is listed beside them")
  func newOne() throws {
    let studio = try Self.studio()
    try studio.folder.write("more words", to: "photos/c.jpg")
    #expect(
      try studio.upright("run", "job.yaml")
        == CommandRun(
          .exit(1), stderr: "photos/c.jpg: \(Self.unsupported)\(Self.summary(images: 3, failed: 2))"))
    #expect(
      try studio.upright("run", "job.yaml")
        == CommandRun(.exit(1), stderr: Self.summary(images: 3, failed: 2, known: 2)))
  }

  @Test("'known: ignore' leaves them out of the status; they are in manifest and summary still")
  func ignored() throws {
    let studio = try Self.studio("{known: ignore}")
    #expect(try studio.text("m.prom").contains("last_success") == false)
    for _ in 0..<2 {
      #expect(
        try studio.upright("run", "--quiet", "--metrics-file", "m.prom", "job.yaml") == CommandRun(.exit(0)))
    }
    #expect(try studio.text("m.prom").contains("last_success"))
    #expect(try studio.upright("run", "job.yaml") == CommandRun(.exit(0), stderr: Self.summary()))
    #expect(try studio.rows().map(\.status) == ["ok", "failed"])
    try studio.folder.write("more words", to: "photos/c.jpg")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(1), stderr: "photos/c.jpg: \(Self.unsupported)\(Self.summary(images: 3, failed: 2))"))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("Each shard, and merge, knows what it told itself")
  func shards() throws {
    let studio = try Self.studio("{known: ignore}")
    try studio.must("rm -r out job.manifest.jsonl")
    #expect(try studio.upright("plan", "--out", "plan.jsonl", "job.yaml").ending == .exit(1))
    for status: Int32 in [1, 0, 0] {
      #expect(try studio.upright("run", "--quiet", "--plan", "plan.jsonl").ending == .exit(status))
      #expect(
        try studio.upright("merge", "--quiet", "--json", "--plan", "plan.jsonl")
          == CommandRun(
            .exit(status),
            stdout:
              #"{"job":"job","shards":1,"rows":2,"ok":1,"failed":1,"known":\#(1 - status),"skipped":0,"filtered":0,"#
              + #""manifest":"job.manifest.jsonl"}"# + "\n",
            stderr: status == 0
              ? "" : "job: 1 shard merged: 1 of 2 outputs made, 1 failed; manifest job.manifest.jsonl\n"))
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }
}
