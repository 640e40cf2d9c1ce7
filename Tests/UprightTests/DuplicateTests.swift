import Foundation
import TestSupport
import Testing

/// `where: {not_duplicate: ...}` as users see it.
struct DuplicateTests {
  @Test("Copies of a picture are filtered, whatever --jobs, --only and shards")
  func copies() throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{stem}.jpg\"}]\nwhere: {not_duplicate: {of: job, distance: 4}}")
    // A picture, the same one in worse quality, and another one.
    for (name, quality) in [("a", 90), ("b", 70)] {
      var jpeg = TestJPEG(.ycbcr)
      jpeg.quality = quality
      try studio.folder.write(
        jpeg.file(.noisy(width: 256, height: 192)), to: "photos/\(name).jpg")
    }
    try studio.add(Picture(width: 64, height: 200, isGrey: true, seed: 60), "photos/c.jpg")
    #expect(try studio.upright("run", "--quiet", "--jobs", "1", "job.yaml") == CommandRun(.exit(0)))
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["ok", "filtered", "ok"])
    let message = try #require(rows[1].error?.message)
    #expect(message.hasPrefix("it looks like 'photos/a.jpg': their phash differs in "))
    let manifest = try studio.text("job.manifest.jsonl")
    // A run of `b` alone still knows `a`.
    let only = try studio.upright("run", "--only", "photos/b.jpg", "job.yaml")
    #expect(only.stderr.hasPrefix("job: 0 of 1 output made from 1 image, 1 filtered; "), "\(only.stderr)")
    let shards = try studio.shell(
      "upright plan --jobs 2 --out p.jsonl --shards 2 job.yaml >/dev/null; rm -r out job.manifest.jsonl; "
        + "for i in 1 0; do upright run --quiet --plan p.jsonl --shard $i/2; done; upright merge --quiet --plan p.jsonl"
    )
    #expect(shards.ending == .exit(0), "\(shards.stderr)")
    #expect(try studio.text("job.manifest.jsonl") == manifest)
  }
}
