import Foundation
import Synchronization
import TestSupport
import Testing

/// Sources in a bucket that keeps the versions of its objects.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct BucketVersionTests {
  /// The job's only object. It doesn't come whole with its header.
  private static let key = "may/b.bmp"
  private static let job = "outputs: [{path: '{stem}.png'}]"
  private static let other = WebStudio.large(seed: 1)

  /// A studio whose bucket keeps versions. `change` is called before the first request for a version is answered.
  private func studio(
    _ versioning: BucketServer.Versioning = .enabled,
    changing change: @escaping @Sendable (BucketServer) -> Void = { _ in }
  ) throws -> BucketStudio {
    let bucket = Mutex<BucketServer?>(nil)
    let studio = try BucketStudio(versioning: versioning) { request in
      if request.target.contains("versionId") { bucket.withLock { $0.take() }.map(change) }
      return nil
    }
    bucket.withLock { $0 = studio.bucket }
    try studio.job(Self.job, ["s3://photos/\(Self.key)"])
    return studio
  }

  private func sum(_ studio: BucketStudio) throws -> String {
    try studio.studio.sha256("photos/\(Self.key)")
  }

  @Test("A picture that is replaced after its plan is made of the planned version, and anew in the next run")
  func replaced() throws {
    let studio = try studio { $0.put(Self.key, Self.other) }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.studio.rows().map(\.source_sha256) == [sum(studio)])
    let pixels = studio.reads.filter { $0.header("range") == nil }
    let id = try #require(studio.bucket.now.versions[Self.key]?.first?.version)
    let query = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    #expect(pixels.map(\.target) == ["/photos/\(Self.key)?versionId=\(query)"])
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(1))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.studio.folder.write(Self.other, to: "photos/\(Self.key)")
    #expect(try studio.studio.rows().map(\.source_sha256) == [sum(studio)])
  }

  @Test("A planned version that is gone is a change of the source")
  func deleted() throws {
    let studio = try studio { bucket in
      bucket.change { $0.versions[Self.key] = [] }
      bucket.put(Self.key, Self.other)
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.studio.rows().map { $0.error?.code } == ["source_changed"])
  }

  @Test("A plan in a file names the version of an object, and its shards ask for it")
  func frozen() throws {
    let studio = try studio()
    #expect(try studio.upright("plan", "--out", "p.jsonl", "job.yaml").ending == .exit(0))
    studio.bucket.put(Self.key, Self.other)
    #expect(try studio.upright("run", "--quiet", "--plan", "p.jsonl").ending == .exit(0))
    #expect(try studio.upright("merge", "--quiet", "--plan", "p.jsonl").ending == .exit(0))
    #expect(try studio.studio.rows().map(\.source_sha256) == [sum(studio)])
  }

  @Test("An object without a version of its own is asked for as it is")
  func suspended() throws {
    let studio = try studio(.suspended)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(studio.reads.map(\.target) == Array(repeating: "/photos/\(Self.key)", count: 2))
  }
}
