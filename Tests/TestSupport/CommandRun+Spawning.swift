import CTestSpawn
import Glibc

extension CommandRun {
  /// Starts a program with no signal blocked or ignored, which Foundation's `Process` would hand down from the
  /// thread of a test.
  ///
  /// - Parameters:
  ///   - arguments: the program's absolute path first.
  ///   - streams: the files to read stdin from and to write stdout and stderr to.
  package static func spawn(
    _ arguments: [String], in folder: String, environment: [String: String], streams: [String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      let flags = number == 0 ? O_RDONLY : O_WRONLY
      posix_spawn_file_actions_addopen(&actions, CInt(number), stream, flags, 0)
    }
    // Files that other tests have open at this moment would count against the program's limit of open files.
    _ = test_spawn_close_from(&actions, CInt(streams.count))
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    resetSignals(&attributes)
    // `env` goes into the folder and becomes the program: posix_spawn's own way there isn't in Swift's Glibc.
    return try withCStrings(["/usr/bin/env", "-C", folder] + arguments) { argv in
      try withCStrings(environment.map { "\($0)=\($1)" }) { envp in
        var process: pid_t = 0
        errno = posix_spawn(&process, "/usr/bin/env", &actions, &attributes, argv, envp)
        guard errno == 0 else { throw SystemError("posix_spawn \(arguments[0])") }
        return process
      }
    }
  }

  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }

  /// Waits for a process that `spawn` started.
  package static func ending(of process: pid_t) throws -> Ending {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError("waitpid") }
    }
    // The encoding of `WIFEXITED` and its kin, which are macros.
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
  ) rethrows -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return try body(copies + [nil])
  }
}
