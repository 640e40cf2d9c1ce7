import Foundation
import TestSupport
import Testing

/// Outputs that are made in the decode that finds the facts about their picture.
struct AheadTests {
  private static let tags: [UInt8] = [1, 6, 3]

  /// Pictures of several kinds, some of which fall out: copies, an even one, and one that is damaged.
  private static func studio(_ bounds: String) throws -> Studio {
    let studio = try Studio(
      """
      output_root: out
      split: {exact: true, train: 60%, test: 40%}
      outputs:
        - {path: "{split}/{stem}-{index}.jpg", resize: {width: 40, height: 40, fit: cover}}
        - {path: "large/{stem}.png", resize: {width: 90}}
      on_error: {max_failures: "100%"}
      where: {\(bounds)}
      """)
    for (number, tag) in tags.enumerated() {
      let picture = Picture.tagged(tag, width: 420, height: 330, seed: number + 2)
      try studio.add(picture, "photos/a\(number).jpg")
    }
    try studio.add(Picture(width: 420, height: 330, options: .jpeg(quality: 60), seed: 2), "photos/b.jpg")
    try studio.add(
      Picture(width: 300, height: 500, options: .jpeg(quality: 80, progressive: true), seed: 9),
      "photos/c.jpg")
    try studio.add(Picture(width: 200, height: 260, isGrey: true, seed: 60), "photos/d.jpg")
    let blank = TestPNG(64, 48, type: 0, depth: 8) { _, _, _ in 90 }
    try studio.folder.write(blank.file, to: "photos/e.jpg")
    var damaged = try studio.folder.read("photos/a0.jpg")
    damaged.removeLast(damaged.count / 2)
    try studio.folder.write(damaged, to: "photos/f.jpg")
    return studio
  }

  private static func temporaries(_ studio: Studio) throws -> String {
    try studio.shell("find . -name '*.tmp'").stdout
  }

  private static let shards =
    "upright plan --out p.jsonl --shards 2 job.yaml >/dev/null; rm -r out job.manifest.jsonl; "
    + "for i in 0 1; do upright run --quiet --plan p.jsonl --shard $i/2; done; upright merge --quiet --plan p.jsonl"

  /// A frozen plan is made without outputs, and its shards decode each picture again.
  @Test(
    "A run that decodes each picture once has the manifest of shards that decode twice",
    arguments: ["not_blank: true, not_duplicate: {of: job, distance: 4}", "min_sharpness: 20"])
  func manifests(_ bounds: String) throws {
    let studio = try Self.studio(bounds)
    let run = try studio.upright("run", "--json", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(run.stdout.contains(#""sandbox":{"#))
    let manifest = try studio.text("job.manifest.jsonl")
    let statuses = Set(try studio.rows().map(\.status))
    #expect(statuses == ["ok", "filtered", "failed"])
    #expect(try Self.temporaries(studio) == "")
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    try studio.must("cp out/.upright/job/facts kept")
    let shards = try studio.shell(Self.shards)
    #expect(shards.ending == .exit(0), "\(shards.stderr)")
    #expect(try studio.text("job.manifest.jsonl") == manifest)
    // The outputs are the same without worker processes, and after a killed run that left facts and a
    // temporary file.
    try studio.must("rm -r out job.manifest.jsonl; echo 'isolation: none' >>job.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let outputs = try studio.rows().map(\.output_sha256)
    #expect(outputs.compactMap(\.self).count > 4)
    try studio.must(
      "rm -r out job.manifest.jsonl; mkdir -p out/.upright/job/tmp; cp kept out/.upright/job/facts; "
        + "echo torn >out/.upright/job/tmp/7.tmp")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(try studio.rows().map(\.output_sha256) == outputs)
    #expect(try Self.temporaries(studio) == "")
  }

  @Test("A refused job leaves none of the outputs that were made before its plan")
  func refused() throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"same.jpg\"}]\nwhere: {min_entropy: 0.1}")
    for name in ["a", "b"] {
      try studio.add(.tagged(1, width: 60, height: 30, seed: 3), "photos/\(name).jpg")
    }
    #expect(try studio.upright("run", "job.yaml").ending == .exit(2))
    #expect(!studio.folder.files().contains { $0.hasPrefix("out/") && $0.hasSuffix(".jpg") })
    #expect(try Self.temporaries(studio) == "")
  }
}
