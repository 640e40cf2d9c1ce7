import TestSupport
import Testing

/// `space: declared`.
struct DeclaredSpaceTests {
  /// A picture stored as 64x48 with a box, of which a COCO file declares the size `size`.
  private static func plan(_ tag: UInt8, declared size: (Int, Int), stored: (Int, Int) = (64, 48)) throws
    -> CommandRun
  {
    let studio = try Studio()
    try studio.add(.tagged(tag, width: stored.0, height: stored.1), "a.jpg")
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg", "width": \(size.0), "height": \(size.1)}],
       "categories": [{"id": 1, "name": "cat"}],
       "annotations": [{"id": 5, "image_id": 1, "category_id": 1, "bbox": [2, 4, 10, 20]}]}
      """, to: "boxes.json")
    try studio.job(
      """
      sources: {annotations: boxes.json, format: coco, space: declared}
      output_root: out
      outputs: [{path: "{id}.jpg"}]
      """)
    let run = try studio.upright("plan", "job.yaml")
    let lines = run.stdout.split(separator: "\n").filter { $0.contains("crop") || $0.contains("fails") }
    return CommandRun(run.ending, stdout: lines.joined(separator: "\n"), stderr: run.stderr)
  }

  /// Boxes by hand: of 64x48 turned to 48x64, the 0th row at the left (5, 8) or right (6, 7), the 0th column at the top (5,
  /// 6) or bottom (7, 8).
  @Test(
    "Where one size fits alone, that one's space counts",
    arguments: [
      (5, "20x10+4+2"), (6, "20x10+4+36"), (7, "20x10+40+36"), (8, "20x10+40+2"),
    ] as [(UInt8, String)])
  func turned(_ tag: UInt8, _ stored: String) throws {
    #expect(
      try Self.plan(tag, declared: (48, 64))
        == CommandRun(
          .exit(0), stdout: "     crop 10x20+2+4 as shown, \(stored) as stored, not resampled"))
    let shown = [5: "20x10+4+2", 6: "20x10+24+2", 7: "20x10+24+52", 8: "20x10+4+52"][tag] ?? ""
    #expect(
      try Self.plan(tag, declared: (64, 48))
        == CommandRun(.exit(0), stdout: "     crop \(shown) as shown, 10x20+2+4 as stored, not resampled"))
  }

  @Test("An upright picture has one space")
  func upright() throws {
    #expect(
      try Self.plan(1, declared: (64, 48))
        == CommandRun(
          .exit(0), stdout: "     crop 10x20+2+4 as shown, 10x20+2+4 as stored, not resampled"))
  }

  @Test("Mirrored and half-turned pictures are refused", arguments: [2, 3, 4] as [UInt8])
  func sameSize(_ tag: UInt8) throws {
    #expect(
      try Self.plan(tag, declared: (64, 48))
        == CommandRun(
          .exit(1),
          stdout:
            "  -> out/5.jpg: fails: boxes.json, annotation 1: the declared size fits both ways, which differ: the picture is 64x48 as stored and 64x48 as shown; say 'space: display' or 'space: stored' (space_unclear)"
        ))
  }

  @Test("Turned squares, and sizes that fit neither way, are refused")
  func neither() throws {
    #expect(
      try Self.plan(6, declared: (48, 48), stored: (48, 48))
        == CommandRun(
          .exit(1),
          stdout:
            "  -> out/5.jpg: fails: boxes.json, annotation 1: the declared size fits both ways, which differ: the picture is 48x48 as stored and 48x48 as shown; say 'space: display' or 'space: stored' (space_unclear)"
        ))
    for tag: UInt8 in 1...8 {
      let shown = tag > 4 ? "48x64" : "64x48"
      #expect(
        try Self.plan(tag, declared: (640, 480))
          == CommandRun(
            .exit(1),
            stdout:
              "  -> out/5.jpg: fails: boxes.json, annotation 1: the declared size 640x480 fits neither way: the picture is 64x48 as stored and \(shown) as shown; say 'space: display' or 'space: stored' (space_unclear)"
          ))
    }
  }

  @Test("The plan as JSON holds the box as it lies in the file")
  func json() throws {
    let studio = try Studio()
    try studio.add(.tagged(6), "a.jpg")
    try studio.folder.write(
      #"{"image": "a.jpg", "bbox": [2, 4, 10.5, 20], "category": "cat"}"#, to: "boxes.jsonl")
    try studio.job(
      """
      sources: {annotations: boxes.jsonl, format: jsonl, space: display, expand: "10%"}
      output_root: out
      outputs: [{path: "{box_index}.jpg"}]
      """)
    let json = try studio.upright("plan", "--json", "job.yaml").stdout
    // The 0th row is at the right, the 0th column at the top: columns 4 to 24, rows 48 - 12.5 to 48 - 2.
    #expect(
      json.contains(
        #""boxes":[{"index":1,"cut":true,"category":"cat","box":[4,35.5,20,10.5]}],"warnings":[]}"#))
  }
}
