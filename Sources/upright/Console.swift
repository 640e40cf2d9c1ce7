import Execution
import Glibc
import Reporting

/// The process's own streams: stdout carries data, stderr progress and messages.
enum Console {
  /// Writes to stdout. Throws `unwritten`, having said why; a reader that went away needs no words.
  static func output(_ text: String) throws(ExitStatus) { try output(Array(text.utf8)) }

  /// The same with a text's bytes.
  static func output(_ text: [UInt8]) throws(ExitStatus) {
    do throws(SystemError) {
      try Descriptor.write(text, to: STDOUT_FILENO)
    } catch {
      if error.code != EPIPE {
        Log.tell(LogEntry(.error, "can't write to standard output: \(error.message)"))
      }
      throw .unwritten
    }
  }

  /// Writes to stderr; where that fails there is nobody left to tell.
  static func error(_ text: String) {
    try? Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Fills the places of streams that were closed from the start, so that no file of ours gets their numbers, and
  /// messages with them. What is written to them fails as before. Where there is no `/dev/null`, the root folder takes its
  /// place.
  static func fillStreams() {
    var number: Int32 = 0
    while 0...STDERR_FILENO ~= number {
      number = open("/dev/null", O_RDONLY | O_CLOEXEC)
      if number < 0 { number = open("/", O_RDONLY | O_CLOEXEC) }
    }
    if number > STDERR_FILENO { close(number) }
  }

  /// True when a person watches stderr.
  static var isTerminal: Bool {
    guard isatty(STDERR_FILENO) == 1, let term = getenv("TERM") else { return false }
    return String(cString: term) != "dumb"
  }

  /// The folder that relative arguments are relative to.
  static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }
}
