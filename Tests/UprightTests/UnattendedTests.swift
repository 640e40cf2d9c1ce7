import Foundation
import TestSupport
import Testing

/// Runs that nobody watches: what cron mails, and what a log holds.
struct UnattendedTests {
  /// Messages in JSON without their times, each of which must be one of today or yesterday, in UTC.
  private static func log(_ run: CommandRun) throws -> [String] {
    let days = try [Date(), Date(timeIntervalSinceNow: -86_400)].map {
      try Regex(#"^\{"time":"\#($0.ISO8601Format().prefix(10))T[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z","#)
    }
    return run.stderr.split(separator: "\n").map { line in
      days.lazy.compactMap { line.prefixMatch(of: $0) }.first.map { String(line[$0.range.upperBound...]) }
        ?? "no time: \(line)"
    }
  }

  @Test("--quiet says nothing of warnings, and tells forgiven failures in the summary's line alone")
  func silence() throws {
    let studio = try Studio(
      """
      outputs: [{path: "{stem}-out.jpg", crop: "60,0,10,10"}]
      on_error: {max_failures: 1}
      """)
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.folder.write("words", to: "photos/b.jpg")
    let first = try studio.upright("run", "--quiet", "job.yaml")
    #expect(
      first
        == CommandRun(
          .exit(0),
          stderr:
            "job: 1 of 2 outputs made from 2 images, 1 failed, 1 warning; \(try studio.size("a-out.jpg")); "
            + "manifest job.manifest.jsonl\n"))
    let second = try studio.upright("run", "--quiet", "--log-format", "json", "job.yaml")
    #expect(second.ending == .exit(0))
    #expect(
      try Self.log(second) == [
        ##""level":"info","message":"0 of 2 outputs made from 2 images, 1 done before, 1 failed, "##
          + ##"1 of them reported before; 0 B; manifest job.manifest.jsonl","job":"job"}"##
      ])
    #expect(
      try studio.upright("run", "--force", "--jobs", "1", "job.yaml").stderr.split(separator: "\n").dropLast()
        .map(
          String.init) == [
          "photos/a.jpg: warning: the crop reaches beyond the picture and was clipped to 4x10+60+0 (crop_clipped)",
          "photos/b.jpg: failed: this is not an image format that is read (unsupported_format)",
        ])
    try studio.must("rm photos/b.jpg && upright run --quiet --force job.yaml")
  }

  @Test("--quiet tells at most 20 of what failed, and where the rest is")
  func failures() throws {
    let studio = try Studio("outputs: [{path: \"{stem}-out.jpg\", crop: \"60,0,10,10\"}]")
    for index in 10..<35 { try studio.add(.tagged(1), "photos/\(index).jpg") }
    for index in 35..<37 { try studio.folder.write("words", to: "photos/\(index).jpg") }
    let run = try studio.upright("run", "--quiet", "--jobs", "1", "job.yaml")
    let clipped = "the crop reaches beyond the picture and was clipped to 4x10+60+0 (crop_clipped)"
    let lines = run.stderr.split(separator: "\n").map(String.init)
    #expect(run.ending == .exit(1))
    #expect(
      Array(lines.prefix(21)) == (10..<28).map { "photos/\($0).jpg: warning: \(clipped)" }
        + (35..<37).map {
          "photos/\($0).jpg: failed: this is not an image format that is read (unsupported_format)"
        }
        + ["and 7 more, all in the manifest"])
    #expect(
      lines.dropFirst(21).map { $0.replacing(/[\d.]+ kB/, with: "N kB") }
        == [
          "job: 25 of 27 outputs made from 27 images, 2 failed, 25 warnings; N kB; manifest job.manifest.jsonl"
        ])
  }

  @Test("--log-format json has an object a line for each message of a run")
  func runLog() throws {
    let studio = try Studio("outputs: [{path: out.jpg}, {path: more.jpg}]", sources: "[photos/a.jpg]")
    try studio.folder.write("words", to: "photos/a.jpg")
    let run = try studio.upright("run", "--log-format", "json", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(
      try Self.log(run) == [
        ##""level":"error","message":"this is not an image format that is read","job":"job","source":"photos/a.jpg","##
          + ##""code":"unsupported_format"}"##,
        ##""level":"error","message":"0 of 2 outputs made from 1 image, 2 failed; 0 B; "##
          + ##"manifest job.manifest.jsonl","job":"job"}"##,
      ])
  }

  @Test("--progress json ends with an object that counts all images, even with --quiet")
  func progress() throws {
    let studio = try Studio("outputs: [{path: \"{stem}.jpeg\"}]")
    for name in ["a", "b", "c"] { try studio.add(.tagged(1), "photos/\(name).jpg") }
    let bytes = try ["a", "b", "c"].reduce(0) { try $0 + studio.folder.read("photos/\($1).jpg").count }
    let run = try studio.upright("run", "--quiet", "--progress", "json", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(
      run.stderr.split(separator: "\n").last.map(String.init)
        == #"{"level":"progress","stage":"make","done":3,"total":3,"bytes":\#(bytes),"total_bytes":\#(bytes)}"#
    )
    #expect(try studio.upright("run", "--quiet", "--progress", "json", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("A good end is information")
  func goodLog() throws {
    let studio = try Studio("outputs: [{path: x.jpg}]", sources: "[{glob: \"none/*\", optional: true}]")
    let run = try studio.upright("run", "--log-format=json", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(
      try Self.log(run) == [
        ##""level":"info","message":"0 of 0 outputs made from 0 images; 0 B; "##
          + ##"manifest job.manifest.jsonl","job":"job"}"##
      ])
  }

  @Test("Refused jobs are objects too, without the lines that people see")
  func refusals() throws {
    let studio = try Studio("outputs: [{path: x.jpg}]\nqualty: 80\nquality: 0")
    let run = try studio.upright("run", "--quiet", "--log-format", "json", "job.yaml", "none.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      try Self.log(run) == [
        ##""level":"error","message":"unknown key 'qualty': did you mean 'quality'?","file":"job.yaml","##
          + ##""line":4,"column":1}"##,
        ##""level":"error","message":"'quality' must be a whole number from 1 to 100, not '0'","file":"job.yaml","##
          + ##""line":5,"column":10}"##,
        ##""level":"error","message":"can't be read: No such file or directory","file":"none.yaml"}"##,
      ])
  }

  @Test("Two jobs of one name have no metrics file in common")
  func oneName() throws {
    let studio = try Studio(
      "outputs: [{path: \"{job}.jpg\"}]", sources: "[{glob: \"none/*\", optional: true}]")
    try studio.folder.write(try studio.folder.read("job.yaml"), to: "b/job.yaml")
    #expect(
      try studio.upright("run", "--metrics-file", "x.prom", "job.yaml", "b/job.yaml")
        == CommandRun(
          .exit(2),
          stderr:
            "b/job.yaml: error: this job has the name of job.yaml, 'job': with --metrics-file, change 'name'\n"
        ))
    #expect(try studio.upright("run", "--quiet", "job.yaml", "b/job.yaml") == CommandRun(.exit(0)))
  }

  @Test(
    "A metrics file on another file system than the root folder's",
    .enabled(if: access("/dev/shm", W_OK) == 0))
  func metricsBesideNothing() throws {
    let studio = try Studio("outputs: [{path: x.jpg}]", sources: "[{glob: \"none/*\", optional: true}]")
    #expect(
      try studio.shell(
        """
        job=$PWD/job.yaml; folder=$(mktemp -d /dev/shm/upright-test-XXXXXX); cd "$folder"
        upright run --quiet --metrics-file m.prom "$job"; status=$?
        ls -A; rm -r "$folder"; exit $status
        """) == CommandRun(.exit(0), stdout: "m.prom\n"))
  }

  @Test("So is what concerns no file", .enabled(if: access("/dev/full", W_OK) == 0))
  func fullOutput() throws {
    let studio = try Studio("outputs: [{path: x.jpg}]", sources: "[{glob: \"none/*\", optional: true}]")
    let run = try studio.shell("upright run --quiet --json --log-format json job.yaml >/dev/full")
    #expect(run.ending == .exit(74))
    #expect(
      try Self.log(run) == [
        ##""level":"error","message":"can't write to standard output: No space left on device"}"##
      ])
  }
}
