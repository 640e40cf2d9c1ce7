import Foundation
import TestSupport
import Testing

/// Shards of jobs whose sources are members of archives.
struct ShardedArchiveTests {
  private static let keys = "output_root: out\noutputs: [{path: '{stem}.png'}]"

  /// A tar of equal pictures with these names, and of `gap` bytes in the middle, which hardly can be compressed.
  private static func tar(_ names: [String], gap: Int = 0) throws -> [UInt8] {
    var tar = TarBuilder()
    for (place, name) in names.enumerated() {
      if gap > 0 && place == names.count / 2 {
        var random = SplitMix64(seed: 5)
        // Gzip looks 32 KiB back. Bytes of 6 bits get codes of Deflate.
        let piece = (0..<8192).flatMap { _ in ZipBuilder.number(random.next() & 0x3F3F_3F3F_3F3F_3F3F) }
        tar.add("gap.bin", Array(repeating: piece, count: gap / piece.count).flatMap { $0 })
      }
      tar.add(name, try Picture().jpeg())
    }
    tar.end()
    return tar.bytes
  }

  @Test("Each shard takes neighbouring members")
  func neighbours() throws {
    let studio = try Studio(Self.keys, sources: "[{archive: '*.tar'}]")
    for archive in ["x", "y"] {
      try studio.folder.write(try Self.tar((0..<6).map { "\(archive)\($0).jpg" }), to: "\(archive).tar")
    }
    let plan = try studio.upright("plan", "--out", "plan.jsonl", "--shards", "3", "job.yaml")
    #expect(plan.stdout == "plan.jsonl: 12 sources, 12 outputs in 3 shards, the largest 1.00 of the mean\n")
    // The file has one shard after the other, four members each.
    let names = try studio.text("plan.jsonl").matches(of: /"source":"[xy].tar::([^"]*).jpg"/).map(\.1)
    #expect(names == ["x", "y"].flatMap { name in (0..<6).map { "\(name)\($0)" } })
  }

  @Test("Shards that neighbours would make uneven get members one by one")
  func uneven() throws {
    let studio = try Studio(Self.keys, sources: "[{archive: x.tar}]")
    // Equal members, two of five to a shard at most.
    try studio.folder.write(try Self.tar((0..<5).map { "\($0).jpg" }), to: "x.tar")
    let plan = try studio.upright("plan", "--out", "plan.jsonl", "--shards", "3", "job.yaml")
    #expect(plan.stdout == "plan.jsonl: 5 sources, 5 outputs in 3 shards, the largest 1.20 of the mean\n")
    let names = try studio.text("plan.jsonl").matches(of: /"source":"x.tar::([^"]*).jpg"/).map(\.1)
    #expect(names == ["0", "3", "1", "4", "2"])
  }

  @Test("A shard of a compressed tar begins to unpack in the middle")
  func middle() throws {
    let studio = try Studio(Self.keys, sources: "[{archive: x.tgz}]")
    let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
    let packed = try GzipProgram.compressed(try Self.tar(names, gap: 12 << 20))
    try studio.folder.write(packed, to: "x.tgz")
    let plan = try studio.upright("plan", "--out", "plan.jsonl", "--shards", "2", "job.yaml")
    #expect(plan.ending == .exit(0), "\(plan.stderr)")
    // A merge that comes too early leaves the indexes.
    #expect(try studio.upright("merge", "--quiet", "--plan", "plan.jsonl").ending == .exit(75))
    // No unpacking gets beyond these bytes.
    try studio.overwrite("x.tgz", at: packed.count / 4, count: 64 << 10)
    let run = { (shard: Int) in
      try studio.changes("run", "--quiet", "--plan", "plan.jsonl", "--shard", "\(shard)/2")
    }
    for (shard, names) in [(1, ["out/c.png", "out/d.png"]), (0, ["out/a.png", "out/b.png"])] {
      let (end, files) = try run(shard)
      #expect(end == CommandRun(.exit(0)))
      #expect(files.filter { $0.hasSuffix(".png") } == names)
    }
    #expect(try studio.upright("merge", "--quiet", "--plan", "plan.jsonl") == CommandRun(.exit(0)))
    try studio.must("rm -r out/.upright/job/archives")
    #expect(try run(1).run.ending == .exit(2))
  }
}
