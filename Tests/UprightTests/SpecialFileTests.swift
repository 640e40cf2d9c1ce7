import Foundation
import TestSupport
import Testing

/// A FIFO that nobody writes to, where a regular file is to be: whoever opened it as a file would wait for ever.
struct SpecialFileTests {
  private static func studio(_ keys: String = "") throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]\n\(keys)")
    try studio.add(.tagged(1), "photos/a.jpg")
    return studio
  }

  @Test(
    "A FIFO in a file's place is refused",
    arguments: [
      (
        "run --metrics-file fifo.prom job.yaml",
        "--metrics-file: 'fifo.prom' is there already, and no regular file"
      ),
      (
        "preview --output fifo.html job.yaml",
        "job.yaml: error: 'fifo.html' is there already and is no preview: remove it, or change --output"
      ),
      ("run --plan fifo.jsonl", "fifo.jsonl: error: is not a regular file"),
      ("merge --plan fifo.jsonl", "fifo.jsonl: error: is not a regular file"),
      (
        "plan --out fifo.jsonl job.yaml",
        "job.yaml: error: --out: 'fifo.jsonl' is there already, and is no plan"
      ),
      ("verify fifo.jsonl", "fifo.jsonl: error: is not a regular file"),
    ])
  func options(_ call: String, _ message: String) throws {
    let studio = try Self.studio()
    try studio.must("mkfifo fifo.prom fifo.html fifo.jsonl")
    let run = try studio.shell("upright \(call)")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.split(separator: "\n").first?.hasSuffix(message) == true, "\(run.stderr)")
    #expect(
      try studio.shell("test -p fifo.prom && test -p fifo.html && test -p fifo.jsonl").ending == .exit(0))
  }

  @Test("A FIFO in the place of a preview without --output is refused")
  func preview() throws {
    let studio = try Self.studio()
    try studio.must("mkfifo job.preview.html")
    #expect(
      try studio.upright("preview", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr:
            "job.yaml: error: 'job.preview.html' is there already and is no preview: remove it, or change --output\n"
        ))
  }

  @Test("A FIFO for a color profile is refused")
  func profile() throws {
    let studio = try Self.studio("color: {profile: fifo.icc}")
    try studio.must("mkfifo fifo.icc")
    let run = try studio.upright("plan", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.hasPrefix(
        "job.yaml:5:18: error: the ICC profile 'fifo.icc' can't be read: it is not a regular file\n"))
  }
}
