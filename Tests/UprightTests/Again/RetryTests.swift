import TestSupport
import Testing

/// What failed, and whether it is tried again.
struct RetryTests {
  /// A picture, and one that ends early.
  private static func studio(_ keys: String = "") throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]\n\(keys)")
    try studio.add(.tagged(1), "photos/a.jpg")
    let whole = try Picture.tagged(1, seed: 1).jpeg()
    try studio.folder.write(whole.prefix(whole.count / 2), to: "photos/b.jpg")
    return studio
  }

  private static let failure =
    "photos/b.jpg: failed: damaged image data: the file ends too early (jpeg_eof) (corrupt)\n"
  private static func again(told: Bool) -> String {
    (told ? "" : failure) + "job: 0 of 2 outputs made from 2 images, 1 done before, 1 failed"
      + (told ? ", 1 of them reported before" : "") + "; 0 B; manifest job.manifest.jsonl\n"
  }

  @Test("What failed for its content fails again without a try, until its content is another")
  func remembered() throws {
    let studio = try Self.studio()
    let first = try studio.upright("run", "job.yaml")
    #expect(
      first
        == CommandRun(
          .exit(1),
          stderr: Self.failure + "job: 1 of 2 outputs made from 2 images, 1 failed; "
            + "\(try studio.size("out/a.jpg")); manifest job.manifest.jsonl\n"))
    let journal = try studio.journal()
    try studio.expect(1, says: Self.again(told: true), files: [], by: "run", "job.yaml")
    // What is tried is noted.
    #expect(try studio.journal() == journal)
    try studio.expectAsClean()
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    try studio.expect(
      says: "job: 1 of 2 outputs made from 2 images, 1 done before; \(try studio.size("out/b.jpg")); "
        + "manifest job.manifest.jsonl\n", files: ["job.manifest.jsonl", "out/b.jpg"], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("--retry-failed tries it, and nothing else")
  func retried() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let journal = try studio.journal()
    try studio.expect(
      1, says: Self.again(told: false), files: ["job.manifest.jsonl"], by: "run", "--retry-failed", "job.yaml"
    )
    let lines = try studio.journal()
    #expect(lines.prefix(journal.count) == journal[...])
    #expect(lines.dropFirst(journal.count).map { $0.split(separator: "\t")[1] } == ["item", "end"])
    #expect(lines[journal.count].contains("\tphotos/b.jpg\t"))
    try studio.expectAsClean()
  }

  @Test("A change of the recipe tries it too", arguments: ["decode: {on_corrupt: none}", "quality: 70"])
  func otherRecipe(_ key: String) throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let journal = try studio.journal()
    try studio.must("echo '\(key)' >>job.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(key == "quality: 70" ? 1 : 0))
    #expect(try studio.journal().dropFirst(journal.count).contains { $0.contains("\titem\tphotos/b.jpg\t") })
    try studio.expectAsClean()
  }

  @Test("A picture that gets damaged fails; what was made of it stays, and is done no more")
  func damagedLater() throws {
    let studio = try Self.studio()
    let damaged = try studio.folder.read("photos/b.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let made = try studio.folder.read("out/b.jpg")
    try studio.folder.write(damaged, to: "photos/b.jpg")
    try studio.expect(
      1, says: Self.again(told: false), files: ["job.manifest.jsonl"], by: "run", "job.yaml")
    try studio.expect(1, says: Self.again(told: true), files: [], by: "run", "job.yaml")
    #expect(try studio.folder.read("out/b.jpg") == made)
    try studio.expectAsClean(besides: ["out/b.jpg"])
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    #expect(
      try studio.changes("run", "--quiet", "job.yaml").files == ["job.manifest.jsonl", "out/b.jpg"])
    try studio.expectAsClean()
  }

  @Test("What circumstances failed is tried again")
  func circumstance() throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{stem}.jpg\"}]\nlimits: {seconds_per_image: 0.000001}")
    try studio.add(.tagged(1), "photos/a.jpg")
    let late =
      "photos/a.jpg: failed: took longer than limits.seconds_per_image (timeout)\n"
      + "job: 0 of 1 output made from 1 image, 1 failed; 0 B; manifest job.manifest.jsonl\n"
    for _ in 0..<2 {
      // Trying is noted, and the manifest written anew.
      try studio.expect(1, says: late, files: ["job.manifest.jsonl"], by: "run", "job.yaml")
    }
    try studio.must("sed -i s/0.000001/60/ job.yaml")
    try studio.expect(
      says:
        "job: 1 of 1 output made from 1 image; \(try studio.size("out/a.jpg")); manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/a.jpg"], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("Failures within max_failures are forgiven each time")
  func forgiven() throws {
    let studio = try Self.studio("on_error: {max_failures: 1}")
    for _ in 0..<2 { #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0)) }
    try studio.expect(says: Self.again(told: true), files: [], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("One output of a picture can fail for its content, and be remembered alone")
  func oneOutput() throws {
    // Two decodes: the upper one ends above the damage.
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "top.jpg", crop: "0,0,64,8"}, {path: "whole.jpg", resize: "8,"}]
      """)
    let whole = try Picture.tagged(1, height: 4000).jpeg()
    // The file has an end; only who decodes so far sees that it comes too early.
    try studio.folder.write(whole.prefix(whole.count * 9 / 10) + [0, 0xFF, 0xD9], to: "photos/a.jpg")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(try studio.rows().map(\.status) == ["ok", "failed"])
    let (again, files) = try studio.changes("run", "--quiet", "--retry-failed", "job.yaml")
    #expect(again.ending == .exit(1))
    #expect(files == ["job.manifest.jsonl"])
    try studio.expectAsClean()
    try studio.must("rm out/top.jpg")
    #expect(try studio.changes("run", "--quiet", "job.yaml").files == ["job.manifest.jsonl", "out/top.jpg"])
    try studio.expectAsClean()
  }
}
