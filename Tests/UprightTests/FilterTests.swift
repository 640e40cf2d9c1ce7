import Foundation
import TestSupport
import Testing

/// `where`: pictures that a job leaves out.
struct FilterTests {
  /// Three pictures, of which `b`, shown as 30x60, is too narrow. `small` is the job's `where`.
  private static func studio(_ bounds: String = "where: {min_width: 40}") throws -> Studio {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{index}-{stem}.jpg\"}, {path: \"s/{stem}.png\", resize: \"9,\"}]\n\(bounds)"
    )
    for (name, orientation) in [("a", 1), ("b", 6), ("c", 1)] as [(String, UInt8)] {
      try studio.add(
        .tagged(orientation, width: 60, height: 30, seed: Int(orientation)), "photos/\(name).jpg")
    }
    return studio
  }

  private static let message = "its width is 30, less than where.min_width (40)"
  private static let reason = Row.Note(code: "filtered", message: message)
  private static let outputs = ["out/000001-a.jpg", "out/000003-c.jpg", "out/s/a.png", "out/s/c.png"]

  private static func expectMade(_ studio: Studio) throws {
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["ok", "ok", "filtered", "filtered", "ok", "ok"])
    #expect(rows.map(\.error) == [nil, nil, reason, reason, nil, nil])
    #expect(rows[2].output == nil && rows[2].output_sha256 == nil && rows[2].source == "photos/b.jpg")
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") && !$0.contains(".upright") } == outputs)
  }

  @Test("A filtered picture is no failure of a run, a plan, a status and a verification, and all count it")
  func run() throws {
    let studio = try Self.studio("where: {min_width: 40}\non_error: {policy: stop}")
    let plan = try studio.upright("plan", "job.yaml")
    #expect(plan.ending == .exit(0))
    #expect(plan.stdout.contains("  filtered: \(Self.message) (filtered)\n"))
    #expect(plan.stdout.contains("3 sources, 6 outputs, 2 of them filtered; memory"))
    #expect(
      try studio.upright("plan", "--summary", "job.yaml").stdout
        .hasPrefix("job: 2 outputs filtered, first photos/b.jpg\n"))
    let run = try studio.upright("run", "--metrics-file", "m.prom", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(run.stderr.hasPrefix("job: 4 of 6 outputs made from 3 images, 2 filtered; "))
    #expect(try studio.text("m.prom").contains(#"upright_outputs{name="job",status="filtered"} 2"#))
    try Self.expectMade(studio)
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    let status = try studio.upright("status", "job.yaml")
    #expect(status.ending == .exit(0))
    #expect(status.stdout.hasSuffix("job: 4 of 6 outputs done, 0 stale, 0 missing, 0 failed, 2 filtered\n"))
    let again = try studio.upright("run", "job.yaml")
    #expect(again.stderr.hasPrefix("job: 0 of 6 outputs made from 3 images, 4 done before, 2 filtered; 0 B;"))
    // A run that plans says where it makes images. This one plans nothing, because no source has changed.
    let settled = try studio.upright("run", "--json", "job.yaml").stdout
    #expect(settled.contains(#""rows":6,"ok":4,"reused":4,"#) && settled.contains(#""filtered":2,"#))
    #expect(!settled.contains("isolation"))
    try studio.must("rm out/s/c.png")
    let repaired = try studio.upright("run", "job.yaml").stderr
    #expect(repaired.hasPrefix("job: 1 of 6 outputs made from 3 images, 3 done"))
  }

  @Test("Shards and their merge write the manifest of one run")
  func shards() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try Self.expectMade(studio)
    let manifest = try studio.text("job.manifest.jsonl")
    let shards = try studio.shell(
      "upright plan --out p.jsonl --shards 2 job.yaml >/dev/null && rm -r out job.manifest.jsonl && "
        + "upright run --quiet --plan p.jsonl --shard 0/2 && upright run --quiet --plan p.jsonl --shard 1/2 && "
        + "upright merge --plan p.jsonl")
    #expect(shards.ending == .exit(0))
    #expect(shards.stderr.contains("2 shards merged: 4 of 6 outputs made, 2 filtered; "))
    #expect(try studio.text("job.manifest.jsonl") == manifest)
  }

  @Test("--prune removes what was made before the picture fell out, and a lock holds the verdict")
  func prune() throws {
    let studio = try Self.studio("hash: sha256")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("echo 'where: {min_width: 40}' >>job.yaml")
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(0))
    let run = try studio.upright("run", "--locked", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(studio.folder.files().contains("out/000002-b.jpg"))
    let pruned = try studio.upright("run", "--prune", "job.yaml")
    #expect(pruned.stderr.contains("4 done before, 2 filtered, 2 pruned; "), "\(pruned.stderr)")
    try Self.expectMade(studio)
  }

  @Test("A preview says which pictures are left out, and makes none of them")
  func preview() throws {
    let studio = try Self.studio()
    let run = try studio.upright("preview", "--output", "page.html", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    let page = try studio.text("page.html")
    #expect(page.contains("<li class=\"filtered\">filtered: "))
    #expect(page.contains("6 outputs; 2 filtered"))
  }
}
