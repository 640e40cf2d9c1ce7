import Foundation
import TestSupport
import Testing

/// Files of a terabyte, which truncate(1) makes of nothing. To read one takes hours.
struct EndlessFileTests {
  private static let bytes = 1 << 40

  private static func studio() throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    for name in ["a", "b"] { try studio.add(.tagged(1), "photos/\(name).jpg") }
    return studio
  }

  @Test("'verify' tells a source and an output of another size by their sizes")
  func verify() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let source = try studio.folder.read("photos/a.jpg").count
    let output = try studio.folder.read("out/b.jpg").count
    try studio.must("truncate -s 1T photos/a.jpg out/b.jpg")
    let run = try studio.upright("verify", "job.manifest.jsonl")
    #expect(run.ending == .exit(1))
    let lines = run.stdout.split(separator: "\n").map(String.init)
    #expect(
      lines.contains(
        "line 1, photos/a.jpg: the source is not as the manifest says: it has \(Self.bytes) bytes, not \(source)"
      )
    )
    #expect(
      lines.contains(
        "line 2, photos/b.jpg -> out/b.jpg: the output is not as the manifest says: it has \(Self.bytes) bytes, not \(output)"
      ))
  }

  @Test("'lock' and 'run --locked' read no source of more than 'max_file'")
  func lock() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(0))
    try studio.must("truncate -s 1T photos/a.jpg; rm photos/b.jpg; truncate -s 1T photos/c.jpg")
    let excess = "the file has 1099.5 GB, more than limits.max_file (268.4 MB)"
    #expect(try studio.upright("run", "--locked", "job.yaml").ending == .exit(2))
    let lock = try studio.upright("lock", "job.yaml")
    #expect(lock.ending == .exit(1))
    #expect(
      lock.stderr.split(separator: "\n").first.map(String.init)
        == "photos/a.jpg: failed: \(excess) (max_file)")
    #expect(lock.stderr.split(separator: "\n").count == 2)
    #expect(lock.stdout == "job.lock.jsonl: 2 sources, 0 B\n")
  }

  @Test(
    "An annotation file is read and hashed up to 4 GiB", arguments: ["labels/b.txt", "labels/classes.txt"])
  func annotations(endless: String) throws {
    let studio = try Studio(
      "outputs: [{path: \"out/{stem}.jpg\"}]",
      sources: "{annotations: labels, format: yolo, images: photos, space: display}")
    for name in ["a", "b"] {
      try studio.add(.tagged(1), "photos/\(name).jpg")
      try studio.folder.write("0 0.5 0.5 0.5 0.5\n", to: "labels/\(name).txt")
    }
    try studio.folder.write("cat\n", to: "labels/classes.txt")
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(0))
    try studio.must("truncate -s 1T \(endless)")
    let excess = "has 1099.5 GB, more than an annotation file may have (4.3 GB)"
    let lock = try studio.upright("lock", "job.yaml")
    #expect(lock.ending == .exit(1))
    #expect(lock.stderr.contains("labels/b.txt: failed: \(excess) (bad_annotation)\n"))
    #expect(try studio.lock().contains(#"{"annotations":"\#(endless)","bytes":null,"sha256":null}"#))
    let run = try studio.upright("run", "job.yaml")
    #expect(run.stderr.contains("labels/b.txt: failed: \(excess) (bad_annotation)\n"))
  }
}
