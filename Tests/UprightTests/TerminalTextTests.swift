import Foundation
import TestSupport
import Testing

/// Names that would act on the terminal that shows them.
struct TerminalTextTests {
  /// ESC, BEL, CR, LF, the one-byte CSI of C1, and controls of the writing direction.
  private static let name = "x\u{1B}[31m\u{7}\r\n\u{9B}2J\u{202E}\u{2066}\u{200F}\u{2028}.jpg"
  private static let shown =
    "x\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}2J\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}.jpg"

  /// The bytes of all of these, as UTF-8, but the line feed, which ends lines.
  private static let forbidden: [[UInt8]] = [
    [0x1B], [0x07], [0x0D], [0xC2, 0x9B], [0xE2, 0x80, 0xAE], [0xE2, 0x81, 0xA6], [0xE2, 0x80, 0x8F],
    [0xE2, 0x80, 0xA8],
  ]

  /// A good picture and a broken one with such names.
  private static func studio(_ path: String) throws -> Studio {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"\(path)\", crop: \"60,0,10,10\"}]")
    try studio.add(.tagged(1), "photos/a\(name)")
    try studio.folder.write("words", to: "photos/b\(name)")
    return studio
  }

  private static func expectHarmless(_ run: CommandRun, names: Int, _ command: String) {
    let text = run.stdout + run.stderr
    let bytes = Array(text.utf8)
    for code in forbidden {
      #expect(!bytes.indices.contains { bytes[$0...].starts(with: code) }, "\(command) \(code)")
    }
    let found = text.split(separator: "\n").filter { $0.contains(shown) }.count
    #expect(found >= names, "\(command): \(text)")
  }

  @Test("No command lets a name act on the terminal")
  func commands() throws {
    let studio = try Self.studio("{stem}.jpg")
    for (arguments, names) in [
      (["plan", "job.yaml"], 2), (["status", "job.yaml"], 2), (["lock", "job.yaml"], 1),
      (["run", "job.yaml"], 2), (["run", "--dry-run", "job.yaml"], 0),
      (["plan", "--summary", "job.yaml"], 1),
      (["probe", "photos/a\(Self.name)", "photos/b\(Self.name)"], 2), (["check", "no\(Self.name)"], 1),
      (["plan", "job.yaml", "--no\(Self.name)"], 0), (["run", "--plan", "no\(Self.name)"], 1),
    ] {
      Self.expectHarmless(
        try CommandRun.upright(arguments, in: studio.folder), names: names, arguments.joined(separator: " "))
    }
  }

  @Test("'run' with warnings and 'verify' don't let it either")
  func made() throws {
    let studio = try Self.studio("{hash8}.jpg")
    Self.expectHarmless(try studio.upright("run", "job.yaml"), names: 2, "run")
    try studio.must("printf x | tee -a photos/a* >/dev/null")
    Self.expectHarmless(try studio.upright("verify", "job.manifest.jsonl"), names: 1, "verify")
  }

  @Test("A job file's own name and lines don't either")
  func jobFile() throws {
    let studio = try Studio()
    try studio.job("sources: [a]\n\u{202E}qualty: 3\noutputs: [{path: \"a\u{7}\"}]", "j\(Self.name)")
    Self.expectHarmless(
      try studio.upright("check", "j\(Self.name)"), names: 1, "check")
  }
}
