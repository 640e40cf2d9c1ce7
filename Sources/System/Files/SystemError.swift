import Glibc

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// An errno value, or the code of ``special``.
  package var code: Int32

  package init(_ code: Int32) { self.code = code }

  /// A folder, FIFO, socket or device lies in place of a regular file. No errno says this.
  package static let special = SystemError(-1)

  /// The error of the last call.
  package static var last: SystemError { SystemError(errno) }

  /// The system's own sentence, such as "No such file or directory".
  package var message: String {
    self == .special ? "it is not a regular file" : String(cString: strerror(code))
  }

  /// The result of `call`. A call that a signal interrupts is repeated.
  ///
  /// A result below 0 means an error. The error is thrown, unless it is `allowed`.
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
  /// True if there is no such file or folder.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// True for an error that may pass without anyone's help.
  package var isTemporary: Bool { [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(code) }
}
