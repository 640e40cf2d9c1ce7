import Glibc
import TestSupport
import Testing

@testable import State
@testable import System

@Suite struct OutputTreeTests {
  /// A journal that somebody has edited may hold any path.
  @Test func pathsThatClimbLeadNowhere() throws {
    let folder = try TemporaryDirectory()
    try folder.write("mine", to: "mine.txt")
    try folder.makeFolder("root/a")
    let tree = try OutputTree(making: folder.path("root"), syncsFolders: false)
    for path in ["../mine.txt", "a/../../mine.txt", "../new/mine.txt"] {
      #expect(try tree.status(path) == nil)
      #expect(throws: SystemError(ENOENT)) { try tree.remove(path) }
      #expect(throws: SystemError(ENOENT)) { _ = try tree.makeFolder(of: path).number }
    }
    #expect(folder.files() == ["mine.txt"])
    #expect(access(folder.path("new"), F_OK) != 0)
  }

  @Test(arguments: [false, true]) func theRootIsMadeWithWhatIsAboveIt(_ syncs: Bool) throws {
    let folder = try TemporaryDirectory()
    let tree = try OutputTree(making: folder.path("a/b/c"), syncsFolders: syncs)
    _ = try tree.makeFolder(of: "d/e.jpg").number
    #expect(access(folder.path("a/b/c/d"), F_OK) == 0)
    rmdir(folder.path("a/b/c/d"))
    tree.withdraw()
    #expect(access(folder.path("a"), F_OK) != 0)
  }
}
