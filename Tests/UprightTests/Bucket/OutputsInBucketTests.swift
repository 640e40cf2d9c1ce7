import Foundation
import TestSupport
import Testing

/// Jobs whose outputs go to a bucket.
@Suite("Outputs in a bucket", .enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct OutputsInBucketTests {
  @Test(
    "Outputs are those of a folder, and the manifest lies beside them", arguments: ["none", "batch", "each"])
  func sameAsFolder(_ durability: String) throws {
    let studio = try OutputStudio("durability: \(durability)")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(run.stderr.contains("manifest s3://photos/out/job.manifest.jsonl"))
    var objects = studio.objects()
    let manifest = String(decoding: objects.removeValue(forKey: "job.manifest.jsonl") ?? [], as: UTF8.self)
    #expect(objects == (try studio.files()))
    #expect(manifest.split(separator: "\n").count == 12)
    let fields = studio.bucket.now.objects["out/small/p00.png"]?.fields ?? [:]
    #expect(fields["content-type"] == "image/png")
    let sum = try studio.studio.sha256(of: objects["small/p00.png"] ?? [])
    #expect(fields["x-amz-meta-upright-sha256"] == sum)
    let state = try FileManager.default.contentsOfDirectory(
      atPath: studio.studio.folder.path(".upright/job"))
    #expect(state.sorted() == ["journal", "lock", "tmp"])
    #expect(try studio.studio.text(".upright/.gitignore") == "*\n")
    #expect(studio.studio.temporaries() == [])
  }

  @Test("A run over finished outputs lists the bucket, and asks for no object")
  func unchanged() throws {
    let studio = try OutputStudio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let before = studio.bucket.requests.count
    let run = try studio.upright("run", "job.yaml")
    #expect(run.stderr.contains("0 of 12 outputs made from 6 images, 12 done before"), "\(run.stderr)")
    #expect(studio.bucket.requests.dropFirst(before).allSatisfy { $0.target.contains("list-type=2") })
    #expect(try studio.upright("status", "job.yaml").stdout.contains("12 of 12 outputs done"))
  }

  @Test("Lost and changed objects are put again, and no others")
  func changed() throws {
    let studio = try OutputStudio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let objects = studio.objects()
    studio.bucket.change { contents in contents.objects["out/p01.jpg"] = nil }
    studio.bucket.put("out/small/p02.png", [1, 2, 3])
    let before = studio.bucket.requests.count
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(
      Set(studio.paths("PUT", since: before)) == [
        "out/p01.jpg", "out/small/p02.png", "out/job.manifest.jsonl",
      ])
    #expect(studio.objects() == objects)
  }

  @Test("'existing' keeps the objects of others, or refuses the job")
  func existing() throws {
    let studio = try OutputStudio("existing: error")
    studio.bucket.put("out/p03.jpg", [7])
    let refused = try studio.upright("run", "job.yaml")
    #expect(refused.ending == .exit(2))
    #expect(
      refused.stderr.contains("'p03.jpg' is there already, and this job did not make it"), "\(refused.stderr)"
    )
    #expect(studio.bucket.now.puts.isEmpty)
    try studio.job("existing: keep")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(studio.bucket.now.objects["out/p03.jpg"]?.bytes == [7])
    #expect(studio.objects().count == 13)
  }

  @Test("An object that appears during the run stays with 'existing: keep'")
  func appears() throws {
    let studio = try OutputStudio("existing: keep") { request in
      request.method == "PUT" && request.target.hasSuffix("p03.jpg")
        ? .instead(.storeError(412, "PreconditionFailed")) : nil
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let manifest = String(decoding: studio.objects()["job.manifest.jsonl"] ?? [], as: UTF8.self)
    let row = try #require(manifest.split(separator: "\n").first { $0.contains("\"p03.jpg\"") })
    #expect(row.contains("\"status\":\"skipped\""))
  }

  @Test("'--prune' removes the objects that the job makes no more")
  func prune() throws {
    let studio = try OutputStudio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    studio.bucket.put("out/foreign.jpg", [1])
    studio.bucket.put("out/p01.jpg", [1])
    for name in ["p00", "p01"] {
      try FileManager.default.removeItem(atPath: studio.studio.folder.path("photos/\(name).jpg"))
    }
    #expect(try studio.upright("run", "--quiet", "--prune", "job.yaml") == CommandRun(.exit(0)))
    let names = Set(studio.objects().keys)
    #expect(names.isDisjoint(with: ["p00.jpg", "small/p00.png", "small/p01.png"]))
    #expect(names.isSuperset(of: ["foreign.jpg", "p01.jpg", "p02.jpg"]))
  }

  @Test("'verify' reads the manifest and the outputs in the bucket")
  func verify() throws {
    let studio = try OutputStudio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let arguments = ["verify", "s3://photos/out/job.manifest.jsonl", "--job", "job.yaml"]
    let fine = try studio.upright(arguments[0], arguments[1], arguments[2], arguments[3])
    #expect(fine.ending == .exit(0), "\(fine.stderr)")
    #expect(fine.stdout.contains("12 outputs"))
    let bytes = try #require(studio.bucket.now.objects["out/p02.jpg"]?.bytes)
    studio.bucket.put("out/p02.jpg", bytes.dropLast() + [bytes.last.map { $0 ^ 1 } ?? 0])
    let found = try studio.upright(arguments[0], arguments[1], arguments[2], arguments[3])
    #expect(found.ending == .exit(1))
    #expect(found.stdout.contains("p02.jpg"))
    let again = try studio.upright("run", "--verify", "job.yaml")
    #expect(again.stderr.contains("1 of 12 outputs made"), "\(again.stderr)")
  }

  @Test("Shards and their merge make what one run makes")
  func shards() throws {
    let studio = try OutputStudio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let whole = studio.objects()
    studio.bucket.change { $0.objects = [:] }
    try FileManager.default.removeItem(atPath: studio.studio.folder.path(".upright"))
    #expect(try studio.upright("plan", "--out", "job.plan", "--shards", "2", "job.yaml").ending == .exit(0))
    for shard in ["0/2", "1/2"] {
      let run = try studio.upright("run", "--quiet", "--plan", "job.plan", "--shard", shard)
      #expect(run.ending == .exit(0), "\(run.stderr)")
    }
    #expect(studio.objects()["job.manifest.jsonl"] == nil)
    let merge = try studio.upright("merge", "--quiet", "--plan", "job.plan")
    #expect(merge.ending == .exit(0), "\(merge.stderr)")
    #expect(studio.objects() == whole)
    let before = studio.bucket.requests.count
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(studio.paths("PUT", since: before).allSatisfy { $0 == "out/job.manifest.jsonl" })
  }

  @Test("A Croissant description can't name files in a bucket, and says so")
  func croissant() throws {
    let studio = try OutputStudio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.studio.folder.write(studio.objects()["job.manifest.jsonl"] ?? [], to: "job.manifest.jsonl")
    let croissant = try studio.upright("croissant", "job.manifest.jsonl")
    #expect(croissant.ending == .exit(2))
    #expect(
      croissant.stderr.contains("croissant can't work with outputs in a bucket"), "\(croissant.stderr)")
  }

  @Test(
    "A place that no output can have is refused",
    arguments: [
      "s3://photos/a//b", "s3://photos/../a", "s3://p", "s3:///a", "https://photos.example.org/out",
    ])
  func places(_ place: String) throws {
    let studio = try OutputStudio()
    let text = try studio.studio.text("job.yaml").replacingOccurrences(of: "s3://photos/out", with: place)
    try studio.studio.folder.write(text, to: "job.yaml")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.contains("job.yaml:3:14"), "\(run.stderr)")
    #expect(studio.bucket.requests.isEmpty)
  }

  @Test(
    "An output that a pattern of the job would find as a source is refused, and so are equal outputs of two jobs"
  )
  func collisions() throws {
    let studio = try OutputStudio()
    studio.bucket.put("in/a.jpg", try Picture.tagged(1).jpeg())
    try studio.studio.job(
      "sources: ['s3://photos/**/*.jpg']\noutput_root: s3://photos/out\noutputs: [{path: '{stem}.jpg'}]",
      "own.yaml")
    let own = try studio.upright("run", "own.yaml")
    #expect(own.ending == .exit(2))
    #expect(own.stderr.contains("'a.jpg' would be a source of the next run"), "\(own.stderr)")
    try studio.studio.job(
      "sources: ['s3://photos/in/*.jpg']\noutput_root: s3://photos/in\noutputs: [{path: '{stem}.jpg'}]",
      "over.yaml")
    #expect(try studio.upright("run", "over.yaml").ending == .exit(2))
    try studio.job("", name: "second")
    let both = try studio.upright("run", "job.yaml", "second.yaml")
    #expect(both.ending == .exit(2))
    #expect(both.stderr.contains("is an output of job.yaml too"), "\(both.stderr)")
    #expect(studio.bucket.now.puts.isEmpty)
  }
}

extension Studio {
  /// SHA-256 of bytes in hexadecimal, by coreutils.
  func sha256(of bytes: [UInt8]) throws -> String {
    try folder.write(bytes, to: "hashed")
    defer { try? FileManager.default.removeItem(atPath: folder.path("hashed")) }
    return try sha256("hashed")
  }
}
