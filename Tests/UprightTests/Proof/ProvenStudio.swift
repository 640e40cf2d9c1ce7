import Foundation
import TestSupport
import Testing

/// Three pictures, and outputs of these widths made of each: else six rows, `a-16`, `a-32`, `b-16` and so on.
struct ProvenStudio {
  static let manifest = "job.manifest.jsonl"
  let studio: Studio

  init(_ keys: String = "isolation: none", widths: [Int] = [16, 32]) throws {
    let outputs = widths.map { #"{path: "{stem}-\#($0).jpg", resize: "\#($0),"}"# }.joined(separator: ", ")
    studio = try Studio("output_root: out\noutputs: [\(outputs)]\n\(keys)")
    for (seed, name) in ["a", "b", "c"].enumerated() {
      try studio.add(.tagged(1, seed: seed), "photos/\(name).jpg")
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
  }

  func verify(_ arguments: String...) throws -> CommandRun {
    try CommandRun.upright(["verify"] + arguments + [Self.manifest], in: studio.folder)
  }

  /// The manifest's lines, without their ends.
  func lines() throws -> [String] { try studio.text(Self.manifest).split(separator: "\n").map(String.init) }

  func write(_ lines: [String]) throws {
    try studio.folder.write(lines.map { $0 + "\n" }.joined(), to: Self.manifest)
  }

  /// Replaces a text in one line, counted from 1.
  func replace(_ text: String, by other: String, line: Int) throws {
    var lines = try lines()
    try #require(lines[line - 1].contains(text))
    lines[line - 1] = lines[line - 1].replacingOccurrences(of: text, with: other)
    try write(lines)
  }

  /// Turns one bit of a byte in the middle of a file.
  func flip(_ path: String) throws {
    var bytes = try studio.folder.read(path)
    bytes[bytes.count / 2] ^= 1
    try studio.folder.write(bytes, to: path)
  }

  /// What `verify` prints: these exceptions, and the summary of so many rows, sources and outputs.
  static func found(
    _ exceptions: [String], rows: Int = 6, sources: Int = 3, outputs: Int = 6, rendered: Int = 0
  ) -> CommandRun {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let verdict = exceptions.isEmpty ? "all as it says" : counted(exceptions.count, "exception")
    let counts = [counted(rows, "row"), counted(sources, "source"), counted(outputs, "output")]
    let summary =
      "job.manifest.jsonl: \(counts.joined(separator: ", ")), \(rendered) rendered anew: \(verdict)"
    return CommandRun(
      .exit(exceptions.isEmpty ? 0 : 1), stdout: (exceptions + [summary]).map { $0 + "\n" }.joined())
  }
}

extension TemporaryDirectory {
  /// Takes a file away.
  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: self.path(path)) }
}
