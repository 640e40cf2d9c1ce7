import Foundation
import Parquet
import TestSupport
import Testing

/// Jobs whose sources lie in archives and Parquet files in a bucket.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl isn't installed"))
struct BucketArchiveTests {
  /// A bucket with files, which lie in the job's folder too.
  private static func studio(_ files: [String: [UInt8]]) throws -> BucketStudio {
    let studio = try BucketStudio()
    for (key, bytes) in files {
      studio.bucket.put(key, bytes)
      try studio.studio.folder.write(bytes, to: key)
    }
    return studio
  }

  /// A Parquet file of pictures, with their names.
  private static func parquet(_ names: [String]) throws -> [UInt8] {
    var writer = try ParquetWriter([ParquetField("key", .text)])
    for (number, name) in names.enumerated() {
      try writer.add(picture: try Picture.tagged(6, seed: number).jpeg()[...], path: nil, [.text(name)])
    }
    let start = writer.take()
    return start + (try writer.finish())
  }

  /// Runs `sources` with files of this machine and with those of the bucket. Their outputs and rows must be the same.
  private static func compare(_ studio: BucketStudio, _ sources: (String) -> String, rows count: Int) throws {
    for (name, prefix) in [("local", ""), ("remote", "s3://photos/")] {
      try studio.studio.job(
        """
        sources: \(sources(prefix))
        exclude: ["**/out.jpg"]
        output_root: out
        outputs: [{path: "\(name)/{dir}/{id}-{index}.jpg", resize: {width: 9}}]
        """, "\(name).yaml")
      let run = try studio.upright("run", "--quiet", "\(name).yaml")
      #expect(run == CommandRun(.exit(0)), "\(run.stderr)")
    }
    let rows = try ["local", "remote"].map { try studio.studio.rows("\($0).manifest.jsonl") }
    #expect(rows[0].count == count)
    #expect(rows[0].map { "s3://photos/" + $0.source } == rows[1].map(\.source))
    #expect(rows[0].map(\.source_sha256) == rows[1].map(\.source_sha256))
    #expect(rows[0].map(\.output_sha256) == rows[1].map(\.output_sha256))
    #expect(
      rows[0].map { $0.output?.replacingOccurrences(of: "local/", with: "remote/") } == rows[1].map(\.output))
  }

  @Test("Patterns of archives and Parquet files in a bucket give what they give of files")
  func patterns() throws {
    let members = try WebArchiveStudio.members()
    let studio = try Self.studio([
      "sets/a-1.tar": WebArchiveStudio.tar(members + [("img/out.jpg", members[0].1)]),
      "sets/a-2.tar": WebArchiveStudio.tar([("z.jpg", members[0].1)]),
      "sets/b.zip": try WebArchiveStudio.zip(members, deflated: true),
      "sets/deep/c.tar": WebArchiveStudio.tar(members), "sets/p-1.parquet": try Self.parquet(["one", "two"]),
      "sets/p-2.parquet": try Self.parquet(["three"]),
    ])
    let sources = { (prefix: String) in
      """
      [{archive: '\(prefix)sets/a-*.tar', members: 'img/**/*.jpg'}, {archive: '\(prefix)sets/*.zip'},
        {parquet: '\(prefix)sets/*.parquet', id: key}]
      """
    }
    try Self.compare(studio, sources, rows: 8)
    // The listing tells the versions, so the first request for an archive has a condition.
    #expect(studio.reads.allSatisfy { $0.header("if-match") != nil && $0.header("range") != nil })
    #expect(!studio.reads.contains { $0.target.contains("deep") })
    let rows = try studio.studio.rows("remote.manifest.jsonl")
    #expect(rows.last?.source == "s3://photos/sets/p-2.parquet::image/0")
    #expect(rows.last?.id == "three")
  }

  @Test("All commands take members of a bucket's archives")
  func commands() throws {
    let studio = try Self.studio(["sets/a.tar": WebArchiveStudio.tar(try WebArchiveStudio.members())])
    try studio.studio.job(
      """
      sources: [{archive: "s3://photos/sets/*.tar"}]
      output_root: out
      outputs: [{path: "{stem}.jpg", resize: {width: 9}}]
      """)
    for (arguments, status) in [
      ("plan --out job.plan --shards 2 job.yaml", 0), ("run --plan job.plan --shard 0/2", 0),
      ("run --plan job.plan --shard 1/2", 0), ("merge --plan job.plan", 0),
      ("verify job.manifest.jsonl", 0), ("lock job.yaml", 0), ("run --locked --verify job.yaml", 0),
      ("run --only s3://photos/sets/a.tar::a.jpg job.yaml", 0),
    ] as [(String, Int32)] {
      let run = try studio.upright(list: arguments.split(separator: " ").map(String.init))
      #expect(run.ending == .exit(status), "\(arguments): \(run.stderr)")
    }
    #expect(try studio.studio.rows().map(\.status) == ["ok", "ok", "ok"])
  }

  @Test("A pattern of archives without a match is an error, and says how to go on")
  func unmatched() throws {
    let studio = try Self.studio([:])
    try studio.studio.job("sources: [{archive: 's3://photos/none'}]\noutputs: [{path: '{stem}.jpg'}]")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.contains(
        "'s3://photos/none' matches no object; for all objects below it, write 's3://photos/none/**/*.tar'"),
      "\(run.stderr)")
  }
}
