import TestSupport
import Testing

struct QuotedFiguresTests {
  private static let head = "| work | best peer | its CPU to ours | its memory to ours |"

  /// The rows of the table with this head in a page.
  private static func rows(_ page: String) throws -> [String] {
    let text = try String(contentsOfFile: "\(PackageRoot.path)/\(page)", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " })
    }
    let start = try #require(lines.firstIndex(of: head), "\(page) has no table of the best peers")
    return Array(lines[(start + 2)...].prefix { $0.hasPrefix("|") })
  }

  @Test("The README quotes the figures of docs/performance.md")
  func readme() throws {
    let quoted = try Self.rows("README.md")
    let measured = try Self.rows("docs/performance.md")
    #expect(quoted.count >= 3)
    #expect(quoted.filter { !measured.contains($0) } == [])
  }
}
