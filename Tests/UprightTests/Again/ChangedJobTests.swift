import Foundation
import TestSupport
import Testing

/// What a run makes again after a change of the job file.
struct ChangedJobTests {
  private static func studio(_ keys: String) throws -> Studio {
    let studio = try Studio("output_root: out\n" + keys)
    try studio.add(.tagged(6), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    return studio
  }

  private func change(_ studio: Studio, _ old: String, to new: String) throws {
    let text = try studio.text("job.yaml")
    #expect(text.contains(old))
    try studio.folder.write(text.replacing(old, with: new), to: "job.yaml")
  }

  private static let two =
    "outputs: [{path: \"l/{stem}.jpg\", quality: 80}, {path: \"s/{stem}.jpg\", resize: \"9,\"}]"

  @Test("A comment: nothing is made, and the manifest has the new file's hash")
  func comment() throws {
    let studio = try Self.studio(Self.two)
    let rows = try studio.rows()
    let old = try studio.sha256("job.yaml")
    try change(studio, "version: 1", to: "version: 1 # of the format")
    try studio.expect(
      says: "job: 0 of 4 outputs made from 2 images, 4 done before; 0 B; manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl"], by: "run", "job.yaml")
    #expect(try studio.rows() == rows)
    let manifest = try studio.text("job.manifest.jsonl")
    #expect(manifest.ranges(of: "\"job_sha256\":\"\(try studio.sha256("job.yaml"))\"").count == 4)
    #expect(!manifest.contains(old))
    try studio.expectAsClean()
  }

  @Test("One output's quality: the other stays")
  func quality() throws {
    let studio = try Self.studio(Self.two)
    try change(studio, "80", to: "81")
    try studio.expect(
      says: "job: 2 of 4 outputs made from 2 images, 2 done before; "
        + "\(try studio.size("out/l/a.jpg", "out/l/b.jpg")); manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/l/a.jpg", "out/l/b.jpg"], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("One output's size, and with it the decode that both share: both are made")
  func sharedDecode() throws {
    let studio = try Self.studio(
      "outputs: [{path: \"l/{stem}.jpg\", resize: \"12,\"}, {path: \"s/{stem}.jpg\", resize: \"6,\"}]")
    let rows = { (scale: Int) throws in
      try studio.text("job.manifest.jsonl").ranges(of: "\"scale\":\"\(scale)/8\"").count
    }
    // 12 with 1.6 samples each are 19.2: 3/8 of 64 pixels, 4/8 of 48; 6 alone would be 2/8; 38 is 8/8.
    #expect([try rows(3), try rows(4)] == [2, 2])
    try change(studio, "12,", to: "38,")
    try studio.expect(
      says: "job: 4 of 4 outputs made from 2 images; "
        + "\(try studio.size("out/l/a.jpg", "out/l/b.jpg", "out/s/a.jpg", "out/s/b.jpg")); "
        + "manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/l/a.jpg", "out/l/b.jpg", "out/s/a.jpg", "out/s/b.jpg"],
      by: "run", "job.yaml")
    #expect(try rows(8) == 4)
    try studio.expectAsClean()
  }

  @Test("An output more")
  func moreOutputs() throws {
    let studio = try Self.studio(Self.two)
    try change(studio, "outputs: [", to: "outputs: [{path: \"{id}.jpg\", crop: square, resize: \"10,\"}, ")
    try studio.expect(
      says: "job: 2 of 6 outputs made from 2 images, 4 done before; "
        + "\(try studio.size("out/a.jpg", "out/b.jpg")); manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg"], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("An output less: what it was stays, and comes back as done")
  func lessOutputs() throws {
    let studio = try Self.studio(Self.two)
    let whole = try studio.text("job.yaml")
    try change(studio, ", {path: \"s/{stem}.jpg\", resize: \"9,\"}", to: "")
    let (run, files) = try studio.changes("run", "--quiet", "job.yaml")
    #expect(run == CommandRun(.exit(0)))
    #expect(files == ["job.manifest.jsonl"])
    try studio.expectAsClean(besides: ["out/s/a.jpg", "out/s/b.jpg"])
    try studio.folder.write(whole, to: "job.yaml")
    #expect(try studio.changes("run", "--quiet", "job.yaml").files == ["job.manifest.jsonl"])
    try studio.expectAsClean()
  }

  @Test(
    "Keys that shape no bytes",
    arguments: [
      "isolation: none", "durability: each", "existing: keep", "limits: {seconds_per_image: 20}",
      "on_error: {max_failures: 3}", "exclude: [none.jpg]",
    ])
  func shapeless(_ key: String) throws {
    let studio = try Self.studio(Self.two)
    try change(studio, "output_root", to: key + "\noutput_root")
    let (run, files) = try studio.changes("run", "--quiet", "job.yaml")
    #expect(run == CommandRun(.exit(0)))
    #expect(files == ["job.manifest.jsonl"])
    try studio.expectAsClean()
  }

  @Test(
    "Keys that shape bytes, or what the manifest says of them",
    arguments: [
      "orientation: ignore", "crop: square", "metadata: {keep: [exif]}", "chroma: \"4:4:4\"",
      "progressive: true",
      "optimize: true", "hash: none", "decode: {oversample: 4}", "decode: {on_corrupt: none}",
      "decode: {verify: full}",
    ])
  func shaping(_ key: String) throws {
    let studio = try Self.studio("outputs: [{path: \"{stem}.jpg\", resize: \"9,\"}]")
    try change(studio, "output_root", to: key + "\noutput_root")
    let (run, files) = try studio.changes("run", "--quiet", "job.yaml")
    #expect(run == CommandRun(.exit(0)))
    #expect(files == ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg"])
    try studio.expectAsClean()
  }
}
