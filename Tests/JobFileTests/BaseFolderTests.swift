import TestSupport
import Testing

@testable import JobFile

@Suite struct BaseFolderTests {
  private func normalized(_ path: String, _ base: BaseFolder) -> String {
    String(decoding: base.normalized(path.utf8), as: UTF8.self)
  }

  @Test func pathsHaveOneSpelling() throws {
    let folder = try TemporaryDirectory()
    try folder.makeFolder("real")
    try folder.link("link", to: "real")
    let base = BaseFolder(folder.path("link"))
    for (path, expected) in [
      ("a/b", "a/b"), ("./a//./b/", "a/b"), ("x/../y", "x/../y"), ("../a", "../a"), (".", "."), ("./", "."),
      ("/", "/"), ("//etc/./x", "/etc/x"), (folder.path("link/a"), "a"), (folder.path("real//a"), "a"),
      (folder.path("real"), "."), (folder.path("realm/a"), folder.path("realm/a")),
      (folder.path("other"), folder.path("other")),
    ] {
      #expect(normalized(path, base) == expected, "\(path)")
    }
  }

  @Test func absoluteGlobsFindTheBaseBehindALink() throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "real/x/a.jpg")
    try folder.link("link", to: "real")
    for spelling in ["link", "real"] {
      let glob = try entry(glob: folder.path("\(spelling)/x/*.jpg"))
      #expect(try expand([glob], in: folder, base: folder.path("link")).names == ["x/a.jpg"])
    }
  }

  @Test func aBaseThatDoesNotExistIsTakenAsWritten() throws {
    let folder = try TemporaryDirectory()
    let base = BaseFolder(folder.path("missing"))
    #expect(base.path == folder.path("missing"))
    #expect(normalized(folder.path("missing/a"), base) == "a")
    #expect(BaseFolder("").path == ".")
  }

  @Test func theFileSystemPathIsBelowTheBase() {
    let base = BaseFolder("some/base")
    #expect(base.withFileSystemPath(of: Array("a/b".utf8)) { String(cString: $0) } == "some/base/a/b")
    #expect(base.withFileSystemPath(of: Array("/a/b".utf8)) { String(cString: $0) } == "/a/b")
  }
}
