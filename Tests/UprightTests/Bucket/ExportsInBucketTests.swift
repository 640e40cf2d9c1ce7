import Foundation
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

  private func studio() throws -> OutputStudio {
    let studio = try OutputStudio()
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
