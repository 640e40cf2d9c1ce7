import Foundation
import TestSupport
import Testing

/// The YAML that the documentation shows.
@Suite struct DocumentedJobsTests {
  /// A block between fences, and where it begins.
  struct Block: CustomTestStringConvertible {
    let place: String
    let text: String
    var testDescription: String { place }

    /// The block as a whole job: what it leaves out is added.
    var job: String {
      let frame = [
        ("version:", "version: 1\n"), ("sources:", "sources: [\"*.jpg\"]\n"),
        ("outputs:", "outputs:\n  - path: \"out/{stem}.jpg\"\n"),
      ]
      let lines = text.split(separator: "\n")
      return frame.filter { key, _ in !lines.contains { $0.hasPrefix(key) } }.map(\.1).joined() + text
    }
  }

  static let blocks: [Block] = ["README.md", "docs/job-file.md", "docs/command-line.md"].flatMap { file in
    let text = (try? String(contentsOfFile: "\(PackageRoot.path)/\(file)", encoding: .utf8)) ?? ""
    var blocks: [Block] = []
    var open: (line: Int, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let block = open, line == "```" {
        let body = block.lines.map { $0 + "\n" }.joined()
        blocks.append(Block(place: "\(file):\(block.line)", text: body))
        open = nil
      } else if line == "```yaml" {
        open = (index + 2, [])
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  @Test func thereAreSome() {
    #expect(Self.blocks.count == 24)
  }

  @Test(arguments: blocks) func checkTakesThem(_ block: Block) throws {
    let folder = try TemporaryDirectory()
    try folder.write(block.job, to: "job.yaml")
    #expect(try CommandRun.upright(["check", "job.yaml"], in: folder) == CommandRun(.exit(0)))
  }
}
