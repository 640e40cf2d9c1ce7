import Foundation
import TestSupport
import Testing

/// What a run makes again after a change of the sources.
struct ChangedSourceTests {
  private static func studio() throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\", resize: \"20,\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/c.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    return studio
  }

  /// Expects that a run makes this of `out/a.jpg` alone.
  private static func expectOnlyA(
    _ studio: Studio, images: Int = 2, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try studio.expect(
      says: "job: 1 of 2 outputs made from 2 images, 1 done before; \(try studio.size("out/a.jpg")); "
        + "manifest job.manifest.jsonl\n", files: ["job.manifest.jsonl", "out/a.jpg"], by: "run", "job.yaml",
      sourceLocation: sourceLocation)
    try studio.expectAsClean(sourceLocation: sourceLocation)
  }

  @Test("Other content")
  func content() throws {
    let studio = try Self.studio()
    try studio.add(.tagged(6, seed: 2), "photos/a.jpg")
    try Self.expectOnlyA(studio)
  }

  @Test("Another file of the same size and time")
  func replaced() throws {
    let studio = try Self.studio()
    let (first, second) = try Picture.twins()
    try studio.folder.write(first, to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let made = try studio.folder.read("out/a.jpg")
    try studio.folder.write(second, to: "twin")
    try studio.must("touch -r photos/a.jpg twin && mv twin photos/a.jpg")
    try Self.expectOnlyA(studio)
    #expect(try studio.folder.read("out/a.jpg") != made)
  }

  @Test("The same content with another time, even an older one", arguments: ["now", "1990-01-01"])
  func touched(_ time: String) throws {
    let studio = try Self.studio()
    let made = try studio.folder.read("out/a.jpg")
    try studio.must("touch -d \(time) photos/a.jpg")
    try Self.expectOnlyA(studio)
    #expect(try studio.folder.read("out/a.jpg") == made)
  }

  @Test("A source more in the middle")
  func added() throws {
    let studio = try Self.studio()
    try studio.add(.tagged(1, seed: 2), "photos/b.jpg")
    try studio.expect(
      says: "job: 1 of 3 outputs made from 3 images, 2 done before; \(try studio.size("out/b.jpg")); "
        + "manifest job.manifest.jsonl\n", files: ["job.manifest.jsonl", "out/b.jpg"], by: "run", "job.yaml")
    #expect(try studio.rows().map(\.source) == ["photos/a.jpg", "photos/b.jpg", "photos/c.jpg"])
    try studio.expectAsClean()
  }

  @Test("A source less: its row goes, what was made of it stays")
  func removed() throws {
    let studio = try Self.studio()
    try studio.must("rm photos/a.jpg")
    try studio.expect(
      says: "job: 0 of 1 output made from 1 image, 1 done before; 0 B; manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl"], by: "run", "job.yaml")
    #expect(try studio.rows().map(\.source) == ["photos/c.jpg"])
    #expect(studio.folder.files().contains("out/a.jpg"))
    try studio.expectAsClean(besides: ["out/a.jpg"])
  }

  @Test("A source that comes back is done, if it is the same file")
  func back() throws {
    let studio = try Self.studio()
    try studio.must("mv photos/a.jpg a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("mv a.jpg photos/a.jpg")
    try studio.expect(
      says: "job: 0 of 2 outputs made from 2 images, 2 done before; 0 B; manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl"], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("{index} shifts by a source more, and each output is again of its own source")
  func shifted() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{index}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/c.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.add(.tagged(1, seed: 2), "photos/b.jpg")
    try studio.expect(
      says: "job: 2 of 3 outputs made from 3 images, 1 done before; "
        + "\(try studio.size("out/000002.jpg", "out/000003.jpg")); manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/000002.jpg", "out/000003.jpg"], by: "run", "job.yaml")
    try studio.expectAsClean()
    try studio.must("rm photos/a.jpg")
    #expect(
      try studio.changes("run", "--quiet", "job.yaml").files == [
        "job.manifest.jsonl", "out/000001.jpg", "out/000002.jpg",
      ])
    try studio.expectAsClean(besides: ["out/000003.jpg"])
  }
}

extension Picture {
  /// Two files of the same size that show different pictures.
  static func twins() throws -> ([UInt8], [UInt8]) {
    let bytes = { (seed: Int, comment: Int) throws in
      var picture = Picture.tagged(1, seed: seed)
      picture.segments.append(.comment(String(repeating: "-", count: comment)))
      return try picture.jpeg()
    }
    let (first, second) = (try bytes(3, 1).count, try bytes(4, 1).count)
    return (try bytes(3, 1 + max(0, second - first)), try bytes(4, 1 + max(0, first - second)))
  }
}
