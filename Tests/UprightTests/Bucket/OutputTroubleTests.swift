import Foundation
import Synchronization
import TestSupport
import Testing

/// Kills, faults and lost states of runs whose outputs go to a bucket.
@Suite("Trouble with outputs in a bucket", .enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct OutputTroubleTests {
  @Test(
    "After SIGKILL a run makes only the images again that were under way",
    arguments: ["replace", "keep", "error"])
  func kill(_ existing: String) throws {
    let isHeld = Mutex(true)
    let count = Atomic(0)
    let studio = try OutputStudio("existing: \(existing)\nnetwork: {per_host: 2}", pictures: 12) { request in
      guard request.method == "PUT" else { return nil }
      let number = count.add(1, ordering: .relaxed).newValue
      // From the 13th on, the store puts objects and doesn't answer.
      return number > 12 && isHeld.withLock { $0 } ? .lostReply : nil
    }
    try studio.job("existing: \(existing)\nnetwork: {per_host: 2, retries: 0}")
    let run = try studio.start("run job.yaml", key: "KILLED")
    #expect(run.wait { studio.bucket.now.puts.count >= 13 && studio.notedImages() > 0 })
    run.send(SIGKILL)
    _ = try run.end()
    isHeld.withLock { $0 = false }
    let made = 2 * studio.notedImages() - studio.notedFailures()
    let again = try studio.upright("run", "--quiet", "job.yaml")
    #expect(again == CommandRun(.exit(0)))
    // All outputs that aren't noted as made, and the manifest.
    // The server may read requests of the killed run while the next one runs; their key tells them apart.
    let puts = studio.bucket.requests.filter {
      $0.method == "PUT" && $0.header("authorization")?.contains("Credential=KILLED/") == false
    }
    #expect(puts.count == 24 - made + 1)
    var objects = studio.objects()
    objects["job.manifest.jsonl"] = nil
    #expect(objects == (try studio.files()))
    #expect(studio.studio.temporaries() == [])
  }

  @Test("With faults in a fifth of the requests, a run makes the outputs of a clean one", arguments: 1...4)
  func faults(_ seed: UInt64) throws {
    let random = Mutex(SplitMix64(seed: seed))
    let studio = try OutputStudio(pictures: 8) { request in
      random.withLock { random in
        switch Int.random(in: 0..<30, using: &random) {
        case 0: .lostReply
        case 1: .instead(.reply(503, [("Retry-After", "0")]))
        case 2: .instead(.storeError(500, "InternalError"))
        case 3, 4: .instead(TestServer.Answer([.reset]))
        case 5 where request.method == "PUT": .instead(.storeError(409, "ConditionalRequestConflict"))
        default: nil
        }
      }
    }
    // A request that fails all its tries fails its row, and the next run makes the row.
    for _ in 0..<3
    where studio.notedImages() == 0 || studio.bucket.now.objects["out/job.manifest.jsonl"] == nil {
      _ = try studio.upright("run", "--quiet", "job.yaml")
    }
    _ = try studio.upright("run", "--quiet", "job.yaml")
    var objects = studio.objects()
    objects["job.manifest.jsonl"] = nil
    #expect(objects == (try studio.files()))
    #expect(studio.bucket.now.uploads.isEmpty)
  }

  @Test("Without its state a job recovers by its manifest, and puts no output again")
  func lostState() throws {
    let studio = try OutputStudio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let objects = studio.objects()
    let manifest = try #require(objects["job.manifest.jsonl"])
    try FileManager.default.removeItem(atPath: studio.studio.folder.path(".upright"))
    var before = studio.bucket.requests.count
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(
      run.stderr.contains("the job had no state: 12 outputs in 's3://photos/out' stay"), "\(run.stderr)")
    #expect(run.stderr.contains("0 of 12 outputs made from 6 images, 12 done before"))
    #expect(studio.paths("PUT", since: before) == ["out/job.manifest.jsonl"])
    #expect(studio.objects()["job.manifest.jsonl"] == manifest)

    // What is lost, changed, or of another recipe or source is made again.
    try FileManager.default.removeItem(atPath: studio.studio.folder.path(".upright"))
    studio.bucket.change { $0.objects["out/p00.jpg"] = nil }
    studio.bucket.change { $0.objects["out/p01.jpg"]?.fields["x-amz-meta-upright-recipe"] = "other" }
    studio.bucket.put("out/p02.jpg", [1, 2, 3])
    try studio.studio.add(.tagged(1, seed: 99), "photos/p03.jpg")
    before = studio.bucket.requests.count
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let made = ["p00.jpg", "p01.jpg", "p02.jpg", "p03.jpg", "small/p03.png", "job.manifest.jsonl"]
    #expect(Set(studio.paths("PUT", since: before)) == Set(made.map { "out/\($0)" }))
    var all = studio.objects()
    all["job.manifest.jsonl"] = nil
    #expect(all == (try studio.files()))
  }

  @Test("A run with '--only' recovers all outputs of a job without its state")
  func lostStateAndOnly() throws {
    let studio = try OutputStudio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try FileManager.default.removeItem(atPath: studio.studio.folder.path(".upright"))
    let before = studio.bucket.requests.count
    let some = try studio.upright("run", "--only", "photos/p01.jpg", "job.yaml")
    #expect(some.ending == .exit(0))
    #expect(some.stderr.contains("12 outputs in 's3://photos/out' stay"), "\(some.stderr)")
    let all = try studio.upright("run", "job.yaml")
    #expect(all.stderr.contains("0 of 12 outputs made from 6 images, 12 done before"), "\(all.stderr)")
    #expect(studio.paths("PUT", since: before) == ["out/job.manifest.jsonl"])
  }

  @Test("A recovery that a fault ends leaves nothing, and the next run recovers all")
  func brokenRecovery() throws {
    let isBroken = Mutex(false)
    let studio = try OutputStudio("network: {retries: 0}") { request in
      request.method == "HEAD" && request.target.hasSuffix("p04.jpg") && isBroken.withLock { $0 }
        ? .instead(.reply(500)) : nil
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try FileManager.default.removeItem(atPath: studio.studio.folder.path(".upright"))
    isBroken.withLock { $0 = true }
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(75))
    isBroken.withLock { $0 = false }
    let run = try studio.upright("run", "job.yaml")
    #expect(run.stderr.contains("0 of 12 outputs made from 6 images, 12 done before"), "\(run.stderr)")
  }

  @Test("Another machine compares the hashes of its sources with the manifest")
  func otherMachine() throws {
    let studio = try OutputStudio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try FileManager.default.removeItem(atPath: studio.studio.folder.path(".upright"))
    for index in 0..<6 {
      let path = "photos/\(OutputStudio.name(index)).jpg"
      let bytes = try studio.studio.folder.read(path)
      try FileManager.default.removeItem(atPath: studio.studio.folder.path(path))
      try studio.studio.folder.write(bytes, to: path)
    }
    let run = try studio.upright("run", "job.yaml")
    #expect(run.stderr.contains("0 of 12 outputs made from 6 images, 12 done before"), "\(run.stderr)")
  }

  @Test("Unfinished uploads of the job's own outputs and of its manifest are removed, and no others")
  func uploads() throws {
    let studio = try OutputStudio()
    for key in ["out/p00.jpg", "out/job.manifest.jsonl", "out/foreign", "elsewhere/p00.jpg"] {
      studio.bucket.begin(key)
    }
    // Another machine may be at work on a young upload.
    studio.bucket.begin("out/p01.jpg", at: ISO8601DateFormatter().string(from: Date()))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(
      studio.bucket.now.uploads.values.map(\.key).sorted() == [
        "elsewhere/p00.jpg", "out/foreign", "out/p01.jpg",
      ])
  }

  @Test("A store that denies access ends the run, and the next run goes on")
  func denied() throws {
    let isClosed = Mutex(true)
    let studio = try OutputStudio { request in
      request.method == "PUT" && isClosed.withLock { $0 } ? .instead(.storeError(403, "AccessDenied")) : nil
    }
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(74))
    #expect(run.stderr.contains("can't be put: the store denies access"), "\(run.stderr)")
    #expect(!run.stderr.contains("hidden"))
    isClosed.withLock { $0 = false }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("A store that has trouble of its own ends the run with 75, and the next run goes on")
  func gone() throws {
    let isGone = Mutex(true)
    // Fewer objects than those after which a run ends at once.
    let studio = try OutputStudio("network: {retries: 0}") { request in
      request.method == "PUT" && isGone.withLock { $0 } ? .instead(.storeError(500, "InternalError")) : nil
    }
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(75))
    #expect(run.stderr.contains("can't be put: the store has an error of its own"), "\(run.stderr)")
    #expect(studio.bucket.now.puts.isEmpty)
    isGone.withLock { $0 = false }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("An object that the store doesn't take fails its row alone, and the next run tries again")
  func oneObject() throws {
    let isBad = Mutex(true)
    let studio = try OutputStudio { request in
      request.method == "PUT" && request.target.hasSuffix("p04.jpg") && isBad.withLock { $0 }
        ? .instead(.storeError(400, "InvalidRequest")) : nil
    }
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(run.stderr.contains("(write_failed)"), "\(run.stderr)")
    isBad.withLock { $0 = false }
    let before = studio.bucket.requests.count
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(Set(studio.paths("PUT", since: before)) == ["out/p04.jpg", "out/job.manifest.jsonl"])
  }

  @Test("An object that is no manifest refuses the job, and stays")
  func standing() throws {
    let studio = try OutputStudio()
    studio.bucket.put("out/job.manifest.jsonl", Array("my notes about this folder".utf8))
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.contains(
        "'s3://photos/out/job.manifest.jsonl' is there already and is no manifest: change 'manifest', or remove it"
      ), "\(run.stderr)")
    #expect(studio.bucket.now.puts.isEmpty)
    // An earlier manifest of Upright, even of another job, may be replaced.
    studio.bucket.put("out/job.manifest.jsonl", Array("{\"source\":\"a.jpg\"}\n".utf8))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let manifest = studio.objects()["job.manifest.jsonl"] ?? []
    #expect(String(decoding: manifest, as: UTF8.self).split(separator: "\n").count == 12)
  }

  @Test("A bucket that isn't there refuses the job before it makes anything")
  func noBucket() throws {
    let studio = try OutputStudio { _ in .instead(.storeError(404, "NoSuchBucket")) }
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.contains("the bucket 'photos' can't be listed: there is no such bucket"), "\(run.stderr)")
  }
}
