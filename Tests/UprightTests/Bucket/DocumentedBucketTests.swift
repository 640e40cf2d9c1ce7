import Foundation
import TestSupport
import Testing

/// The first job of `docs/remote.md`.
@Suite("The documented job between buckets", .enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct DocumentedBucketTests {
  @Test("It runs as it stands there")
  func runs() throws {
    let page = try String(contentsOfFile: "\(PackageRoot.path)/docs/remote.md", encoding: .utf8)
    let job = try #require(page.components(separatedBy: "```yaml\n").dropFirst().first)
    let studio = try OutputStudio(pictures: 0)
    try studio.studio.folder.write(job.components(separatedBy: "```")[0], to: "thumbnails.yaml")
    for key in ["originals/a.jpg", "originals/may/b.jpg", "originals/may/c.png", "other/d.jpg"] {
      studio.bucket.put(key, try Picture.tagged(1, width: 640, height: 480).jpeg())
    }
    let run = try studio.upright("run", "--quiet", "thumbnails.yaml")
    #expect(run == CommandRun(.exit(0)))
    let made = studio.bucket.now.puts.sorted()
    #expect(
      made == ["a-512.jpg", "may/b-512.jpg", "thumbnails.manifest.jsonl"].map { "thumbnails/\($0)" })
    let thumbnail = studio.bucket.now.objects["thumbnails/may/b-512.jpg"]?.bytes ?? []
    #expect(thumbnail.starts(with: [0xFF, 0xD8]))
  }
}
