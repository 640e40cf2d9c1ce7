import Glibc
import Survey
import System

/// The reason why no worker process can render. No picture is at fault, and the batch can't go on.
package enum WorkerTrouble: Error, Hashable, Sendable {
  /// A system call to start a worker process, or to speak with it, failed.
  case system(SystemError)
  /// A file that every worker process needs can't be opened.
  case missing(String, SystemError)
  /// The files that a worker process wrote can't be read.
  case written(SystemError)
  /// Worker processes end before they are ready.
  case notReady
  /// This number of worker processes died in a row, with the same image or with different ones.
  case dying(Int)
  /// These parts of the sandbox are missing, and the job has `sandbox: require`.
  case unconfined(missing: [String])
}

extension WorkerTrouble {
  /// Tells the trouble to the user in one sentence.
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
