import Foundation
import TestSupport
import Testing

@testable import Torture

/// The preloaded library on programs whose calls are known: `dd`, which opens, reads and writes as it is told.
struct FaultLibraryTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("twelve bytes", to: "in")
    try folder.write("", to: "control")
    truncate(folder.path("control"), 1 << 20)
  }

  /// Copies in blocks of four bytes.
  private func copy(_ faults: Faults, below: String? = nil) throws -> CommandRun {
    try CommandRun.run(
      "/usr/bin/dd", ["if=in", "of=out", "bs=4", "status=none"], in: folder.path,
      environment: faults.environment(
        library: try Program().faults, control: folder.path("control"), below: below ?? folder.path))
  }

  private func calls() throws -> [LoggedCall] { LoggedCall.all(in: try folder.read("control")) }

  @Test("All calls of a copy, in order, with what is written")
  func log() throws {
    #expect(try copy(Faults(.log)) == CommandRun(.exit(0)))
    let calls = try calls()
    let (source, target) = (folder.path("in"), folder.path("out"))
    let moves = [("read", source), ("write", target)]
    let expected = [("open", source), ("open", target)] + moves + moves + moves + [("read", source)]
    let seen = calls.filter { ["open", "read", "write"].contains($0.family) }
    #expect(seen.map(\.name) == expected.map(\.0))
    #expect(seen.map(\.path) == expected.map(\.1))
    #expect(seen.map(\.result).suffix(7) == [4, 4, 4, 4, 4, 4, 0])
    #expect(calls.map(\.number) == Array(1...calls.count))
    let writes = seen.filter { $0.family == "write" }
    #expect(writes.map { String(decoding: $0.data, as: UTF8.self) } == ["twel", "ve b", "ytes"])
    #expect(writes.map(\.value) == [0, 4, 8])
    var status = stat()
    #expect(stat(target, &status) == 0 && Set(writes.map(\.inode)) == [UInt64(status.st_ino)])
  }

  @Test("Files elsewhere don't count")
  func elsewhere() throws {
    #expect(try copy(Faults(.log), below: folder.path("i")) == CommandRun(.exit(0)))
    #expect(try calls() == [])
  }

  /// The number of the `index`th call of a name in an undisturbed copy.
  private func number(_ name: String, _ index: Int) throws -> Int {
    _ = try copy(Faults(.count))
    let number = try calls().filter { $0.name == name }[index].number
    try folder.write([UInt8](repeating: 0, count: 1 << 20), to: "control")
    return number
  }

  @Test("A call fails with the error asked for, and only that call is logged")
  func fail() throws {
    let number = try number("write", 1)
    let run = try copy(Faults(.fail(at: number, code: ENOSPC, stays: false)))
    #expect(
      run == CommandRun(.exit(1), stderr: "/usr/bin/dd: error writing 'out': No space left on device\n"))
    #expect(try folder.read("out") == Array("twel".utf8))
    let calls = try calls()
    #expect(calls.map(\.number) == [number])
    #expect(calls.map(\.name) == ["write"])
    #expect(calls.map(\.code) == [ENOSPC])
  }

  @Test("A write cut short, once and every second time, loses nothing")
  func short() throws {
    for stays in [false, true] {
      let number = try number("write", 0)
      #expect(try copy(Faults(.fail(at: number, code: 0, stays: stays))) == CommandRun(.exit(0)))
      #expect(try folder.read("out") == Array("twelve bytes".utf8))
      #expect(try calls().map(\.result).allSatisfy { $0 == 2 || $0 == 1 })
      #expect(try calls().isEmpty == false)
    }
  }

  @Test("The end before and after a write", arguments: [(false, "twel"), (true, "twelve b")])
  func kill(isAfter: Bool, left: String) throws {
    let number = try number("write", 1)
    #expect(try copy(Faults(.kill(at: number, isAfter: isAfter))).ending == .signal(SIGKILL))
    #expect(try folder.read("out") == Array(left.utf8))
  }

  @Test("What is for workers only leaves others alone")
  func workers() throws {
    #expect(try copy(Faults(.count, in: .worker)) == CommandRun(.exit(0)))
    #expect(try folder.read("control").allSatisfy { $0 == 0 })
  }
}
