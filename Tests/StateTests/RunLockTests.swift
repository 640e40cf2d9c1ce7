import Glibc
import TestSupport
import Testing

@testable import State
@testable import System

/// The lock on a job; flock(1) is who it shares it with.
@Suite struct RunLockTests {
  private let folder: TemporaryDirectory
  private let state: Int32

  init() throws {
    folder = try TemporaryDirectory()
    state = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  /// Why the lock can't be had; nil when it can, and then it is given back.
  private func refusal(
    waiting seconds: Double = 0, unless stop: StopRequest = StopRequest(),
    clock: () -> Int64 = { 0 }, sleep: (Int64) -> Void = { _ in Issue.record("nothing to wait for") }
  ) -> RunLock.Refusal? {
    do throws(RunLock.Refusal) {
      _ = try RunLock.take(in: state, waiting: seconds, unless: stop, clock: clock, sleep: sleep)
      return nil
    } catch {
      return error
    }
  }

  /// Whether another process can have the lock within so many seconds. A program that another test starts holds every
  /// lock of this process from fork(2) until exec(2), so a lock just given back may stay taken for a moment.
  private func isFree(within seconds: Int) throws -> Bool {
    let run = try CommandRun.run("/usr/bin/flock", ["--wait", "\(seconds)", "lock", "true"], in: folder.path)
    #expect(run == CommandRun(run.ending))
    return run.ending == .exit(0)
  }

  @Test func oneHasItAtATime() throws {
    do {
      let lock = try RunLock.take(in: state)
      #expect(refusal() == .held)
      #expect(try !isFree(within: 0))
      withExtendedLifetime(lock) {}
    }
    #expect(try isFree(within: 10))
    #expect(refusal() == nil)
    #expect(folder.files() == ["lock"])
  }

  @Test func anotherProcessHasIt() throws {
    let holder = try Holder(folder)
    #expect(refusal() == .held)
    try holder.kill()
    #expect(refusal() == nil)
  }

  @Test func startedProgramsDoNotInheritIt() throws {
    let holder: Holder
    do {
      let lock = try RunLock.take(in: state)
      holder = try Holder(folder, command: ["/bin/sh", "-c"])
      withExtendedLifetime(lock) {}
    }
    #expect(try isFree(within: 10))
    try holder.kill()
  }

  @Test func itIsWaitedForInShortSteps() throws {
    let holder = try Holder(folder)
    var now: Int64 = 7
    var sleeps: [Int64] = []
    let refusal = refusal(
      waiting: 0.12, clock: { now },
      sleep: {
        sleeps.append($0 - now)
        now = $0
      })
    #expect(refusal == .held)
    #expect(sleeps == [50_000_000, 50_000_000, 20_000_000])
    try holder.kill()
  }

  @Test func itIsTakenWhenItBecomesFree() throws {
    let holder = try Holder(folder)
    var sleeps = 0
    let refusal = refusal(
      waiting: 3600,
      sleep: { _ in
        sleeps += 1
        if sleeps == 2 { do { try holder.kill() } catch { Issue.record(error) } }
      })
    #expect(refusal == nil)
    #expect(sleeps == 2)
  }

  @Test func waitingEndsWithTheBatch() throws {
    let holder = try Holder(folder)
    let stop = StopRequest()
    #expect(refusal(waiting: 3600, unless: stop, sleep: { _ in stop.request(.signal(15)) }) == .stopped)
    try holder.kill()
  }

  @Test(arguments: ["rm lock", "mv lock old; : >lock", "ln -sf other lock; : >other"])
  func aLockOnAFileThatIsGoneIsNone(_ change: String) throws {
    let file = try RunLock.open(in: state)
    _ = try CommandRun.run("/bin/sh", ["-c", change], in: folder.path)
    let lock = try RunLock(locking: file, in: state)
    let isTaken = lock != nil
    #expect(!isTaken)
  }

  @Test(arguments: [("ln -s other lock", ELOOP), ("mkdir lock", EISDIR)])
  func onlyAFileIsLocked(_ change: String, _ code: Int32) throws {
    _ = try CommandRun.run("/bin/sh", ["-c", change], in: folder.path)
    #expect(refusal() == .system(SystemError(code)))
    #expect(folder.files().allSatisfy { $0 == "lock" })
  }

  /// Whoever may open a file for reading may lock it by flock(2).
  @Test(
    "Who may not write the lock may not read it either",
    arguments: [("022", "600"), ("002", "660"), ("027", "600"), ("000", "666")])
  func mode(_ umask: String, _ expected: String) throws {
    // What another version of upright, or another umask, has left is mended.
    _ = try CommandRun.run("/bin/sh", ["-c", "umask \(umask); : >lock"], in: folder.path)
    #expect(refusal() == nil)
    let run = try CommandRun.run("/usr/bin/stat", ["-c", "%a", "lock"], in: folder.path)
    #expect(run.stdout == expected + "\n")
  }

  @Test func aNewLockIsNoReadersEither() throws {
    #expect(refusal() == nil)
    let run = try CommandRun.run("/usr/bin/stat", ["-c", "%a", "lock"], in: folder.path)
    let own = Int(run.stdout.dropLast(), radix: 8) ?? 0
    #expect(own & 0o600 == 0o600)
    #expect(own >> 1 & 0o222 == own & 0o222)
  }

  @Test func aFIFOIsNotWaitedFor() throws {
    _ = try CommandRun.run("/usr/bin/mkfifo", ["lock"], in: folder.path)
    #expect(refusal() == nil)
  }
}

/// A process that goes on until it is killed; by default one that has the lock.
private struct Holder {
  private let process: pid_t

  /// Returns when the command runs: it says so through a FIFO, and not before it has the lock.
  init(
    _ folder: TemporaryDirectory, command: [String] = ["/usr/bin/flock", "-F", "lock", "/bin/sh", "-c"]
  ) throws {
    _ = try CommandRun.run("/usr/bin/mkfifo", ["ready"], in: folder.path)
    process = try CommandRun.spawn(
      command + ["echo >ready; exec sleep 600"], in: folder.path, environment: [:],
      streams: ["/dev/null", "/dev/null", "/dev/null"])
    _ = try CommandRun.run("/bin/cat", ["ready"], in: folder.path)
    unlink(folder.path("ready"))
  }

  /// Ends it by SIGKILL; the process is gone when this returns.
  func kill() throws {
    Glibc.kill(process, SIGKILL)
    #expect(try CommandRun.ending(of: process) == .signal(SIGKILL))
  }
}
