import TestSupport
import Testing

/// `page: N` in a plan file.
struct PlannedPageTests {
  @Test("A shard takes the page that the job names")
  func shard() throws {
    let studio = try Studio(
      "outputs: [{path: '{stem}-out.tif'}]", sources: "[{path: photos/a.tif, page: 1}]")
    let pages = [PagedStudio.red, PagedStudio.green].map(PagedStudio.tiff)
    try studio.folder.write(TestTIFF.file(pages), to: "photos/a.tif")
    #expect(try studio.upright("plan", "--out", "p.jsonl", "job.yaml").ending == .exit(0))
    #expect(try studio.upright("run", "--quiet", "--plan", "p.jsonl") == CommandRun(.exit(0)))
    let found = try TestTIFF.content(studio.folder.read("a-out.tif"))
    #expect(found.samples == pages[1].samples)
  }
}
