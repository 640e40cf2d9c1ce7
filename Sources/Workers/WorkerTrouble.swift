import Glibc
import Survey
import System

/// Why no image can be made in a worker: nobody's picture is to blame, and the batch can't go on.
package enum WorkerTrouble: Error, Hashable, Sendable {
  /// A system call that starting or speaking to a worker takes has failed.
  case system(SystemError)
  /// A file that every worker is started with can't be opened.
  case missing(String, SystemError)
  /// The files that a worker wrote can't be looked at.
  case written(SystemError)
  /// Workers end before they are ready.
  case notReady
  /// So many workers died one after the other, whatever the image.
  case dying(Int)
  /// `sandbox: require`, and these parts can't be had.
  case unconfined(missing: [String])
}

extension WorkerTrouble {
  /// One plain sentence.
  package var message: String {
    switch self {
    case .system(let error): "a worker process can't be used: \(error.message)"
    case .missing(let file, let error):
      "no worker process can be started: '\(file)' can't be opened: \(error.message); mount its file system, or set "
        + "'isolation: none'"
    case .written(let error): "what a worker process wrote can't be looked at: \(error.message)"
    case .notReady: "worker processes end before they are ready"
    case .dying(let deaths): "\(deaths) worker processes died one after the other"
    case .unconfined(let missing):
      "'sandbox: require' needs \(missing.joined(separator: " and ")), which this system doesn't have"
    }
  }
}

extension Halt {
  /// Trouble with worker processes.
  package init(_ trouble: WorkerTrouble) {
    let kind: Kind =
      switch trouble {
      case .system(let error): error.isTemporary || error.code == EAGAIN ? .later : .fault
      case .written(let error): error.isTemporary ? .later : .unwritable
      case .missing, .unconfined: .refused
      case .notReady, .dying: .fault
      }
    self.init(kind, trouble.message)
  }
}
