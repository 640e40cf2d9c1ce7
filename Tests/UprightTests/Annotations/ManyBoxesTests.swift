import TestSupport
import Testing

/// A picture with more boxes than are made at once.
struct ManyBoxesTests {
  /// 300 boxes of 12x10, each with a position of its own, over all of a picture of 320x240.
  private static let boxes = (0..<300).map { (x: $0 * 37 % 308, y: $0 * 53 % 230) }

  private static func studio() throws -> Studio {
    let studio = try Studio()
    try studio.add(.tagged(6, width: 240, height: 320), "a.jpg")
    let lines = boxes.map { "{\"image\": \"a.jpg\", \"bbox\": [\($0.x), \($0.y), 12, 10]}\n" }
    try studio.folder.write(lines.joined(), to: "boxes.jsonl")
    try studio.job(
      """
      sources: {annotations: boxes.jsonl, format: jsonl, space: display}
      output_root: out
      outputs:
        - {path: "{box_index}.jpg"}
        - {path: "{box_index}-small.jpg", resize: {width: 6, height: 5, filter: point}}
      """)
    return studio
  }

  private static func outputs(_ studio: Studio) throws -> [String: [UInt8]] {
    try studio.contents().filter { $0.key.hasPrefix("out/") && $0.key.hasSuffix(".jpg") }
  }

  /// What one source a box makes, which is decoded for itself.
  private static func expected() throws -> [String: [UInt8]] {
    let studio = try studio()
    let sources = boxes.enumerated().map { index, box in
      let number = "\(1_000_001 + index)".dropFirst()
      return
        "  - {path: a.jpg, id: \"\(number)\", crop: {x: \(box.x), y: \(box.y), width: 12, height: 10}}\n"
    }
    try studio.job(
      """
      sources:
      \(sources.joined())output_root: out
      outputs:
        - {path: "{id}.jpg"}
        - {path: "{id}-small.jpg", resize: {width: 6, height: 5, filter: point}}
      """)
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    return try outputs(studio)
  }

  @Test("They come out as each alone does, also with few files open and after a kill")
  func rounds() throws {
    let expected = try Self.expected()
    #expect(expected.count == 600)
    for command in [
      "upright run --quiet job.yaml", "upright run --quiet --jobs 1 job.yaml",
      "ulimit -n 300; upright run --quiet --jobs 8 job.yaml",
      "sed -i 's/version: 1/version: 1\\nisolation: none/' job.yaml; upright run --quiet job.yaml",
      "timeout -s KILL 0.2 upright run --quiet job.yaml 2>/dev/null; upright run --quiet job.yaml",
    ] {
      let studio = try Self.studio()
      let run = try studio.shell(command)
      #expect(run == CommandRun(.exit(0)), "\(command)")
      #expect(try Self.outputs(studio) == expected, "\(command)")
    }
  }

  @Test("What is there already is not made again, box by box")
  func again() throws {
    let studio = try Self.studio()
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let before = try Self.outputs(studio)
    try #require(studio.shell("rm out/000007.jpg out/000211-small.jpg") == CommandRun(.exit(0)))
    let run = try studio.upright("run", "job.yaml")
    #expect(run.stderr.hasPrefix("job: 2 of 600 outputs made from 1 image, 598 done before; "))
    #expect(try Self.outputs(studio) == before)
  }
}
