import Glibc

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// An errno value, or that of ``special``.
  package var code: Int32

  package init(_ code: Int32) { self.code = code }

  /// A folder, FIFO, socket or device stands where a regular file is wanted. No errno says so.
  package static let special = SystemError(-1)

  /// The error that the last call left behind.
  package static var last: SystemError { SystemError(errno) }

  /// The system's own sentence, such as "No such file or directory".
  package var message: String {
    self == .special ? "it is not a regular file" : String(cString: strerror(code))
  }

  /// What `call` returns, called again where a signal interrupted it.
  ///
  /// Throws what else it failed with, which shows as a result below 0, but for the error `allowed`.
  @discardableResult
  package static func check<Number: SignedInteger>(
    allowing allowed: Int32? = nil, _ call: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result >= 0 || errno == allowed { return result }
      if errno != EINTR { throw .last }
    }
  }
}

extension SystemError {
  /// True for what may be over later without anybody's help.
  package var isTemporary: Bool { [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(code) }
}
