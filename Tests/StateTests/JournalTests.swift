import Glibc
import ImageModel
import TestSupport
import Testing

@testable import State
@testable import System

@Suite struct JournalTests {
  @Test func aNewOneNamesItsJobFile() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    #expect(journal.jobFile == "job.yaml")
    #expect(try root.read("journal") == JournalSamples.line("journal\t1\tjob.yaml"))
    #expect(try root.withDescriptor { try Journal(folder: $0, jobFile: "other.yaml").jobFile } == "job.yaml")
    try journal.append([.job(file: "moved.yaml")])
    #expect(try root.journal().jobFile == "moved.yaml")
  }

  @Test func newestWins() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    let (old, new, other) = (
      JournalSamples.item("a", inode: 1), JournalSamples.item("a", inode: 2), JournalSamples.item("a", "x")
    )
    try journal.append([.item(old), .item(other)])
    #expect(try journal.item(source: "a", id: "") == old)
    try journal.append([.item(new)])
    for journal in [journal, try root.journal()] {
      #expect(try journal.item(source: "a", id: "") == new)
      #expect(try journal.item(source: "a", id: "x") == other)
      #expect(try journal.item(source: "ax", id: "") == nil)
      #expect(journal.count == 2)
      #expect(journal.lines == 4)
    }
    #expect(try root.items() == [other, new])
  }

  @Test func namesAreBytes() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    let items = JournalSamples.names.map { JournalSamples.mixed($0) }
    try journal.append(items.map { .item($0) })
    #expect(journal.count == JournalSamples.names.count)
    for item in items {
      #expect(try journal.item(source: item.source, id: item.id) == item)
      #expect(try root.journal().item(source: item.source, id: item.id) == item)
    }
    #expect(try root.items() == items)
    #expect(JournalSamples.mixed("\u{E9}") != JournalSamples.mixed("e\u{301}"))
    #expect(try journal.made(path: "\u{E9}.jpg2") == MadeFiles(JournalSamples.file))
    try journal.append([.gone(path: "\u{E9}.jpg2")])
    #expect(try journal.made(path: "e\u{301}.jpg2") == MadeFiles(JournalSamples.file))
    #expect(try journal.made(path: "\u{E9}.jpg2") == nil)
  }

  @Test func hashesThatCollide() throws {
    let root = try TemporaryDirectory()
    let items = (0..<200).map { JournalSamples.item("a\($0 / 2)", $0 % 2 == 0 ? "" : "b", inode: UInt64($0)) }
    let hashes: [Journal.Hash] = [{ _ in 0 }, { _ in .max }, { UInt64($0.count % 3) }]
    for hash in hashes {
      let journal = try root.withDescriptor { try Journal(folder: $0, jobFile: "j", hash: hash) }
      try journal.append(items.map { .item($0) })
      let opened = try root.withDescriptor { try Journal(folder: $0, jobFile: "j", hash: hash) }
      for journal in [journal, opened] {
        #expect(journal.count == 200)
        for item in items { #expect(try journal.item(source: item.source, id: item.id) == item) }
        #expect(try journal.item(source: "a", id: "b") == nil)
      }
    }
  }

  @Test func indexStaysSmall() throws {
    var index = JournalIndex()
    for number in 0..<50_000 {
      let hash = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
      index.set(hash, JournalIndex.Place(offset: number << 20, count: 0xFF_FFFF)) { _ in false }
      if number > 100 { #expect(index.size <= 40 * index.count) }
    }
    let found = index.find(49_999 &* 0x9E37_79B9_7F4A_7C15) { _ in true }
    #expect(found == JournalIndex.Place(offset: 49_999 << 20, count: 0xFF_FFFF))
  }

  @Test func madeFiles() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    let (one, two) = (FileIdentity(bytes: 10, modified: 20, inode: 1), JournalSamples.file)
    try journal.append([.item(JournalSamples.item("a", inode: 1)), .will(path: "b", file: two)])
    for (path, file) in [("out/a", one), ("b", two), ("c", nil)] {
      #expect(try journal.made(path: path) == file.map { MadeFiles($0) })
    }
    try journal.append([.will(path: "out/a", file: two), .gone(path: "b"), .will(path: "c", file: one)])
    for journal in [journal, try root.journal()] {
      let made = try journal.outputsByPath()
      #expect(made.mapValues(\.all) == [ExactText("out/a"): [one, two], ExactText("c"): [one]])
    }
    try journal.append([.item(JournalSamples.item("a", inode: 1))])
    #expect(try journal.made(path: "out/a") == MadeFiles(one))
  }

  /// Until a run notes what came of it, what was there before may be there still.
  @Test func filesThatWereAnnounced() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    let files = (1...40).map { FileIdentity(bytes: 1, modified: 2, inode: $0) }
    for file in files.prefix(3) + files.prefix(3).suffix(1) {
      try journal.append([.will(path: "a", file: file)])
    }
    for journal in [journal, try root.journal()] {
      let made = try journal.made(path: "a")
      #expect(made?.all == Array(files.prefix(3)))
      #expect(files.filter { made?.contains($0) == true } == Array(files.prefix(3)))
    }
    try journal.append(files.dropFirst(3).map { .will(path: "a", file: $0) })
    #expect(try root.journal().made(path: "a")?.all == Array(files.suffix(17)))
  }

  @Test func anEndOfAnEarlierVersionTakesBackTheOneBefore() throws {
    let root = try TemporaryDirectory()
    try root.journal().append([
      .end(JournalEnd(fingerprint: "1", rows: 2, unmade: 0, manifest: JournalSamples.file))
    ])
    let before = try root.read("journal")
    try root.write(before + JournalSamples.line("end\t1\t0\t5\t6"), to: "journal")
    #expect(try root.journal().lastEnd == nil)
  }

  @Test func anEndCountsUntilSomethingHappens() throws {
    let after: [JournalLine] = [
      .item(JournalSamples.item("a")), .gone(path: "a"), .will(path: "a", file: JournalSamples.file),
    ]
    for line in after {
      let root = try TemporaryDirectory()
      let journal = try root.journal()
      #expect(journal.lastEnd == nil)
      try journal.append([
        .end(JournalEnd(fingerprint: "1", rows: 5, unmade: 3, manifest: JournalSamples.file)), line,
      ])
      #expect(journal.lastEnd == nil)
      let end = JournalEnd(fingerprint: "2", rows: 5, unmade: 3, manifest: JournalSamples.file)
      try journal.append([
        .end(JournalEnd(fingerprint: "1", rows: 5, unmade: 3, manifest: JournalSamples.file)), .end(end),
      ])
      #expect(journal.lastEnd == end)
      #expect(try root.journal().lastEnd == end)
      try journal.append([line])
      #expect(journal.lastEnd == nil)
      #expect(try root.journal().lastEnd == nil)
    }
  }

  @Test func readingOnlyChangesNothing() throws {
    let root = try TemporaryDirectory()
    let none = try root.withDescriptor { try Journal(reading: $0) }
    #expect(none.jobFile == nil && none.count == 0)
    #expect(try none.item(source: "a", id: "") == nil)
    #expect(access(root.path + "/journal", F_OK) != 0)

    try root.journal().append([.item(JournalSamples.item("a"))])
    let torn = try root.read("journal") + Array("12345678\tgone".utf8)
    try root.write(torn, to: "journal")
    try root.write("half", to: "journal.new")
    let journal = try root.withDescriptor { try Journal(reading: $0) }
    #expect(journal.count == 1)
    #expect(throws: SystemError(EBADF)) { try journal.append([.gone(path: "a")]) }
    #expect(throws: SystemError(EBADF)) { try journal.sync() }
    #expect(throws: SystemError(EBADF)) { try journal.compactIfWorthwhile() }
    #expect(try root.read("journal") == torn)
    #expect(try root.read("journal.new") == Array("half".utf8))
  }

  @Test func whatIsNoRegularFileIsRefused() throws {
    let root = try TemporaryDirectory()
    try root.write("", to: "elsewhere")
    symlink("elsewhere", root.path + "/journal")
    #expect(throws: SystemError(ELOOP)) { try root.journal() }
    unlink(root.path + "/journal")
    mkfifo(root.path + "/journal", 0o600)
    #expect(throws: SystemError(EINVAL)) { try root.journal() }
    #expect(throws: SystemError(EINVAL)) { try root.items() }
  }
}
