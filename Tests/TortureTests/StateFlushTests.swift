import Foundation
import TestSupport
import Testing

@testable import Torture

/// The order of flushes and renames in a run, with its state in the output root or elsewhere.
struct StateFlushTests {
  /// The calls of a run that makes `out/a.png`, on files of its folder.
  private static func calls(_ keys: String) throws -> [LoggedCall] {
    let folder = try TemporaryDirectory()
    try folder.write(TestBMP(8, 8, depth: 24) { x, _ in x }.file, to: "a.bmp")
    try folder.write(
      "version: 1\nsources: [a.bmp]\noutput_root: out\noutputs: [{path: a.png}]\nisolation: none\n\(keys)\n",
      to: "job.yaml")
    try folder.write("", to: "control")
    let program = try Program()
    let faults = Faults(.log)
    truncate(folder.path("control"), off_t(faults.controlBytes))
    let run = try CommandRun.run(
      program.path, ["run", "--quiet", "job.yaml"], in: folder.path,
      environment: faults.environment(
        library: program.faults, control: folder.path("control"), below: folder.path))
    #expect(run == CommandRun(.exit(0)))
    return LoggedCall.all(in: try folder.read("control"))
  }

  /// The index of the rename that puts the output in place.
  private static func placing(_ calls: [LoggedCall]) throws -> Int {
    let place = try #require(
      calls.firstIndex { $0.family == "rename" && $0.otherPath.hasSuffix("/out/a.png") })
    // A rename works within a file system only.
    #expect(calls[place].path.contains("/out/.upright/job/tmp/"))
    return place
  }

  /// True if the journal at `path` is flushed by itself after its last write before the output is put in place.
  private static func flushesJournal(_ calls: [LoggedCall], _ path: String) throws -> Bool {
    let before = calls[..<(try placing(calls))]
    let written = try #require(before.lastIndex { $0.family == "write" && $0.path.hasSuffix(path) })
    #expect(String(decoding: before[written].data, as: UTF8.self).contains("\twill\t"))
    return before[written...].contains { $0.name == "fdatasync" && $0.path.hasSuffix(path) }
  }

  @Test(
    "A journal elsewhere is on the disk before the output that it announces is in place",
    arguments: [("none", false), ("batch", true), ("each", true)])
  func elsewhere(_ durability: String, _ flushes: Bool) throws {
    let calls = try Self.calls("durability: \(durability)\nstate: kept")
    #expect(try Self.flushesJournal(calls, "/kept/job/journal") == flushes)
  }

  @Test("A journal in the output root needs no flush of its own with 'durability: batch'")
  func inRoot() throws {
    let calls = try Self.calls("durability: batch")
    #expect(try Self.flushesJournal(calls, "/out/.upright/job/journal") == false)
    let before = calls[..<(try Self.placing(calls))]
    #expect(before.contains { $0.name.contains("syncfs") })
  }
}
