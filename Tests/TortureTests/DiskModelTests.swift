import TestSupport
import Testing

@testable import Torture

/// What is left of a file after each step of putting it in its place.
struct DiskModelTests {
  private static func call(
    _ name: String, _ path: String, to other: String = "", inode: UInt64 = 0, value: Int = 0,
    data: String = ""
  ) -> LoggedCall {
    LoggedCall(
      number: 1, isWorker: false, family: "", name: name, result: data.utf8.count, code: 0, inode: inode,
      value: value,
      path: path, otherPath: other, data: Array(data.utf8))
  }

  /// The texts of all files after a loss.
  private static func texts(_ disk: DiskModel, _ loss: DiskModel.Loss) -> [String: String] {
    disk.files(after: loss).mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Data, name, folder: sure one after another")
  func steps() throws {
    let folder = try TemporaryDirectory()
    try folder.write("old", to: "out/a")
    try folder.makeFolder("tmp")
    var disk = DiskModel(root: folder.path)
    let (temporary, target) = (folder.path("tmp/1"), folder.path("out/a"))
    // O_WRONLY | O_CREAT.
    var does = disk.apply(Self.call("openat", temporary, inode: 9, value: 0o101))
    #expect(does)
    does = disk.apply(Self.call("write", temporary, inode: 9, data: "new one"))
    #expect(does)
    #expect(Self.texts(disk, .nothing) == ["out/a": "old", "tmp/1": "new one"])
    #expect(Self.texts(disk, .all) == ["out/a": "old"])
    #expect(Self.texts(disk, .data) == ["out/a": "old", "tmp/1": "\0\0\0\0\0\0\0"])

    does = disk.apply(Self.call("renameat", temporary, to: target))
    #expect(does)
    #expect(Self.texts(disk, .nothing) == ["out/a": "new one"])
    #expect(Self.texts(disk, .all) == ["out/a": "old"])
    #expect(Self.texts(disk, .data) == ["out/a": "\0\0\0\0\0\0\0"])

    does = disk.apply(Self.call("fsync", folder.path("out")))
    #expect(does)
    #expect(Self.texts(disk, .all) == ["out/a": ""])
    does = disk.apply(Self.call("fdatasync", target, inode: 9))
    #expect(does)
    for loss in DiskModel.Loss.allCases { #expect(Self.texts(disk, loss) == ["out/a": "new one"]) }
  }

  @Test("A file in a new folder is lost with it, until all is synced")
  func folders() throws {
    let folder = try TemporaryDirectory()
    var disk = DiskModel(root: folder.path)
    _ = disk.apply(Self.call("mkdir", folder.path("a")))
    _ = disk.apply(Self.call("open", folder.path("a/b"), inode: 5, value: 0o101))
    _ = disk.apply(Self.call("fsync", folder.path("a")))
    #expect(Self.texts(disk, .all) == [:])
    _ = disk.apply(Self.call("syncfs", folder.path))
    #expect(Self.texts(disk, .all) == ["a/b": ""])
    _ = disk.apply(Self.call("unlink", folder.path("a/b")))
    #expect(Self.texts(disk, .nothing) == [:])
    #expect(Self.texts(disk, .all) == ["a/b": ""])
  }

  @Test("Calls that failed, and files elsewhere, change nothing")
  func nothing() throws {
    let folder = try TemporaryDirectory()
    var disk = DiskModel(root: folder.path)
    var failed = Self.call("mkdir", folder.path("a"))
    failed.result = -1
    for call in [
      failed, Self.call("mkdir", "/elsewhere/a"), Self.call("read", folder.path("a"), data: "x"),
    ] {
      let does = disk.apply(call)
      #expect(!does)
    }
  }
}
