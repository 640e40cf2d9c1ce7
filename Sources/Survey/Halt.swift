import Glibc
import Planning
import System

/// Why a whole run ends early, with the message for the user.
package struct Halt: Hashable, Sendable {
  /// The kind of trouble.
  package enum Kind: Hashable, Sendable {
    /// Trouble that may be over later: a full disk or quota, too many open files, no memory.
    case later
    /// A file that must be written can't be written.
    case unwritable
    /// The job demands a feature that this system doesn't have.
    case refused
    /// A fault of our own.
    case fault
  }

  package var kind: Kind
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// Trouble with a file that every run must write, such as the journal.
  package init(_ error: SystemError, writing name: String) {
    self.init(
      error.isTemporary ? .later : .unwritable,
      error.sentence ?? "'\(name)' can't be written: \(error.message)")
  }

  /// Trouble with an output, if the same error would also fail all other outputs. Nil if the error concerns
  /// only this output.
  package init?(_ error: SystemError, output name: String) {
    if Self.ofOneOutput.contains(error.code) { return nil }
    self.init(error, writing: name)
  }

  /// Errors that one output's name, size or path can cause. All other errors, such as `ESTALE`, come from the
  /// file system as a whole.
  private static let ofOneOutput: Set<Int32> = [
    EEXIST, EISDIR, ENOTDIR, ENOTEMPTY, ENOENT, ELOOP, ENAMETOOLONG, EILSEQ, EINVAL, EFBIG, EBUSY, EMLINK,
    EXDEV,
    EPERM,
  ]

  /// Trouble of the system while a source or its folder is opened.
  package init(_ error: SystemError, source name: String) {
    self.init(.later, error.sentence ?? "'\(name)' can't be opened: \(error.message)")
  }
}

/// A step can't go on because of a halt.
package struct Halted: Error, Hashable, Sendable {
  package let halt: Halt

  package init(_ halt: Halt) { self.halt = halt }
}
