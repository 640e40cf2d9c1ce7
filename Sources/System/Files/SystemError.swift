import Glibc

/// A system call that failed, or a request to a store that stands in for a disk.
package struct SystemError: Error, Hashable, Sendable {
  /// An errno value, or the code of ``special`` or of ``store(_:isTemporary:)``.
  package var code: Int32
  /// The trouble with a store in a whole sentence; nil for other errors.
  package private(set) var sentence: String?

  package init(_ code: Int32) { self.code = code }

  /// A folder, FIFO, socket or device lies in place of a regular file. No errno says this.
  package static let special = SystemError(-1)

  /// Trouble with a store. `sentence` names the store. `isTemporary` tells if it may be over later.
  package static func store(_ sentence: String, isTemporary: Bool) -> SystemError {
    var error = SystemError(isTemporary ? -3 : -2)
    error.sentence = sentence
    return error
  }

  /// The error of the last call.
  package static var last: SystemError { SystemError(errno) }

  /// The system's own sentence, such as "No such file or directory".
  package var message: String {
    sentence ?? (self == .special ? "it is not a regular file" : String(cString: strerror(code)))
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
  package var isTemporary: Bool { [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, -3].contains(code) }
}
