import Foundation
import TestSupport
import Testing

/// Objects whose names have a hash of their own bytes.
@Suite("Names by content in a bucket", .enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct ContentNamesInBucketTests {
  @Test("A lost state is recovered from the manifest, and other bytes get another name")
  func recovered() throws {
    let studio = try OutputStudio(pictures: 2)
    let job = { (quality: Int) in
      try studio.studio.job(
        """
        sources: ["photos/*.jpg"]
        output_root: s3://photos/out
        outputs: [{path: "{stem}-{content8}.jpg", quality: \(quality)}]
        """)
    }
    try job(90)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let first = studio.objects().filter { $0.key.hasSuffix(".jpg") }
    #expect(first.count == 2)
    for (path, bytes) in first {
      #expect(path.dropFirst(4).prefix(8) == (try studio.studio.sha256(of: bytes)).prefix(8))
    }
    try FileManager.default.removeItem(atPath: studio.studio.folder.path(".upright"))
    let before = studio.bucket.requests.count
    let run = try studio.upright("run", "job.yaml")
    #expect(run.stderr.contains("2 outputs in 's3://photos/out' stay, as the manifest says"), "\(run.stderr)")
    #expect(studio.paths("PUT", since: before).filter { $0.hasSuffix(".jpg") } == [])
    try job(40)
    let changed = try studio.upright("run", "--prune", "job.yaml")
    #expect(changed.stderr.contains("2 of 2 outputs made from 2 images, 2 pruned;"), "\(changed.stderr)")
    let second = studio.objects().filter { $0.key.hasSuffix(".jpg") }
    #expect(second.count == 2 && Set(second.keys).isDisjoint(with: first.keys))
    let verify = try studio.upright("verify", "s3://photos/out/job.manifest.jsonl", "--job", "job.yaml")
    #expect(verify.ending == .exit(0), "\(verify.stdout)\(verify.stderr)")
  }
}
