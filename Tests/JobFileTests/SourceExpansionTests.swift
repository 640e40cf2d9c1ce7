import Glibc
import TestSupport
import Testing

@testable import JobFile

@Suite struct SourceExpansionTests {
  private func folder(_ files: [String]) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for file in files { try folder.write("", to: file) }
    return folder
  }

  @Test func itemsComeByTheBytesOfTheirPaths() throws {
    let names = [
      "Z.jpg", "a-b/1.jpg", "a.jpg", "a/1.jpg", "a/10.jpg", "a/2.jpg", "a0.jpg", "b.JPG", "\u{E4}.jpg",
    ]
    let folder = try folder(names.reversed() + ["a/3.png", "c.txt"])
    let expansion = try expand([entry(glob: "**/*.jpg")], in: folder)
    #expect(expansion.names == names)
    #expect(expansion.diagnostics == [])
  }

  @Test func wildcardsPassByDotNamesAndFolders() throws {
    let folder = try folder(["a.jpg", ".b.jpg", ".x/c.jpg", "d.jpg/e.jpg", "y/.z/f.jpg"])
    #expect(try expand([entry(glob: "**/*.jpg")], in: folder).names == ["a.jpg", "d.jpg/e.jpg"])
    #expect(try expand([entry(glob: "*")], in: folder).names == ["a.jpg"])
    #expect(
      try expand([entry(glob: ".*/*"), entry(glob: ".*")], in: folder).names == [".b.jpg", ".x/c.jpg"])
    #expect(try expand([entry(glob: "y/.z/*")], in: folder).names == ["y/.z/f.jpg"])
  }

  @Test func linkedFoldersAreEnteredByNameButNotByTwoStars() throws {
    let folder = try folder(["real/a.jpg", "real/deep/b.jpg"])
    try folder.link("link", to: "real")
    try folder.link("real/loop", to: "..")
    #expect(try expand([entry(glob: "**")], in: folder).names == ["real/a.jpg", "real/deep/b.jpg"])
    #expect(try expand([entry(glob: "link/**")], in: folder).names == ["link/a.jpg", "link/deep/b.jpg"])
    #expect(try expand([entry(glob: "*/a.jpg")], in: folder).names == ["link/a.jpg", "real/a.jpg"])
    #expect(
      try expand([entry(glob: "real/*/*/a.jpg")], in: folder).names == [
        "real/loop/link/a.jpg", "real/loop/real/a.jpg",
      ])
  }

  @Test func linksToFilesAndSpecialFilesAreItems() throws {
    let folder = try folder(["real.jpg"])
    try folder.link("good.jpg", to: "real.jpg")
    try folder.link("dangling.jpg", to: "nowhere")
    try folder.link("self.jpg", to: "self.jpg")
    try folder.makeFolder("folder.jpg")
    try folder.link("tofolder.jpg", to: "folder.jpg")
    #expect(mkfifo(folder.path("fifo.jpg"), 0o644) == 0)
    let expected = ["dangling.jpg", "fifo.jpg", "good.jpg", "real.jpg", "self.jpg"]
    #expect(try expand([entry(glob: "*.jpg")], in: folder).names == expected)
    let literal = try expand(
      ["dangling.1", "folder.jpg", "fifo.jpg"].map { try entry(glob: $0, optional: true) }, in: folder)
    #expect(literal.names == ["fifo.jpg"])
  }

  @Test func literalNamesMatchTheirExtensionWithoutCase() throws {
    let folder = try folder(["a.jpg", "a.JPG", "A.jpg", "b", "B", "c.1", "x/a.Jpg", "X/a.jpg"])
    let entries = try ["a.jpg", "b", "c.1", "x/a.JPG"].map { try entry(glob: $0) }
    let expansion = try expand(entries, in: folder)
    #expect(expansion.names == ["a.JPG", "a.jpg", "b", "c.1", "x/a.Jpg"])
    #expect(expansion.items.map(\.entry) == [0, 0, 1, 2, 3])
    #expect(try expand([entry(glob: "b"), entry(glob: "c.1")], in: folder).names == ["b", "c.1"])
  }

  @Test func namesThatAreNotUTF8AreItems() throws {
    let folder = try TemporaryDirectory()
    try folder.touch(bytes: [0x61, 0xE4, 0x2E, 0x6A, 0x70, 0x67])
    try folder.write("", to: "a\u{E4}%.jpg")
    let items = try expand([entry(glob: "*.jpg")], in: folder).items
    #expect(items.map(\.displayName) == ["a\u{E4}%.jpg", "a%E4.jpg"])
    #expect(items.map(\.isUTF8) == [true, false])
    #expect(items.last?.path == [0x61, 0xE4, 0x2E, 0x6A, 0x70, 0x67])
  }

  @Test func theFolderBelowTheFixedPartIsKept() throws {
    let folder = try folder(["p/a.jpg", "p/x/y/b.jpg", "q/c.jpg"])
    let items = try expand(
      [entry(glob: "./p//**/*.jpg"), entry(glob: "{q,r/s}/*"), entry(path: "q/d.jpg")], in: folder
    ).items
    #expect(items.map(\.displayName) == ["p/a.jpg", "p/x/y/b.jpg", "q/c.jpg", "q/d.jpg"])
    #expect(items.map(\.dir) == ["", "x/y", "q", ""])
    #expect(items.map(\.stem) == ["a", "b", "c", "d"])
  }

  @Test func absoluteAndClimbingGlobsAreFollowed() throws {
    let folder = try folder(["base/x/a.jpg", "other/y/b.jpg"])
    let entries = [
      try entry(glob: "../other/**/*.jpg"), try entry(glob: "\(folder.path)/other/**/*.jpg"),
      try entry(glob: "\(folder.path)/base/**/*.jpg"),
    ]
    let items = try expand(entries, in: folder, base: folder.path("base")).items
    #expect(items.map(\.displayName) == ["../other/y/b.jpg", "\(folder.path)/other/y/b.jpg", "x/a.jpg"])
    #expect(items.map(\.dir) == ["y", "y", "x"])
    #expect(items.map(\.entry) == [0, 1, 2])
  }

  @Test func excludeTakesOutWhatGlobsFindOnly() throws {
    let folder = try folder(["a.jpg", "rejected/b.jpg", "x/rejected/y/c.jpg", "x/d.jpg", "x/rejected.jpg"])
    let expansion = try expand(
      [entry(glob: "**/*.jpg"), entry(path: "rejected/b.jpg")],
      exclude: ["**/rejected/**", "\(folder.path)/x/d.*"], in: folder)
    #expect(expansion.names == ["a.jpg", "rejected/b.jpg", "x/rejected.jpg"])
    #expect(expansion.diagnostics == [])
  }

  @Test func anExcludeThatBeginsAnywhereHoldsAboveTheBaseFolderToo() throws {
    let folder = try folder([
      "base/rejected/a.jpg", "base/b.jpg", "up/rejected/c.jpg", "up/d.jpg", "up/x/rejected.jpg",
    ])
    let globs = ["**/*.jpg", "../up/**/*.jpg"]
    for glob in globs + ["\(folder.path)/up/**/*.jpg"] {
      let found = try expand(
        [entry(glob: glob)], exclude: ["**/rejected/**"], in: folder, base: folder.path("base")
      ).names.map { $0.split(separator: "/").last }
      #expect(found == (glob == "**/*.jpg" ? ["b.jpg"] : ["d.jpg", "rejected.jpg"]), "\(glob)")
    }
    let kept = try expand(
      [entry(glob: "../up/**/*.jpg")], exclude: ["up/rejected/**"], in: folder, base: folder.path("base"))
    #expect(kept.names.count == 3)
  }

  @Test func jobFilesLocksManifestsAndStateAreNeverSources() throws {
    let folder = try folder([
      "a.jpg", "job.yaml", "x/job.yaml", "out.txt", "n.manifest.jsonl", "other.lock.jsonl", ".upright/n/lock",
      "x/.upright/b.jpg",
    ])
    let expansion = try expand(
      [entry(glob: "**"), entry(glob: "{.upright,x/.upright}/**", optional: true)], in: folder,
      reserved: [folder.path("x/../job.yaml"), folder.path("out.txt"), folder.path("missing.jsonl")])
    #expect(expansion.names == ["a.jpg", "x/job.yaml"])
    #expect(expansion.diagnostics == [])
  }

  @Test func aDeepTreeIsReadToItsLimit() throws {
    let folder = try TemporaryDirectory()
    let deep = Array(repeating: "d", count: 256).joined(separator: "/")
    try folder.write("", to: "\(deep)/a.jpg")
    #expect(try expand([entry(glob: "**/a.jpg", line: 3)], in: folder).names == ["\(deep)/a.jpg"])
    try folder.write("", to: "\(deep)/d/b.jpg")
    let expansion = try expand([entry(glob: "**/*.jpg", line: 3)], in: folder)
    #expect(expansion.names == ["\(deep)/a.jpg", "\(deep)/d"])
    #expect(expansion.items.map(\.part) == [.whole, .folder(.tooDeep)])
    #expect(expansion.diagnostics == [])
  }

  @Test func theMatcherAnswersForPathsThatDoNotExist() throws {
    let folder = try TemporaryDirectory()
    let globs = ["**/*.jpg", "a.png", "x/{a,b}.png", "x/b.*", "{y/c.tif,z}", "/other/d.jpg"]
    let entries = try globs.map { try entry(glob: $0, optional: true) } + [entry(path: "e.png")]
    let matcher = try expand(entries, exclude: ["out/**", "x/b.png"], in: folder).matcher
    let rows: [(String, Int?)] = [
      ("a.jpg", 0), ("y/./a.JPG", 0), ("out/a.jpg", nil), ("./a.PNG", 1), ("A.png", nil), ("x//a.png", 2),
      ("\(folder.path)/x/a.png", 2), ("x/b.png", nil), ("x/b.PNG", nil), ("x/b.jpg", 3), ("y/c.TIF", 4),
      ("z", 4), ("Z", nil), ("/other/d.jpg", 5), ("/other/e.jpg", nil), ("other/d.jpg", 0), ("e.png", nil),
    ]
    #expect(rows.map { matcher.entry(matching: $0.0.utf8) } == rows.map(\.1))
  }
}
