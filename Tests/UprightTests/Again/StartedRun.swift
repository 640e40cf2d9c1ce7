import Foundation
import TestSupport

/// A run of the binary that goes on while the test does.
final class StartedRun {
  private let process: pid_t
  private let streams: TemporaryDirectory
  private var ending: CommandRun.Ending?

  /// Starts upright in a studio.
  convenience init(_ studio: Studio, _ arguments: String...) throws {
    try self.init(studio, program: [try CommandRun.program()] + arguments)
  }

  /// Starts upright by a shell command in which `$0` is the binary.
  convenience init(_ studio: Studio, shell command: String) throws {
    try self.init(
      studio, program: ["/bin/sh", "-c", command, try CommandRun.program()])
  }

  private init(_ studio: Studio, program: [String]) throws {
    streams = try TemporaryDirectory()
    for name in ["in", "out", "err"] { try streams.write("", to: name) }
    process = try CommandRun.spawn(
      program, in: studio.folder.path, environment: ["PATH": "/usr/bin:/bin"],
      streams: ["in", "out", "err"].map(streams.path))
  }

  deinit {
    if ending != nil { return }
    kill(process, SIGKILL)
    _ = try? CommandRun.ending(of: process)
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// True until the process has ended.
  var isRunning: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo == 0
  }

  /// True once the process has blocked a signal, so as to wait for it (proc(5), SigBlk).
  func blocks(_ signal: Int32) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:\t") }
    let blocked = line.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
    return blocked >> UInt64(signal - 1) & 1 == 1
  }

  /// True while it has a file open that has no name.
  var hasUnnamedFile: Bool { !unnamedFiles.isEmpty }

  /// The paths, in the folders that hold them, of files that it has open and that have no name (proc(5)).
  var unnamedFiles: [String] {
    let folder = "/proc/\(process)/fd/"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0) }
      .filter { $0.hasSuffix(" (deleted)") }
  }

  /// What it has written to stderr until now.
  var stderr: String { get throws { String(decoding: try streams.read("err"), as: UTF8.self) } }

  /// Stops its worker processes by SIGSTOP, so that the pictures that they work on never end. Returns how many there are.
  func stopWorkers() throws -> Int {
    let own = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(pid_t.init)
    let workers = own.filter { number in
      let status = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
      // Behind the name in parentheses: the state, then the parent (proc(5)).
      return status.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(process)"
    }
    for worker in workers { kill(worker, SIGSTOP) }
    return workers.count
  }

  /// Waits for the end of the process.
  func end() throws -> CommandRun {
    let ending = try CommandRun.ending(of: process)
    self.ending = ending
    return CommandRun(
      ending, stdout: String(decoding: try streams.read("out"), as: UTF8.self),
      stderr: String(decoding: try streams.read("err"), as: UTF8.self))
  }

  /// Waits until `condition` holds or the process has ended; false then.
  func wait(until condition: () throws -> Bool) rethrows -> Bool {
    while try !condition() {
      if !isRunning { return false }
      usleep(2000)
    }
    return true
  }
}
