import Foundation
import TestSupport
import Testing

/// Manifests of second runs: the bytes of a clean run's, whatever was there before.
struct LaterManifestTests {
  /// The job's only state: what is in `out` and the manifest.
  private static func expectAsClean(_ studio: Studio) throws {
    let manifest = try studio.text("job.manifest.jsonl")
    try FileManager.default.removeItem(atPath: studio.folder.path("out"))
    _ = try studio.upright("run", "--quiet", "job.yaml")
    #expect(try studio.text("job.manifest.jsonl") == manifest)
  }

  @Test("A source that stays refused has the size that it has now")
  func refusedSource() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(Picture(), "photos/a.jpg")
    try studio.folder.write("words", to: "photos/b.jpg")
    _ = try studio.upright("run", "--quiet", "job.yaml")
    try studio.folder.write("more words", to: "photos/b.jpg")
    _ = try studio.upright("run", "--quiet", "job.yaml")
    #expect(try studio.text("job.manifest.jsonl").contains(#""source_bytes":10,"#))
    try Self.expectAsClean(studio)
  }

  @Test("A source that nothing is made of any more has no hash")
  func unmakeable() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(Picture(), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.job(
      "sources: [\"photos/*.jpg\"]\noutput_root: out\noutputs: [{path: \"{stem}.jpg\", crop: \"9000,0,1,1\"}]"
    )
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map(\.source_sha256) == [nil])
    try Self.expectAsClean(studio)
  }

  @Test("What a job that stops did not come to isn't done, whatever it was before")
  func stopped() throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{stem}.jpg\"}]\non_error: {policy: stop}")
    for name in ["a", "b", "c"] { try studio.add(Picture(), "photos/\(name).jpg") }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try FileManager.default.removeItem(atPath: studio.folder.path("out/c.jpg"))
    try studio.folder.write(Array(try studio.folder.read("photos/a.jpg").dropLast(200)), to: "photos/a.jpg")
    for _ in 0..<2 {
      #expect(try studio.upright("run", "--quiet", "--jobs", "1", "job.yaml").ending == .exit(1))
      #expect(try studio.rows().map(\.status) == ["failed", "ok", "skipped"])
      #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == ["out/a.jpg", "out/b.jpg"])
    }
  }

  @Test("A time of the far future is one like others")
  func farTime() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(Picture(), "photos/a.jpg")
    // In 2350; where the file system has no room for it, it is the last time that has.
    #expect(
      try studio.shell("touch -d @12000000000 photos/a.jpg && upright run --quiet job.yaml").ending
        == .exit(0))
    #expect(
      try studio.upright("run", "job.yaml").stderr
        == "job: 0 of 1 output made from 1 image, 1 done before; 0 B; manifest job.manifest.jsonl\n")
  }
}
