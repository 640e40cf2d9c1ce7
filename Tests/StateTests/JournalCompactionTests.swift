import Glibc
import ImageModel
import TestSupport
import Testing

@testable import State
@testable import System

@Suite struct JournalCompactionTests {
  private let end = JournalEnd(fingerprint: "f", rows: 5, unmade: 3, manifest: JournalSamples.file)

  /// A journal with much that no longer counts; the items that do are b, c and d.
  private func worn(_ root: TemporaryDirectory) throws -> Journal {
    let journal = try root.journal()
    for number in 0..<400 {
      try journal.append([
        .will(path: "out/b", file: JournalSamples.file),
        .item(JournalSamples.item("b", inode: UInt64(number))),
        .gone(path: "x"),
      ])
    }
    var both = JournalSamples.item("d")
    both.outputs.append(JournalSamples.item("e").outputs[0])
    try journal.append([
      .versions(JournalSamples.maker("v")), .item(JournalSamples.item("a")), .item(both),
      .item(JournalSamples.mixed("c")), .gone(path: "out/a"),
      .gone(path: "out/d"), .will(path: "orphan", file: JournalSamples.file),
      .will(path: "out/b", file: JournalSamples.file), .end(end),
    ])
    return journal
  }

  @Test func everythingThatCountsIsKept() throws {
    let root = try TemporaryDirectory()
    let journal = try worn(root)
    let files = try root.journal().outputsByPath()
    #expect(try journal.compactIfWorthwhile())
    var both = JournalSamples.item("d")
    both.outputs.append(JournalSamples.item("e").outputs[0])
    let kept: [JournalLine] = [
      .job(file: "job.yaml"), .item(JournalSamples.item("b", inode: 399)), .item(both),
      .item(JournalSamples.mixed("c")), .will(path: "orphan", file: JournalSamples.file),
      .will(path: "out/b", file: JournalSamples.file), .gone(path: "out/d"),
      .versions(JournalSamples.maker("v")), .end(end),
    ]
    #expect(try root.read("journal") == kept.flatMap(\.bytes))
    #expect(access(root.path + "/journal.new", F_OK) != 0)
    for journal in [journal, try root.journal()] {
      #expect(try journal.outputsByPath() == files)
      #expect(journal.lastEnd == end)
      #expect(journal.lines == 9)
      #expect(journal.count == 3)
      #expect(try journal.item(source: "d", id: "") == both)
      #expect(try journal.item(source: "a", id: "") == nil)
    }
  }

  @Test func itGoesOnWithTheNewFile() throws {
    let root = try TemporaryDirectory()
    let journal = try worn(root)
    #expect(try journal.made(path: "orphan") == MadeFiles(JournalSamples.file))
    #expect(try journal.compactIfWorthwhile())
    try journal.append([.item(JournalSamples.item("z")), .gone(path: "orphan")])
    try journal.sync()
    #expect(try journal.made(path: "orphan") == nil)
    #expect(try root.items().last == JournalSamples.item("z"))
    #expect(try root.journal().made(path: "orphan") == nil)
    #expect(try !journal.compactIfWorthwhile())
  }

  @Test func onlyWhereItIsWorthwhile() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    try journal.append((0..<999).map { _ in .item(JournalSamples.item("a")) })
    #expect(try !journal.compactIfWorthwhile())
    try journal.append((0..<400).map { .will(path: "\($0)", file: JournalSamples.file) })
    #expect(journal.lines == 1400)
    // 401 of 1400 lines count.
    #expect(try journal.compactIfWorthwhile())
    #expect(journal.lines == 402)
    try journal.append((0..<801).map { _ in .item(JournalSamples.item("a")) })
    // 401 of 1203 lines count.
    #expect(journal.lines == 1203)
    #expect(try !journal.compactIfWorthwhile())
  }

  /// Sources that come and go, as those of most days do: each leaves three lines.
  @Test func itemsWithoutFilesDoNotPileUp() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    for number in 0..<700 {
      let item = JournalSamples.item("\(number)")
      try journal.append([.will(path: item.outputs[0].path, file: JournalSamples.file), .item(item)])
      if number < 400 { try journal.append([.gone(path: item.outputs[0].path)]) }
    }
    #expect(journal.lines == 1801)
    #expect(try journal.compactIfWorthwhile())
    #expect(journal.lines == 301)
    #expect(journal.count == 300)
  }

  /// Of a path that went from one item to the other, only the last file may be there.
  @Test func aPathThatChangedHands() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    var moved = JournalSamples.item("b", inode: 7)
    moved.outputs[0].path = "out/a"
    try journal.append([.item(JournalSamples.item("a", inode: 1)), .item(moved)])
    moved.outputs[0].path = "out/b"
    try journal.append((0..<1200).map { _ in .item(moved) })
    let made = try root.journal().outputsByPath()
    #expect(made[ExactText("out/a")]?.all.map(\.inode) == [7])
    #expect(try journal.compactIfWorthwhile())
    #expect(try root.journal().outputsByPath() == made)
  }

  @Test func whatACrashLeftIsRemoved() throws {
    let root = try TemporaryDirectory()
    try root.journal().append([.item(JournalSamples.item("a"))])
    try root.write("half", to: "journal.new")
    let journal = try root.journal()
    #expect(access(root.path + "/journal.new", F_OK) != 0)
    #expect(journal.count == 1)
  }

  @Test func aFailureLeavesTheOldOne() throws {
    let root = try TemporaryDirectory()
    let journal = try worn(root)
    let before = try root.read("journal")
    mkdir(root.path + "/journal.new", 0o700)
    #expect(throws: SystemError(EEXIST)) { try journal.compactIfWorthwhile() }
    #expect(try root.read("journal") == before)
    rmdir(root.path + "/journal.new")
    try journal.append([.item(JournalSamples.item("z"))])
    #expect(try journal.compactIfWorthwhile())
    #expect(try root.items().last == JournalSamples.item("z"))
  }
}
