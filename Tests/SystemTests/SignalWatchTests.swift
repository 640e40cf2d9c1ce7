import TestSupport
import Testing

/// What a process does on signals, tried on one of its own.
struct SignalWatchTests {
  private static let (hangUp, interrupt, terminate, pipe, fileSize) = ("1", "2", "15", "13", "25")

  private static func probe(_ arguments: String..., shell: String = "") throws -> CommandRun {
    let folder = try CommandRun.productsFolder()
    let call = (["exec \(folder)/upright-signal-probe"] + arguments).joined(separator: " ")
    return try CommandRun.run("/bin/sh", ["-c", shell + call], in: folder)
  }

  @Test("The first signal asks the batch to end, which ends by it", arguments: [1, 2, 15] as [Int32])
  func first(signal: Int32) throws {
    #expect(
      try Self.probe("60", "60", "end", "\(signal)")
        == CommandRun(.signal(signal), stdout: "signal \(signal)\n"))
  }

  @Test("The second signal ends the process at once")
  func second() throws {
    #expect(
      try Self.probe("60", "60", "hang", Self.terminate, Self.interrupt) == CommandRun(.signal(2)))
    #expect(
      try Self.probe("60", "60", "hang", Self.interrupt, Self.terminate) == CommandRun(.signal(15)))
  }

  @Test("A batch that goes on is ended after a while, still by the signal")
  func overdue() throws {
    #expect(
      try Self.probe("0.01", "60", "hang", Self.terminate)
        == CommandRun(.signal(15), stdout: "overdue\nsignal 15\n"))
  }

  @Test("A time limit asks in the same way, and isn't waited for for ever either")
  func timeLimit() throws {
    #expect(try Self.probe("60", "0.01", "end") == CommandRun(.exit(75), stdout: "time limit\n"))
    #expect(try Self.probe("0.01", "0.01", "hang") == CommandRun(.exit(75), stdout: "overdue\ntime limit\n"))
  }

  @Test("Signals that were ignored stay ignored, as nohup wants it")
  func ignored() throws {
    #expect(
      try Self.probe("60", "60", "end", Self.hangUp, Self.terminate, shell: "trap '' HUP; ")
        == CommandRun(.signal(15), stdout: "signal 15\n"))
    #expect(
      try Self.probe("60", "0.01", "end", Self.hangUp, shell: "trap '' HUP INT TERM; ")
        == CommandRun(.exit(75), stdout: "time limit\n"))
  }

  @Test("Closed pipes and full files are no reason to die")
  func harmless() throws {
    #expect(
      try Self.probe("60", "60", "end", Self.pipe, Self.fileSize, Self.terminate)
        == CommandRun(.signal(15), stdout: "signal 15\n"))
  }
}
