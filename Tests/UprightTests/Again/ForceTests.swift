import TestSupport
import Testing

/// `--force` and `--verify`.
struct ForceTests {
  private static func studio(_ keys: String = "isolation: process") throws -> Studio {
    let studio = try Studio("\(keys)\noutput_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    let (first, second) = try Picture.twins()
    try studio.folder.write(first, to: "photos/a.jpg")
    try studio.folder.write(second, to: "twin")
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    return studio
  }

  private static let nothing =
    "job: 0 of 2 outputs made from 2 images, 2 done before; 0 B; manifest job.manifest.jsonl\n"

  /// Expects that a run with these options makes `out/a.jpg` alone.
  private static func expectOnlyA(_ studio: Studio, _ option: String) throws {
    try studio.expect(
      says: "job: 1 of 2 outputs made from 2 images, 1 done before; \(try studio.size("out/a.jpg")); "
        + "manifest job.manifest.jsonl\n", files: ["job.manifest.jsonl", "out/a.jpg"], by: "run", option,
      "job.yaml")
    try studio.expectAsClean()
  }

  @Test("--force makes all again")
  func force() throws {
    let studio = try Self.studio()
    try studio.expect(
      says: "job: 2 of 2 outputs made from 2 images; \(try studio.size("out/a.jpg", "out/b.jpg")); "
        + "manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg"], by: "run", "--force", "job.yaml")
    try studio.expectAsClean()
    try studio.expect(says: Self.nothing, files: [], by: "run", "job.yaml")
  }

  @Test("--verify lets stand what has the bytes it had, and notes its new time")
  func touched() throws {
    let studio = try Self.studio()
    let made = try studio.folder.read("out/a.jpg")
    try studio.must("touch photos/a.jpg")
    let manifest = try studio.text("job.manifest.jsonl")
    let (run, files) = try studio.changes("run", "--verify", "job.yaml")
    #expect(run == CommandRun(.exit(0), stderr: Self.nothing))
    #expect(files == ["job.manifest.jsonl"])
    #expect(try studio.text("job.manifest.jsonl") == manifest)
    #expect(try studio.folder.read("out/a.jpg") == made)
    try studio.expect(says: Self.nothing, files: [], by: "run", "job.yaml")
  }

  @Test("--verify does so with outputs", arguments: ["touch out/a.jpg", "cp out/a.jpg x && mv x out/a.jpg"])
  func touchedOutput(_ command: String) throws {
    let studio = try Self.studio()
    try studio.must(command)
    let (run, files) = try studio.changes("run", "--verify", "job.yaml")
    #expect(run == CommandRun(.exit(0), stderr: Self.nothing))
    #expect(files.filter { $0 != "job.manifest.jsonl" } == [])
    try studio.expect(says: Self.nothing, files: [], by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("--verify takes up a tree that was copied to another place")
  func copied() throws {
    let studio = try Self.studio()
    let copy = try Studio()
    try studio.must("cp -r . \(copy.folder.path)/all")
    try copy.must("mv all/* . && mv all/.[!.]* . 2>/dev/null; rmdir all")
    let (run, files) = try copy.changes("run", "--verify", "job.yaml")
    #expect(run == CommandRun(.exit(0), stderr: Self.nothing))
    #expect(files.filter { $0 != "job.manifest.jsonl" } == [])
    try copy.expect(says: Self.nothing, files: [], by: "run", "job.yaml")
    try copy.expectAsClean()
  }

  @Test("--verify finds other bytes behind the same size, time and number")
  func changedSource() throws {
    let studio = try Self.studio()
    try studio.must("touch -r photos/a.jpg time && cat twin >photos/a.jpg && touch -r time photos/a.jpg")
    try studio.expect(says: Self.nothing, files: [], by: "run", "job.yaml")
    try Self.expectOnlyA(studio, "--verify")
  }

  @Test("--verify finds an output that was changed in secret")
  func changedOutput() throws {
    let studio = try Self.studio()
    try studio.must(
      "touch -r out/a.jpg time && printf x | dd of=out/a.jpg bs=1 seek=99 conv=notrunc status=none "
        + "&& touch -r time out/a.jpg")
    try studio.expect(says: Self.nothing, files: [], by: "run", "job.yaml")
    try Self.expectOnlyA(studio, "--verify")
  }

  @Test("--verify makes again what a change of the job asks for, and what is gone")
  func andMore() throws {
    let studio = try Self.studio()
    try studio.must("touch photos/*.jpg && rm out/a.jpg")
    try Self.expectOnlyA(studio, "--verify")
    try studio.must("sed -i '1iquality: 70' job.yaml && touch photos/*.jpg")
    try studio.expect(
      says: "job: 2 of 2 outputs made from 2 images; \(try studio.size("out/a.jpg", "out/b.jpg")); "
        + "manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/a.jpg", "out/b.jpg"], by: "run", "--verify", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("--verify without hashes is refused")
  func withoutHashes() throws {
    let studio = try Self.studio("hash: none")
    try studio.expect(
      2, says: "job.yaml: error: --verify compares hashes: set 'hash' to sha256\n", files: [],
      by: "run", "--verify", "job.yaml")
  }
}
