import JobFile
import Reporting
import Survey
import System

/// A message for the user.
package enum SessionMessage: Sendable {
  case entry(LogEntry)
  /// Faults of a file, with the file's bytes.
  case diagnostics([Diagnostic], text: [UInt8])
}

/// The reason why a call of the library ends early, as an exit status and messages for the user.
package struct SessionError: Error, Sendable {
  package let status: ExitStatus
  package let messages: [SessionMessage]

  package init(_ status: ExitStatus, _ messages: [SessionMessage]) {
    self.status = status
    self.messages = messages
  }

  /// An error with one message. The message is about `file`, or about no file if `file` is nil.
  package init(_ status: ExitStatus, file: String? = nil, _ message: String) {
    self.init(status, [.entry(LogEntry(.error, file: file, message))])
  }

  /// The error for a halt of the work on `file`.
  init(_ halt: Halt, file: String) { self.init(ExitStatus(halt), file: file, halt.message) }

  /// The error for a file that can't be written at the end of a call.
  package init(writing file: String, _ error: SystemError) {
    self.init(error.isTemporary ? .later : .unwritten, "'\(file)' can't be written: \(error.message)")
  }
}
