import Glibc
import System
import TestSupport
import Testing

@testable import JobFile

/// Which entry's keys hold for a file, and what is refused.
@Suite struct SourceEntryRulesTests {
  private func folder(_ files: [String]) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for file in files { try folder.write("", to: file) }
    return folder
  }

  @Test func theLastGlobsKeysHold() throws {
    let folder = try folder(["a.jpg", "b.jpg", "x/c.jpg"])
    let entries = try ["**/*.jpg", "b.*", "*/*.jpg", "**/b.jpg"].map { try entry(glob: $0) }
    let expansion = try expand(entries, in: folder)
    #expect(expansion.names == ["a.jpg", "b.jpg", "x/c.jpg"])
    #expect(expansion.items.map(\.entry) == [0, 3, 2])
    #expect(expansion.items.map(\.dir) == ["", "", "x"])
    #expect(expansion.diagnostics == [])
  }

  @Test func aPathTakesItsGlobsPlace() throws {
    let folder = try folder(["a.jpg", "x/b.jpg"])
    let entries = [
      entry(path: "./x//b.jpg"), try entry(glob: "**/*.jpg"), entry(path: "\(folder.path)/a.jpg"),
    ]
    let expansion = try expand(entries, in: folder)
    #expect(expansion.names == ["a.jpg", "x/b.jpg"])
    #expect(expansion.items.map(\.entry) == [2, 0])
    #expect(expansion.items.map(\.dir) == ["", ""])
    #expect(expansion.diagnostics == [])
  }

  @Test func aPathIsLiteralAndNeedNotExist() throws {
    let folder = try folder(["a.jpg", "[a].jpg"])
    let entries = [
      entry(path: "[a].jpg"), entry(path: "missing.jpg"), entry(path: "gone.jpg", optional: true),
      entry(path: "a.jpg/x", optional: true), entry(path: "x/../y"),
    ]
    let expansion = try expand(entries, in: folder)
    #expect(expansion.names == ["[a].jpg", "missing.jpg", "x/../y"])
    #expect(expansion.diagnostics == [])
  }

  @Test func oneFileIsSeveralItemsByItsIDs() throws {
    let folder = try folder(["a.jpg", "b.jpg"])
    let entries = [
      entry(path: "b.jpg", id: "two"), try entry(glob: "*.jpg"), entry(path: "b.jpg", id: "one"),
      entry(path: "./b.jpg", id: "three"),
    ]
    let expansion = try expand(entries, in: folder)
    #expect(expansion.names == ["a.jpg", "b.jpg", "b.jpg", "b.jpg"])
    #expect(expansion.items.map(\.entry) == [1, 0, 2, 3])
    #expect(expansion.diagnostics == [])
  }

  @Test func filesThatAreNamedTwiceAreRefused() throws {
    let folder = try folder(["a.jpg"])
    let entries = [
      entry(path: "a.jpg", line: 3), entry(path: "./a.jpg", line: 4), entry(path: "a.jpg", id: "x", line: 5),
    ]
    #expect(
      try expand(entries, in: folder).messages == [
        "4:5: './a.jpg' is named in line 3 already; give each of its entries an 'id' of its own",
        "5:5: 'a.jpg' is named in line 3 already; give each of its entries an 'id' of its own",
      ])
  }

  @Test func patternsThatMatchNothingAreRefusedUnlessOptional() throws {
    let folder = try folder(["a.jpg", "x/b.jpg"])
    let entries = [
      try entry(glob: "*.jpg", line: 3), try entry(glob: "*.png", line: 4),
      try entry(glob: "scans/2024/*.jpg", line: 5), try entry(glob: "x/*", line: 6),
      try entry(glob: "*.tif", optional: true, line: 7), try entry(glob: "a.jpg/*", line: 8),
      try entry(glob: "a.jpg", line: 9), entry(path: "a.jpg", line: 10),
    ]
    let expansion = try expand(entries, exclude: ["x/**"], in: folder)
    func advice(_ pattern: String) -> String {
      "; where that may be, write - {glob: \"\(pattern)\", optional: true}"
    }
    #expect(
      expansion.diagnostics == [
        Diagnostic(
          file: "job.yaml", at: SourceLocation(line: 4, column: 5),
          "'*.png' matches no file" + advice("*.png")),
        Diagnostic(
          file: "job.yaml", at: SourceLocation(line: 5, column: 5),
          "'scans/2024/*.jpg' matches no file: there is no folder 'scans/2024'" + advice("scans/2024/*.jpg")),
        Diagnostic(
          file: "job.yaml", at: SourceLocation(line: 6, column: 5),
          "'x/*' matches only files that 'exclude' takes out" + advice("x/*")),
        Diagnostic(
          file: "job.yaml", at: SourceLocation(line: 8, column: 5),
          "'a.jpg/*' matches no file" + advice("a.jpg/*")),
      ])
    #expect(expansion.names == ["a.jpg"])
  }

  @Test(arguments: [(100, 100), (101, 101), (102, 100), (250, 100)])
  func errorsWithoutEndAreCounted(count: Int, told: Int) throws {
    let folder = try TemporaryDirectory()
    let entries = try (1...count).map { try entry(glob: "a\($0)*", line: $0) }
    var expected = (1...told).map {
      "\($0):5: 'a\($0)*' matches no file; where that may be, write - {glob: \"a\($0)*\", optional: true}"
    }
    if told < count { expected.append("0:0: \(count - told) more errors are not shown") }
    #expect(try expand(entries.reversed(), in: folder).messages == expected)
  }

  @Test func whatIsNeverASourceIsRefusedAsAPath() throws {
    let folder = try folder(["job.yaml", "a.manifest.jsonl", "a.lock.jsonl", "x/.upright/a.jpg"])
    let names = ["./job.yaml", "a.manifest.jsonl", "x/.upright/a.jpg", "a\0.jpg", "a.lock.jsonl"]
    let entries = names.enumerated().map { entry(path: $1, line: $0 + 1) }
    let expansion = try expand(entries, in: folder, reserved: [folder.path("job.yaml")])
    #expect(
      expansion.messages == [
        "1:5: './job.yaml' is a job file, a lock, a manifest or state of a run, never a source",
        "2:5: 'a.manifest.jsonl' is a job file, a lock, a manifest or state of a run, never a source",
        "3:5: 'x/.upright/a.jpg' is a job file, a lock, a manifest or state of a run, never a source",
        "4:5: a path can't hold a NUL character",
        "5:5: 'a.lock.jsonl' is a job file, a lock, a manifest or state of a run, never a source",
      ])
    #expect(expansion.items.map(\.displayName) == [])
  }

  @Test func aFolderThatCannotBeReadIsReported() throws {
    let folder = try folder(["x/a.jpg"])
    try folder.link("x/loop", to: "loop")
    let pattern = "x/{,loop/}*.jpg"
    let expansion = try expand([entry(glob: pattern, line: 2)], in: folder)
    #expect(expansion.names == ["x/a.jpg", "x/loop"])
    #expect(expansion.items.map(\.part) == [.whole, .folder(.system(SystemError(ELOOP)))])
    #expect(expansion.messages == [])
    let hidden = try [entry(glob: "x/loop/*.jpg", line: 2), entry(glob: "x/loop/*.png", line: 3)]
    #expect(try expand(hidden, in: folder).names == ["x/loop"])
    for (exclude, count) in [("**/loop/**", 1), ("x/loop", 1), ("**/loop/*", 2)] {
      #expect(try expand([entry(glob: pattern)], exclude: [exclude], in: folder).names.count == count)
    }
  }

  @Test(.enabled(if: geteuid() != 0)) func aClosedFolderIsReported() throws {
    let folder = try folder(["a.jpg", "closed/b.jpg"])
    chmod(folder.path("closed"), 0)
    let expansion = try expand([entry(glob: "**/*.jpg", line: 2)], in: folder)
    #expect(expansion.names == ["a.jpg", "closed"])
    #expect(expansion.items.map(\.part) == [.whole, .folder(.system(SystemError(EACCES)))])
  }
}
