import TestSupport
import Testing

/// Mask files that are missing, changed or damaged, or that --prune could take for outputs.
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
  private static func studio(_ mask: [UInt8]) throws -> Studio {
    let studio = try Studio(
      "output_root: out\non_error: {known: ignore}\noutputs: [{path: \"{stem}.jpg\", mask: \"{stem}.png\"}]",
      sources: "{glob: \"photos/*.jpg\", masks: \"masks/{stem}.png\"}")
    try studio.add(.tagged(1, width: 6, height: 4), "photos/a.jpg")
    try studio.folder.write(mask, to: "masks/a.png")
    return studio
  }

  private static func run(_ studio: Studio, _ status: Int32) throws {
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(status), "\(run.stderr)")
  }

  @Test("A failure for want of a mask file is never known, and one for its content is")
  func missing() throws {
    let studio = try Self.studio(Array("no picture".utf8))
    try Self.run(studio, 1)
    try Self.run(studio, 0)
    try studio.must("mv masks elsewhere")
    try Self.run(studio, 1)
    try Self.run(studio, 1)
    #expect(try studio.rows().map(\.error?.code) == ["unreadable", "unreadable"])
  }

  @Test("Another mask file with the same damage is a new failure")
  func damaged() throws {
    let studio = try Self.studio(Array(Self.labels.dropLast(30)))
    try Self.run(studio, 1)
    #expect(try studio.rows().map(\.error?.code) == ["corrupt", "corrupt"])
    try Self.run(studio, 0)
    try studio.must("cp masks/a.png copy && mv copy masks/a.png")
    try Self.run(studio, 1)
    try Self.run(studio, 0)
  }
}
