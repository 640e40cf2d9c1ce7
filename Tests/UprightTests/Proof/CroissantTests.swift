import Foundation
import TestSupport
import Testing

/// `upright croissant`. What its package makes of it is looked at by the integration tests.
struct CroissantTests {
  private struct Description: Decodable {
    struct File: Decodable, Hashable {
      var contentUrl: String?
      var encodingFormat: String
      var sha256: String?
      var includes: [String]?
    }

    var name: String
    var description: String
    var license: String?
    var distribution: [File]
  }

  private static func read(_ studio: Studio, _ path: String) throws -> Description {
    try JSONDecoder().decode(Description.self, from: Data(try studio.folder.read(path)))
  }

  @Test("The manifest with its hash, and patterns for the outputs")
  func files() throws {
    let made = try ProvenStudio()
    let studio = made.studio
    #expect(try studio.upright("croissant", "job.manifest.jsonl") == CommandRun(.exit(0)))
    let text = try studio.text("croissant.json")
    let description = try Self.read(studio, "croissant.json")
    #expect(description.name == "job")
    #expect(
      description.description
        == "Images made by the job 'job' of upright, each with its row of the manifest.")
    #expect(
      description.distribution == [
        Description.File(
          contentUrl: "job.manifest.jsonl", encodingFormat: "application/jsonlines",
          sha256: try studio.sha256("job.manifest.jsonl")),
        Description.File(encodingFormat: "image/jpeg", includes: ["out/*-16.jpg", "out/*-32.jpg"]),
      ])
    #expect(text.contains(#""transform":{"regex":"out/(.+)"}"#))
    #expect(try studio.upright("croissant", "job.manifest.jsonl") == CommandRun(.exit(0)))
    #expect(try studio.text("croissant.json") == text)
  }

  /// The media types of IANA's register.
  @Test(
    "Outputs have the media types of their formats",
    arguments: [
      ("x.png", #""image/png""#), ("x.webp", #""image/webp""#), ("x.tif", #""image/tiff""#),
      ("x.avif", #""image/avif""#), ("x.gif", #""image/gif""#),
      ("x.jpg, resize: {width: 20}}, {path: x.png", #"["image/jpeg","image/png"]"#),
      ("x, format: same", #"["image/jpeg","image/png","image/tiff","image/webp","image/avif","image/gif"]"#),
    ])
  func mediaTypes(_ outputs: String, _ expected: String) throws {
    let studio = try Studio("outputs: [{path: \(outputs)}]")
    try studio.add(Picture(), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.upright("croissant", "job.manifest.jsonl") == CommandRun(.exit(0)))
    #expect(try studio.text("croissant.json").contains("\"encodingFormat\":\(expected)"))
  }

  @Test("Masks are no pictures of the set")
  func masks() throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{stem}.jpg\", mask: \"{stem}.png\"}]",
      sources: "{glob: \"photos/*.jpg\", masks: \"masks/{stem}.png\"}")
    try studio.add(Picture(width: 3, height: 2), "photos/a.jpg")
    try studio.folder.write(LabelFile([[1, 2, 3], [4, 5, 6]]).file(), to: "masks/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.upright("croissant", "job.manifest.jsonl") == CommandRun(.exit(0)))
    let files = try Self.read(studio, "croissant.json").distribution
    #expect(files.last == Description.File(encodingFormat: "image/jpeg", includes: ["out/*.jpg"]))
  }

  @Test("Paths are as seen from the description, which says what it is told to")
  func options() throws {
    let made = try ProvenStudio("isolation: none\nmanifest: meta/rows.jsonl")
    let studio = made.studio
    let message =
      "job.yaml: error: the outputs in '\(studio.folder.path)/out' don't lie below '\(studio.folder.path)/meta', "
      + "where loaders look for them: change --output\n"
    #expect(
      try studio.upright("croissant", "meta/rows.jsonl") == CommandRun(.exit(2), stderr: message))
    #expect(
      try studio.upright(
        "croissant", "--output", "out/set.json", "--license", "https://example.org/l", "--description",
        "Ours.",
        "meta/rows.jsonl") == CommandRun(.exit(0)))
    let description = try Self.read(studio, "out/set.json")
    #expect([description.description, description.license] == ["Ours.", "https://example.org/l"])
    #expect(description.distribution.map(\.contentUrl) == ["../meta/rows.jsonl", nil])
    #expect(description.distribution[1].includes == ["*-16.jpg", "*-32.jpg"])
    #expect(try studio.text("out/set.json").contains(#""transform":{"regex""#) == false)
  }

  @Test("Another file of that name stays")
  func inTheWay() throws {
    let made = try ProvenStudio()
    try made.studio.folder.write("{}", to: "croissant.json")
    #expect(
      try made.studio.upright("croissant", "job.manifest.jsonl")
        == CommandRun(
          .exit(2),
          stderr:
            "job.yaml: error: '\(made.studio.folder.path)/croissant.json' is there already and is no such "
            + "description: remove it, or change --output\n"))
    #expect(try made.studio.text("croissant.json") == "{}")
  }
}
