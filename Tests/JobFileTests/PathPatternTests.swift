import Glibc
import Testing

@testable import JobFile

/// Patterns that all paths of a template match.
struct PathPatternTests {
  @Test(
    "Variables are `*`, a folder may be empty, and nothing else is special",
    arguments: [
      ("{dir}/{stem}.jpg", "*.jpg", ["a.jpg", "x/y/a.jpg"]),
      ("{dir}/s-{stem}-64.jpg", "*s-*-64.jpg", ["s-a-64.jpg", "x/s-a-64.jpg"]),
      ("data/{split}/{dir}/{id}.jpg", "data/*/*.jpg", ["data/train/a.jpg", "data/train/x/a.jpg"]),
      ("a[1]*?{width}x{height}.jpg", "a[[]1][*][?]*x*.jpg", ["a[1]*?30x20.jpg"]),
      ("plain{{}}.jpg", "plain{}.jpg", ["plain{}.jpg"]),
    ])
  func patterns(_ template: String, _ pattern: String, _ paths: [String]) throws {
    let found = try PathTemplate(parsing: template).fileNamePattern
    #expect(found == pattern)
    for path in paths { #expect(fnmatch(found, path, FNM_NOESCAPE) == 0, "\(path)") }
    #expect(fnmatch(found, "other.png", FNM_NOESCAPE) == FNM_NOMATCH)
  }
}
