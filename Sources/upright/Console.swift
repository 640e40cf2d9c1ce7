import Glibc
import JSON
import JobFile
import Reporting
import Session
import Synchronization
import System

/// The process's own streams: stdout carries data, stderr progress and messages.
enum Console {
  /// Writes to stdout. Throws `unwritten` if that fails. If stdout's reader went away, the error has no
  /// message.
  static func output(_ text: String) throws(SessionError) { try output(Array(text.utf8)) }

  /// Writes the bytes of a text to stdout. Throws `unwritten` if that fails. If stdout's reader went away,
  /// the error has no message.
  static func output(_ text: [UInt8]) throws(SessionError) {
    do throws(SystemError) {
      try isWriting.withLock { _ throws(SystemError) in
        clear()
        try Descriptor.write(text, to: STDOUT_FILENO)
      }
    } catch {
      if error.code == EPIPE { throw SessionError(.unwritten, []) }
      throw SessionError(.unwritten, "can't write to standard output: \(error.message)")
    }
  }

  /// A value as a line of JSON.
  static func json(_ value: some JSONWritable) throws(SessionError) -> String {
    do { return try JSONText.encode(value) + "\n" } catch {
      throw SessionError(.fault, "can't be written as JSON: \(error)")
    }
  }

  /// Locked while data goes to stdout. Nothing is drawn then, because stdout and stderr may be the same
  /// terminal.
  private static let isWriting = Mutex(())

  /// True while the terminal shows a drawn line.
  private static let isDrawn = Atomic<Bool>(false)

  /// Writes to stderr, and first removes the drawn line. A failure can't be reported anywhere.
  static func error(_ text: String) {
    let clear = isDrawn.exchange(false, ordering: .relaxed) ? Progress.clear : ""
    write(clear + text)
  }

  /// True if stderr takes some more text at once.
  static var takesError: Bool {
    var state = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, 0) == 1
  }

  /// Draws a line on the terminal of stderr. The next message or data replaces the line.
  static func draw(_ line: String) {
    isWriting.withLockIfAvailable { _ in
      isDrawn.store(true, ordering: .relaxed)
      write(line)
    }
  }

  /// Removes the drawn line.
  static func clear() { error("") }

  private static func write(_ text: String) {
    try? Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Opens `/dev/null` in place of each standard stream that was closed when the process started. Otherwise
  /// a file opened later could get the number of a closed stream, and messages would go into that file. A
  /// write to a filled stream still fails, because it is open for reading only. If `/dev/null` can't be
  /// opened, the root folder is opened in its place.
  static func fillStreams() {
    var number: Int32 = 0
    while 0...STDERR_FILENO ~= number {
      number = open("/dev/null", O_RDONLY | O_CLOEXEC)
      if number < 0 { number = open("/", O_RDONLY | O_CLOEXEC) }
    }
    if number > STDERR_FILENO { close(number) }
  }

  /// True if stderr is a terminal on which a line can be redrawn.
  static var isTerminal: Bool {
    guard isatty(STDERR_FILENO) == 1, let term = getenv("TERM") else { return false }
    return String(cString: term) != "dumb"
  }

  /// The number of columns of the terminal of stderr.
  static var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// True if messages are coloured. `NO_COLOR` turns colours off. Otherwise `CLICOLOR_FORCE` turns colours
  /// on, unless it is 0. Without both, messages on a terminal are coloured unless `CLICOLOR` is 0. An empty
  /// variable counts as unset.
  ///
  /// Sources: https://no-color.org, https://bixense.com/clicolors.
  static var hasColor: Bool {
    if variable("NO_COLOR") != nil { return false }
    if let force = variable("CLICOLOR_FORCE"), force != "0" { return true }
    return isTerminal && variable("CLICOLOR") != "0"
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The folder from which relative paths in arguments start.
  static var currentFolder: String { String(decoding: currentFolderBytes, as: UTF8.self) }

  /// The reason why relative paths can't start from the current folder; nil if they can.
  static var currentFolderFault: String? {
    let path = currentFolderBytes
    if String(validating: path, as: UTF8.self) != nil { return nil }
    return "the path of the current folder isn't UTF-8: rename '\(path.displayName)'"
  }

  private static var currentFolderBytes: [UInt8] {
    guard let path = getcwd(nil, 0) else { return Array("/".utf8) }
    defer { free(path) }
    return Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }
}
