import Foundation
import JobFile
import TestSupport
import Testing

/// Random patterns over a random tree, against the shell's own `globstar`.
///
/// Names and patterns have no capital letters, so that our rule for extensions makes no difference.
@Suite struct GlobBashTests {
  private static let names = ["a", "b", "ab", "ba.a", "a.b", "aab", ".a", ".b.a"]
  private static let pieces = [
    "a", "b", "*", "?", "[ab]", "[!a]", "{a,b}", "{a,*b}", "{b,a{b,?}}", ".", "a.", "b*",
  ]

  private static func tree(_ generator: inout SplitMix64) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for _ in 0..<250 {
      let depth = Int.random(in: 1...4, using: &generator)
      let parts = (0..<depth).map { _ in names.randomElement(using: &generator) ?? "a" }
      // A name that is a file already can't be a folder too: the file stays.
      try? folder.write("", to: parts.joined(separator: "/"))
    }
    return folder
  }

  private static func pattern(_ generator: inout SplitMix64) -> String {
    let depth = Int.random(in: 1...4, using: &generator)
    return (0..<depth).map { _ in
      if Int.random(in: 0..<4, using: &generator) == 0 { return "**" }
      let length = Int.random(in: 1...3, using: &generator)
      return (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "a" }.joined()
    }.joined(separator: "/")
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func findsTheFilesThatBashFinds(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let folder = try Self.tree(&generator)
    // `..` would lead out of the tree.
    let patterns = (0..<200).map { _ in Self.pattern(&generator) }
      .filter { !$0.contains("..") && (try? GlobPattern(parsing: $0)) != nil }
    #expect(patterns.count > 100)
    var script = "shopt -s globstar nullglob\nLC_ALL=C\n"
    for (index, pattern) in patterns.enumerated() {
      script +=
        "for f in \(pattern); do [ -d \"$f\" ] || [ ! -e \"$f\" ] || echo \"\(index) $f\"; done\n"
    }
    let bash = try CommandRun.run("/bin/bash", ["-c", script], in: folder.path)
    #expect(bash.stderr == "")
    let expected = Set(bash.stdout.split(separator: "\n").map(Self.withoutDots))
    let files = folder.files()
    var (matched, walked): ([String], [String]) = ([], [])
    for (index, text) in patterns.enumerated() {
      let pattern = try GlobPattern(parsing: text)
      matched += files.filter { pattern.matches($0.utf8) }.map { "\(index) \($0)" }
      walked += try expand([entry(glob: text, optional: true)], in: folder).names.map { "\(index) \($0)" }
    }
    #expect(expected.count > 500)
    #expect(expected.symmetricDifference(matched) == [])
    #expect(expected.symmetricDifference(walked) == [])
    #expect(walked.count == expected.count)
  }

  /// Bash keeps the `.` segments that a pattern has.
  private static func withoutDots(_ line: Substring) -> String {
    let parts = line.split(separator: " ")
    let names = parts[1].split(separator: "/").filter { $0 != "." }
    return "\(parts[0]) \(names.joined(separator: "/"))"
  }
}
