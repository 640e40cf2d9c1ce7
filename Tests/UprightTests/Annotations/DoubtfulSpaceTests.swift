import TestSupport
import Testing

/// The warning `space_doubtful`.
struct DoubtfulSpaceTests {
  /// A picture stored as 64x48 by `tag` with two boxes, of which a COCO file declares the size `size`.
  private static func studio(
    _ tag: UInt8, space: String, declared size: (Int, Int), own crop: String = ""
  ) throws -> Studio {
    let studio = try Studio()
    try studio.add(.tagged(tag), "a.jpg")
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg", "width": \(size.0), "height": \(size.1)}],
       "categories": [{"id": 1, "name": "cat"}],
       "annotations": [{"id": 5, "image_id": 1, "category_id": 1, "bbox": [2, 4, 10, 20]},
         {"id": 6, "image_id": 1, "category_id": 1, "bbox": [3, 4, 10, 20]}]}
      """, to: "boxes.json")
    try studio.job(
      """
      sources: {annotations: boxes.json, format: coco, space: \(space)\(crop)}
      output_root: out
      outputs: [{path: "{id}.jpg"}]
      """)
    return studio
  }

  private static func message(_ declared: String, _ fits: String, _ not: String, _ space: String) -> String {
    "boxes.json: the declared size \(declared) is the picture's \(fits), not \(not): is 'space: \(space)' right?"
  }

  private static func plannedWarnings(_ studio: Studio) throws -> [String] {
    try studio.upright("plan", "job.yaml").stdout.split(separator: "\n").map(String.init).filter {
      $0.contains("warning")
    }
  }

  @Test("A size that fits the other space alone is warned about, once a picture")
  func plan() throws {
    let shown = Self.message("64x48", "as stored", "as shown", "display")
    let stored = Self.message("48x64", "as shown", "as stored", "stored")
    for tag: UInt8 in 5...8 {
      #expect(
        try Self.plannedWarnings(Self.studio(tag, space: "display", declared: (64, 48)))
          == ["  warning: " + shown])
      #expect(
        try Self.plannedWarnings(Self.studio(tag, space: "stored", declared: (48, 64)))
          == ["  warning: " + stored])
    }
    let own = ", crop: full"
    #expect(
      try Self.plannedWarnings(Self.studio(6, space: "display", declared: (64, 48), own: own))
        == ["  warning: " + shown])
  }

  @Test("Sizes that fit the space, both or none of them, and those of declared boxes, are not doubtful")
  func noDoubt() throws {
    for (tag, space, size) in [
      (6, "display", (48, 64)), (6, "stored", (64, 48)), (6, "display", (640, 480)),
      (3, "display", (64, 48)), (1, "stored", (64, 48)), (6, "declared", (64, 48)),
      (6, "declared", (48, 64)),
    ] as [(UInt8, String, (Int, Int))] {
      #expect(try Self.plannedWarnings(Self.studio(tag, space: space, declared: size)) == [])
    }
  }

  @Test("Run and the manifest's rows have it")
  func run() throws {
    let studio = try Self.studio(6, space: "display", declared: (64, 48))
    let message = Self.message("64x48", "as stored", "as shown", "display")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(run.stderr.hasPrefix("a.jpg: warning: \(message) (space_doubtful)\njob: 2 of 2 outputs made"))
    let note = Row.Note(code: "space_doubtful", message: message)
    #expect(try studio.rows().map(\.warnings) == [[note], [note]])
  }
}
