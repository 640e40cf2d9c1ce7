import TestSupport
import Testing

/// What happens to mask files, and to their pictures, when something goes wrong.
struct MaskSafetyTests {
  private static let labels = LabelFile((0..<4).map { y in (0..<6).map { x in 10 * y + x } }).file()

  @Test("--prune keeps mask files that the job itself made earlier, also those of refused pictures")
  func prune() throws {
    let studio = try Studio(
      "output_root: .\noutputs: [{path: \"o/{stem}.jpg\", mask: \"m/{stem}.png\"}]",
      sources: "{glob: \"photos/*.jpg\", masks: \"masks/{stem}.png\"}")
    for name in ["a", "b"] {
      try studio.add(.tagged(1, width: 6, height: 4), "photos/\(name).jpg")
      try studio.folder.write(Self.labels, to: "masks/\(name).png")
    }
    try #require(studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    try studio.job(
      "sources: {glob: \"photos/*.jpg\", masks: \"m/{stem}.png\"}\noutput_root: .\n"
        + "outputs: [{path: \"n/{stem}.jpg\", mask: \"n/{stem}.png\"}]")
    // Its mask has another size now.
    try studio.add(.tagged(1, width: 9, height: 4), "photos/b.jpg")
    let run = try studio.upright("run", "--quiet", "--prune", "job.yaml")
    #expect(run.ending == .exit(1), "\(run.stderr)")
    #expect(try studio.rows().filter { $0.error != nil }.map(\.source) == ["photos/b.jpg", "photos/b.jpg"])
    let files = Set(studio.folder.files())
    #expect(files.isSuperset(of: ["m/a.png", "m/b.png", "n/a.jpg", "n/a.png"]), "\(files)")
    #expect(!files.contains("o/a.jpg"))
  }
}
