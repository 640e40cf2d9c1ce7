import Foundation
import TestSupport
import Testing

/// The first job of `docs/archives.md`.
struct DocumentedArchiveTests {
  @Test("The job that the page begins with makes upright crops from a WebDataset")
  func runs() throws {
    let page = try String(contentsOfFile: "\(PackageRoot.path)/docs/archives.md", encoding: .utf8)
    let job = try #require(page.components(separatedBy: "```yaml\n").dropFirst().first)
    let studio = try Studio()
    try studio.folder.write(job.components(separatedBy: "```")[0], to: "crops.yaml")
    for (shard, name) in [("000", "a"), ("001", "b")] {
      var tar = TarBuilder()
      tar.add("\(name).jpg", try Picture.tagged(6, width: 640, height: 480).jpeg())
      tar.add("\(name).json", Array("{}".utf8))
      tar.end()
      try studio.folder.write(tar.bytes, to: "photos/train-\(shard).tar")
    }
    #expect(try studio.upright("run", "--quiet", "crops.yaml") == CommandRun(.exit(0)))
    let rows = try studio.rows("crops.manifest.jsonl")
    #expect(rows.map(\.source) == ["photos/train-000.tar::a.jpg", "photos/train-001.tar::b.jpg"])
    #expect(rows.map(\.output) == ["a.jpg", "b.jpg"])
    #expect(rows.map(\.output_size) == [[384, 384], [384, 384]])
    #expect(studio.folder.files().contains("crops/train-000000.tar"))
  }
}
