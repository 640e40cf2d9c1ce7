import Foundation
import TestSupport
import Testing

/// Shards of jobs whose sources are members of archives.
struct ShardedArchiveTests {
  private static let keys = "output_root: out\noutputs: [{path: '{stem}.png'}]"

  /// A tar of equal pictures with these names.
  private static func tar(_ names: [String]) throws -> [UInt8] {
    var tar = TarBuilder()
    for name in names { tar.add(name, try Picture().jpeg()) }
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
}
