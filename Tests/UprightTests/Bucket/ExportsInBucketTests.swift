import Foundation
import Synchronization
import TestSupport
import Testing

/// Files of `exports` beside outputs in a bucket.
@Suite("Exports in a bucket", .enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct ExportsInBucketTests {
  private static let exports = """
    exports:
      - {format: coco, path: coco.json}
      - {format: voc}
      - {format: webdataset, path: "tars/{shard}.tar", max_count: 4}
    """

  private func studio(
    fault: @escaping @Sendable (TestServer.Request) -> BucketServer.Fault? = { _ in nil }
  ) throws -> OutputStudio {
    let studio = try OutputStudio(fault: fault)
    let rows = (0..<6).map { "\(OutputStudio.name($0)).jpg,4,5,20,30,cat\n" }.joined()
    try studio.studio.folder.write("image,x,y,width,height,category\n\(rows)", to: "boxes.csv")
    let text = try studio.studio.text("job.yaml").replacingOccurrences(
      of: "[\"photos/*.jpg\"]", with: "[{annotations: boxes.csv, format: csv, space: stored, images: photos}]"
    ).replacingOccurrences(of: "{stem}", with: "{stem}-{box_index}")
    try studio.studio.folder.write(text + Self.exports, to: "job.yaml")
    return studio
  }

  @Test("Files of all kinds are those of a folder, and a second run puts none of them")
  func sameAsFolder() throws {
    let studio = try studio()
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    var objects = studio.objects()
    objects["job.manifest.jsonl"] = nil
    #expect(objects == (try studio.files()))
    #expect(objects["tars/000000.tar"] != nil)
    let before = studio.bucket.requests.count
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(studio.paths("PUT", since: before) == ["out/job.manifest.jsonl"])
    // The label files are known by their notes in the journal.
    #expect(studio.paths("HEAD", since: before) == ["out/coco.json"])
  }

  @Test("An export whose reply was lost belongs to the job, which prunes it")
  func lostReply() throws {
    let isLost = Mutex(true)
    let studio = try studio { request in
      request.method == "PUT" && request.target.hasSuffix("coco.json") && isLost.withLock { $0 }
        ? .lostReply : nil
    }
    let text = try studio.studio.text("job.yaml")
    try studio.studio.folder.write("\(text)\nnetwork: {retries: 0}\n", to: "job.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(75))
    #expect(studio.objects()["coco.json"] != nil)
    isLost.withLock { $0 = false }
    let renamed = try studio.studio.text("job.yaml").replacingOccurrences(of: "coco.json", with: "all.json")
    try studio.studio.folder.write(renamed, to: "job.yaml")
    let run = try studio.upright("run", "--quiet", "--prune", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    var objects = studio.objects()
    #expect(objects["coco.json"] == nil)
    objects["job.manifest.jsonl"] = nil
    #expect(objects == (try studio.files()))
  }

  @Test("A lost export is put again")
  func lost() throws {
    let studio = try studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let objects = studio.objects()
    studio.bucket.change { contents in
      for key in ["out/coco.json", "out/tars/000001.tar", "out/p00-000001.xml"] {
        contents.objects[key] = nil
      }
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(studio.objects() == objects)
  }
}
