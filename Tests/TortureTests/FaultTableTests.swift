import Glibc
import Testing

@testable import Torture

/// What exit statuses are right, as the words of the contract have them.
struct FaultTableTests {
  private static func call(_ family: String, _ path: String) -> LoggedCall {
    LoggedCall(
      number: 1, isWorker: false, family: family, name: family, result: -1, code: 0, inode: 0, value: 0,
      path: path,
      otherPath: "", data: [])
  }

  private static let source = call("read", "/r/photos/0/a.jpg")
  private static let output = call("write", "/r/1/out/.upright/torture/tmp/1.tmp")
  private static let stdout = call("write", "/r/1/stdout")
  private static let stderr = call("write", "/r/1/stderr")
  private static let journal = call("write", "/r/1/out/.upright/torture/journal")
  private static let manifest = call("write", "/r/1/torture.manifest.jsonl.tmp")

  /// What may come of a call that fails.
  private static let rows: [(code: Int32, call: LoggedCall, allowed: Set<Int32>)] = [
    (EIO, source, [1]),
    (EIO, output, [74]),
    (EIO, stdout, [74]),
    (EIO, journal, [74]),
    (EIO, manifest, [74]),
    (EIO, stderr, [0]),
    (EIO, call("sync", "/r/1/out"), [74]),
    (EIO, call("close", "/r/1/out"), [0, 2, 74]),
    (ENOSPC, output, [75]),
    (EDQUOT, output, [75]),
    (ENOSPC, journal, [74, 75]),
    (EMFILE, call("open", "/r/photos/0/a.jpg"), [75]),
    (EIO, call("open", "/r/1/out/.upright/torture/tmp/."), [0, 74, 75]),
    (EIO, call("open", "/r/1/out/.upright/torture/tmp"), [74]),
    (EINTR, source, [0]),
    (EINTR, call("open", "/r/photos/0/a.jpg"), [0]),
    (EINTR, call("sync", "/r/1/out"), [0, 74]),
    (0, output, [0]),
  ]

  @Test("One call", arguments: rows)
  func one(code: Int32, call: LoggedCall, allowed: Set<Int32>) {
    #expect(FaultTable.allowed(code, at: [call]) == allowed)
  }

  @Test("Several calls: the largest counts")
  func several() {
    #expect(FaultTable.allowed(EIO, at: [Self.source, Self.stderr]) == [1])
    #expect(FaultTable.allowed(EIO, at: [Self.source, Self.manifest]) == [74])
    #expect(FaultTable.allowed(ENOSPC, at: [Self.output, Self.manifest, Self.stderr]) == [75])
  }

  @Test("A refusal stays one")
  func refusal() {
    let folder = Self.call("list", "/r/1/../photos/0/")
    let state = Self.call("open", "/r/1/out/.upright/torture")
    #expect(FaultTable.allowed(EIO, at: [folder, state]) == [2, 74, 75])
    #expect(FaultTable.allowed(EIO, at: [state, folder]) == [74, 75])
  }
}
