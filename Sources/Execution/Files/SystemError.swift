import Glibc

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// An errno value.
  package var code: Int32

  package init(_ code: Int32) { self.code = code }

  /// The error that the last call left behind.
  package static var last: SystemError { SystemError(errno) }

  /// The system's own sentence, such as "No such file or directory".
  package var message: String { String(cString: strerror(code)) }
}
