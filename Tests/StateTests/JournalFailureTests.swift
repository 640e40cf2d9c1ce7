import Glibc
import ImageModel
import TestSupport
import Testing

@testable import State
@testable import System

@Suite struct JournalFailureTests {
  @Test func aDiskThatFillsUpLeavesWholeLines() async {
    await #expect(processExitsWith: .success) {
      let root = try TemporaryDirectory()
      let journal = try root.journal()
      try journal.append([.item(JournalSamples.item("a"))])
      let before = try root.read("journal")
      let batch = (0..<20).map { JournalLine.item(JournalSamples.item("b\($0)")) }
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(before.count + 100), rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(throws: SystemError(EFBIG)) { try journal.append(batch) }
      #expect(try root.read("journal") == before)
      #expect(try journal.item(source: "b0", id: "") == nil)
      limit.rlim_cur = rlim_t.max
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      try journal.append(batch)
      #expect(try root.items().count == 21)
      #expect(try journal.item(source: "b19", id: "") == JournalSamples.item("b19"))
    }
  }

  @Test func whatCanNotBeTakenBackEndsTheWriting() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    try journal.append([.item(JournalSamples.item("a"))])
    let before = try root.read("journal")
    journal.file = try Descriptor.open(root.path + "/journal", O_RDONLY)
    #expect(throws: SystemError(EBADF)) { try journal.append([.gone(path: "a")]) }
    journal.file = try Descriptor.open(root.path + "/journal", O_RDWR | O_APPEND)
    #expect(throws: SystemError(EINVAL)) { try journal.append([.gone(path: "a")]) }
    #expect(throws: SystemError(EINVAL)) { try journal.sync() }
    #expect(try journal.item(source: "a", id: "") == JournalSamples.item("a"))
    #expect(try root.read("journal") == before)
  }

  @Test func aFailedSyncIsNeverTriedAgain() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    try journal.sync()
    journal.file = try deadPipe()
    #expect(throws: SystemError(EINVAL)) { try journal.sync() }
    journal.file = try Descriptor.open(root.path + "/journal", O_RDWR | O_APPEND)
    #expect(throws: SystemError(EINVAL)) { try journal.sync() }
    #expect(throws: SystemError(EINVAL)) { try journal.append([.gone(path: "a")]) }
  }

  /// The writing end of a pipe that nobody reads: nothing that can be made to last.
  private func deadPipe() throws -> Descriptor {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError.last }
    close(ends[0])
    return Descriptor(owning: ends[1])
  }
}
