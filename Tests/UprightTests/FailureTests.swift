import Foundation
import TestSupport
import Testing

/// `on_error`, and the exit status that follows from it.
struct FailureTests {
  /// One good picture, then a bad one, then a good one; two outputs each.
  private static func studio(_ onError: String) throws -> Studio {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.jpg"}, {path: "small/{stem}.jpg", resize: "9,"}]
      on_error: \(onError)
      """)
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.folder.write("words", to: "photos/b.jpg")
    try studio.add(.tagged(1), "photos/c.jpg")
    return studio
  }

  private static func bytes(_ studio: Studio) throws -> String {
    let made = try studio.contents().filter { $0.key.hasPrefix("out/") }.values.reduce(0) { $0 + $1.count }
    let tenths = (made + 50) / 100
    return "\(tenths / 10).\(tenths % 10) kB; manifest job.manifest.jsonl\n"
  }

  @Test("Failures up to max_failures are told and forgiven", arguments: ["2", #""33.4%""#, "3", #""100%""#])
  func within(most: String) throws {
    let studio = try Self.studio("{max_failures: \(most)}")
    let run = try studio.upright("run", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(0),
          stderr: "photos/b.jpg: failed: this is not an image format that is read (unsupported_format)\n"
            + "job: 4 of 6 outputs made from 3 images, 2 failed; \(try Self.bytes(studio))"))
    #expect(
      try studio.upright("run", "--quiet", "job.yaml")
        == CommandRun(
          .exit(0),
          stderr:
            "job: 0 of 6 outputs made from 3 images, 4 done before, 2 failed, 2 of them reported before; 0 B; "
            + "manifest job.manifest.jsonl\n"))
  }

  @Test("With --quiet the summary line alone tells failures that are forgiven")
  func quiet() throws {
    let studio = try Self.studio("{max_failures: 2}")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(0), stderr: "job: 4 of 6 outputs made from 3 images, 2 failed; \(try Self.bytes(studio))"))
    #expect(try studio.upright("plan", "--out", "plan.jsonl", "job.yaml").ending == .exit(1))
    #expect(
      try studio.upright("run", "--quiet", "--plan", "plan.jsonl").stderr.hasPrefix(
        "job: shard 0/1: 0 of 6 outputs"))
    #expect(
      try studio.upright("merge", "--quiet", "--plan", "plan.jsonl")
        == CommandRun(
          .exit(0),
          stderr: "job: 1 shard merged: 4 of 6 outputs made, 2 failed, 2 of them reported before; "
            + "manifest job.manifest.jsonl\n"))
  }

  @Test("One failure more is too many, and --quiet tells it", arguments: ["1", #""33.3%""#, "0", #""0%""#])
  func beyond(most: String) throws {
    let studio = try Self.studio("{max_failures: \(most)}")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(1),
          stderr: "photos/b.jpg: failed: this is not an image format that is read (unsupported_format)\n"
            + "job: 4 of 6 outputs made from 3 images, 2 failed; \(try Self.bytes(studio))"))
  }

  @Test(
    "policy: stop starts nothing after the first failure, and isn't done, whatever is allowed",
    arguments: ["{policy: stop}", "{policy: stop, max_failures: 2}"])
  func stop(onError: String) throws {
    let studio = try Self.studio(onError)
    let run = try studio.upright("run", "--jobs", "1", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(1),
          stderr: "photos/b.jpg: failed: this is not an image format that is read (unsupported_format)\n"
            + "job: 2 of 6 outputs made from 3 images, 2 failed, 2 skipped; \(try Self.bytes(studio))"))
    let stopped = Row.Note(code: "stopped", message: "not started: the run stopped before it")
    #expect(try studio.rows().map(\.status) == ["ok", "ok", "failed", "failed", "skipped", "skipped"])
    #expect(try studio.rows().suffix(2).map(\.error) == [stopped, stopped])
    #expect(
      studio.folder.files() == [
        "job.manifest.jsonl", "job.yaml", "out/a.jpg", "out/small/a.jpg", "photos/a.jpg", "photos/b.jpg",
        "photos/c.jpg",
      ])
  }

  @Test("An image that takes too long fails alone")
  func timeout() throws {
    let studio = try Studio("limits: {seconds_per_image: 0.000001}\noutputs: [{path: x.jpg}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(
      try studio.upright("run", "job.yaml")
        == CommandRun(
          .exit(1),
          stderr: """
            photos/a.jpg: failed: took longer than limits.seconds_per_image (timeout)
            job: 0 of 1 output made from 1 image, 1 failed; 0 B; manifest job.manifest.jsonl

            """))
    #expect(studio.folder.files() == ["job.manifest.jsonl", "job.yaml", "photos/a.jpg"])
  }

  @Test("Of several jobs the worst status counts, and the others still run")
  func severalJobs() throws {
    let studio = try Self.studio("{max_failures: 0}")
    try studio.job("sources: [photos/a.jpg]\noutputs: [{path: second.jpg}]", "second.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml", "second.yaml").ending == .exit(1))
    #expect(try studio.rows("second.manifest.jsonl").map(\.status) == ["ok"])
  }

  @Test("The first twenty failures are listed, the rest counted")
  func manyFailures() throws {
    let studio = try Studio("outputs: [{path: \"{stem}.jpg\"}]")
    for index in 10..<33 { try studio.folder.write("words", to: "photos/\(index).jpg") }
    let listed = (10..<30).map {
      "photos/\($0).jpg: failed: this is not an image format that is read (unsupported_format)\n"
    }
    #expect(
      try studio.upright("run", "--jobs", "1", "job.yaml")
        == CommandRun(
          .exit(1),
          stderr: listed.joined() + "and 3 more, all in the manifest\n"
            + "job: 0 of 23 outputs made from 23 images, 23 failed; 0 B; manifest job.manifest.jsonl\n"))
  }

  @Test("Warnings and failures of a file with several entries name the entry's id")
  func ids() throws {
    let studio = try Studio(
      "resize: {width: 999}\noutputs: [{path: \"{id}.jpg\"}]",
      sources: "[{path: photos/a.jpg, id: left}, {path: photos/a.jpg, id: right, crop: \"99,0,9,9\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    let run = try studio.upright("run", "--jobs", "1", "job.yaml")
    #expect(
      run.stderr.split(separator: "\n").dropLast() == [
        "photos/a.jpg (id 'left'): warning: 'resize: {width: 999}' is larger than the crop: made 64x48; "
          + "set 'enlarge: true' in 'resize' to enlarge it (not_enlarged)",
        "photos/a.jpg (id 'right'): failed: the crop 9x9+99+0 holds no pixel of the picture of 64x48 (crop_empty)",
      ])
    let json = try studio.upright("run", "--log-format", "json", "--force", "job.yaml").stderr
    #expect(json.contains(#""source":"photos/a.jpg","id":"left","code":"not_enlarged""#))
  }

  @Test("One output can fail alone")
  func oneOutput() throws {
    let studio = try Studio(
      """
      outputs:
        - {path: whole.jpg}
        - {path: outside.jpg, crop: "100,0,10,10"}
        - {path: beyond.jpg, crop: {region: "60,0,10,10", out_of_bounds: error}}
        - {path: large.jpg, resize: {width: 65, enlarge: error}}
      """)
    try studio.add(.tagged(1), "photos/a.jpg")
    let run = try studio.upright("run", "job.yaml")
    let bytes = try studio.folder.read("whole.jpg").count
    let small = bytes < 1000 ? "\(bytes) B" : "\((bytes + 50) / 1000).\((bytes + 50) / 100 % 10) kB"
    #expect(
      run
        == CommandRun(
          .exit(1),
          stderr: """
            photos/a.jpg: failed: the crop 10x10+100+0 holds no pixel of the picture of 64x48 (crop_empty)
            photos/a.jpg: failed: the crop 10x10+60+0 reaches beyond the picture of 64x48 (crop_out_of_bounds)
            photos/a.jpg: failed: 65x49 is larger than the crop of 64x48, and 'enlarge' is 'error' (would_enlarge)
            job: 1 of 4 outputs made from 1 image, 3 failed; \(small); manifest job.manifest.jsonl

            """))
    #expect(studio.folder.files() == ["job.manifest.jsonl", "job.yaml", "photos/a.jpg", "whole.jpg"])
  }
}
