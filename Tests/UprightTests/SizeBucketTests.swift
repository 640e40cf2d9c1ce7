import TestSupport
import Testing

/// Buckets of sizes for training.
struct SizeBucketTests {
  @Test("Each picture gets the size of its bucket as shown, and the plan counts them")
  func run() throws {
    let studio = try Studio(
      """
      output_root: out
      buckets: {area: 64x64, step: 16, batch: 2}
      outputs: [{path: "{bucket}/{stem}.jpg"}, {path: "small/{stem}.jpg", resize: "8,"}]
      """)
    // 64 x 64 in steps of 16: 32x128, 48x80, 64x64, 80x48, 128x32. A picture that is stored lying is shown upright.
    for (name, width, height, tag) in [
      ("a", 60, 60, 1), ("b", 90, 50, 1), ("c", 90, 50, 6), ("d", 55, 50, 1), ("e", 70, 72, 3),
    ] as [(String, Int, Int, UInt8)] {
      try studio.add(.tagged(tag, width: width, height: height), "photos/\(name).jpg")
    }
    let plan = try studio.upright("plan", "--summary", "job.yaml")
    #expect(
      plan.stdout.hasPrefix(
        """
        bucket 48x80: 1 output, batches of 2: 1, the last has 1
        bucket 64x64: 3 outputs, batches of 2: 2, the last has 1
        bucket 80x48: 1 output, batches of 2: 1, the last has 1
        job: 5 sources, 10 outputs
        """))
    let header = try studio.upright("plan", "--json", "job.yaml").stdout.prefix { $0 != "\n" }
    #expect(header.contains(#""buckets":[{"output":1,"size":[48,80],"outputs":1,"batches":1,"last":1},"#))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let rows = try studio.rows().filter { $0.output?.hasPrefix("small") == false }
    #expect(
      rows.map(\.output) == ["64x64/a.jpg", "80x48/b.jpg", "48x80/c.jpg", "64x64/d.jpg", "64x64/e.jpg"])
    #expect(rows.map(\.output_size) == [[64, 64], [80, 48], [48, 80], [64, 64], [64, 64]])
    #expect(rows.allSatisfy { $0.warnings.isEmpty })
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
  }

  /// The groups of `a`, `g` and `h` have hashes in the upper half of all numbers, as in ``SplitTests``.
  @Test("The plan counts the batches of each split")
  func splits() throws {
    let studio = try Studio(
      """
      output_root: out
      split: {train: 50%, a-test: 50%}
      buckets: {sizes: [16x16, 32x16], batch: 2}
      outputs: [{path: "{split}/{stem}.jpg"}]
      """)
    for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
      try studio.add(.tagged(1, width: name == "h" ? 80 : 40, height: 40), "photos/\(name).jpg")
    }
    #expect(
      try studio.upright("plan", "--summary", "job.yaml").stdout.hasPrefix(
        """
        bucket 16x16 of split 'train': 5 outputs, batches of 2: 3, the last has 1
        bucket 16x16 of split 'a-test': 2 outputs, batches of 2: 1, the last has 2
        bucket 32x16 of split 'a-test': 1 output, batches of 2: 1, the last has 1
        job: 8 sources, 8 outputs
        """))
    let header = try studio.upright("plan", "--json", "job.yaml").stdout.prefix { $0 != "\n" }
    #expect(
      header.contains(
        #""buckets":[{"output":1,"size":[16,16],"split":"train","outputs":5,"batches":3,"last":1},"#))
  }

  private static func status(_ studio: Studio) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try studio.rows().map { ($0.source, $0.status) })
  }

  /// Of five pictures in one bucket and one in another, two batches of two stay. coreutils computes the hash of each
  /// picture's name, id and page: the picture with the greatest one falls out.
  @Test("The pictures beyond whole batches are filtered, whatever the order of the sources")
  func tails() throws {
    let studio = try Studio()
    let outputs = """
      output_root: out
      buckets: {sizes: [16x16, 32x16], batch: 2, tail: drop}
      on_error: {max_failures: 1}
      outputs: [{path: "{stem}.jpg"}]
      """
    let names = ["a", "b", "c", "d", "e"]
    for name in names { try studio.add(.tagged(1, width: 40, height: 40), "photos/\(name).jpg") }
    try studio.add(.tagged(1, width: 80, height: 40), "photos/wide.jpg")
    try studio.folder.write("no picture", to: "photos/text.jpg")
    try studio.job("sources: [\"photos/*\"]\n\(outputs)")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let status = try Self.status(studio)
    let numbers = try names.map { name in
      (try studio.shell("printf 'photos/\(name).jpg\\n\(name)\\n0' | sha256sum").stdout, name)
    }
    let last = numbers.sorted { $0.0 < $1.0 }[4].1
    let filtered = status.filter { $0.value == "filtered" }
    #expect(filtered.keys.sorted() == ["photos/\(last).jpg", "photos/wide.jpg"])
    #expect(status["photos/text.jpg"] == "failed")
    let row = try #require(try studio.rows().first { $0.source == "photos/\(last).jpg" })
    #expect(
      row.error?.message
        == "its bucket 16x16 has 5 pictures, and buckets.tail drops those beyond whole batches of 2")
    #expect(
      try studio.upright("plan", "--summary", "job.yaml").stdout.contains(
        "\nbucket 16x16: 4 outputs, batches of 2: 2, the last has 2\njob: "))
    // A single file first, and then the others: another order, and the same verdict.
    try studio.job("sources: [\"photos/d.jpg\", \"photos/*\"]\n\(outputs)")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(try Self.status(studio) == status)
  }
}
