import Foundation
import Synchronization
import TestSupport

/// A process of ours that runs.
struct ChildProcess: Sendable {
  let id: pid_t
  private let started = ContinuousClock.now

  /// How it ended, and what it took.
  struct Ended: Sendable {
    var ending: CommandRun.Ending
    /// From start to end.
    var seconds: Double
    /// On processors, in the program and for it in the kernel, its own ended children included.
    var processorSeconds: Double
    /// True when it was still there at its limit, and was killed for that.
    var isOverdue: Bool

    /// The exit status; nil for an end by a signal.
    var status: Int32? {
      guard case .exit(let status) = ending else { return nil }
      return status
    }
  }

  /// Starts a program by its absolute path with no signal blocked or ignored, nothing to read, and its output added
  /// to files.
  ///
  /// - Parameter environment: put over this process's own.
  init(_ arguments: [String], environment: [String: String] = [:], stdout: String, stderr: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (number, file) in [stdout, stderr].enumerated() {
      posix_spawn_file_actions_addopen(
        &actions, CInt(number + 1), file, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
    var process: pid_t = 0
    let program = arguments.first ?? ""
    errno = Self.withCStrings(arguments) { argv in
      Self.withCStrings(variables) { posix_spawn(&process, program, &actions, &attributes, argv, $0) }
    }
    guard errno == 0 else { throw SystemError("posix_spawn \(program)") }
    id = process
    Self.running.withLock { _ = $0.insert(process) }
  }

  /// Those that have been started and not yet been waited for.
  private static let running = Mutex<Set<pid_t>>([])

  /// Kills all that run.
  static func endAll() {
    running.withLock { running in
      for process in running { kill(process, SIGKILL) }
    }
  }

  static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}

extension ChildProcess {
  /// Waits for its end, and kills it after `limit` seconds. `watch` is called again and again until then.
  func ending(limit: Double, watch: () -> Void = {}) throws -> Ended {
    var (status, usage) = (CInt(0), rusage())
    var isOverdue = false
    while true {
      let found = Self.running.withLock { running in
        let found = wait4(id, &status, WNOHANG, &usage)
        if found == id { running.remove(id) }
        return found
      }
      if found == id { break }
      guard found == 0 || errno == EINTR else { throw SystemError("wait4") }
      if !isOverdue && seconds > limit {
        isOverdue = true
        kill(id, SIGKILL)
      }
      watch()
      usleep(300)
    }
    let signal = status & 0x7F
    return Ended(
      ending: signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal), seconds: seconds,
      processorSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime), isOverdue: isOverdue)
  }

  /// Since its start.
  var seconds: Double { (ContinuousClock.now - started) / .seconds(1) }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  /// Sends a signal; only before ``ending(limit:watch:)``, after which the number may be another's.
  func signal(_ number: Int32) { kill(id, number) }

  /// The processes that it has started and that are still there.
  var children: [pid_t] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    return tasks.flatMap { task in
      let text = (try? String(contentsOfFile: "/proc/\(id)/task/\(task)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// The most memory of its own in use so far by `process`, in bytes. Pages of files don't count, such as those of its
  /// code: the kernel maps as many of them as it happens to hold in one piece. 0 once the process has ended, and for the
  /// moment after its start in which the kernel shows this process's memory as its own.
  static func peakBytes(of process: pid_t) -> Int {
    if program(of: "\(process)") == program(of: "self") { return 0 }
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    func bytes(_ name: String) -> Int {
      let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
      return 1024 * (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0)
    }
    return max(0, bytes("VmHWM") - bytes("RssFile"))
  }

  private static func program(of process: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
  }
}
