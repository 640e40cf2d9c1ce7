import TestSupport
import Testing

/// What jobs of one call do to each other.
struct SeveralJobsTests {
  private static func studio(_ second: String) throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(Picture(), "photos/a.jpg")
    try studio.job(second, "second.yaml")
    return studio
  }

  private static func expect(_ message: String, _ studio: Studio) throws {
    let before = studio.folder.files()
    #expect(
      try studio.upright("run", "job.yaml", "second.yaml")
        == CommandRun(.exit(2), stderr: "second.yaml: error: \(message)\n"))
    #expect(studio.folder.files() == before)
  }

  @Test("Two jobs can't write one file")
  func oneOutput() throws {
    let studio = try Self.studio("sources: [{path: photos/a.jpg}]\noutputs: [{path: out/a.jpg}]")
    try Self.expect(
      "'out/a.jpg' is an output of job.yaml too: change 'path' or 'output_root'",
      studio)
  }

  @Test("Two jobs can't remember in one place")
  func oneState() throws {
    let studio = try Self.studio(
      "name: job\nmanifest: second.jsonl\nsources: [{path: photos/a.jpg}]\n"
        + "output_root: out\noutputs: [{path: second.jpg}]")
    try Self.expect("'job.yaml' has the same name and output root: change 'name' in one of them", studio)
  }

  @Test("A job can't write over what another one reads")
  func anothersSource() throws {
    let studio = try Self.studio("sources: [{path: other/b.jpg}]\noutputs: [{path: photos/a.jpg}]")
    try studio.add(Picture(), "other/b.jpg")
    try Self.expect(
      "'photos/a.jpg' would overwrite a source of job.yaml: "
        + "change 'path' or 'output_root'", studio)
  }

  @Test("A job doesn't take another one's manifest or file for a source")
  func reserved() throws {
    let studio = try Self.studio(
      "sources: [\"*\"]\nexclude: [second.yaml]\noutputs: [{path: \"made/{stem}.jpg\"}]")
    try studio.add(Picture(), "c.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml", "second.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows("second.manifest.jsonl").map(\.source) == ["c.jpg"])
  }
}
