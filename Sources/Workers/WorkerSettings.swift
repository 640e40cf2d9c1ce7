import JobFile
import Synchronization

/// The common settings of a batch's worker processes.
package struct WorkerSettings: Sendable {
  /// The program to start as a worker process: this one.
  package var program = "/proc/self/exe"
  /// The program's arguments; the first one is the program's name.
  var arguments: [String]
  let policy: SandboxPolicy
  /// The number of helper threads of each worker process.
  private(set) var helpers = 0
  /// The pause before a worker process starts, in microseconds, after two deaths in a row. Each further death
  /// doubles it, up to `most`.
  var pause: (first: UInt32, most: UInt32) = (10_000, 1_000_000)
  /// The number of images after which a worker process is replaced.
  var mostImages = 1000
  package let measures: Bool
  let gate = AloneGate()
  /// The sandbox of the worker processes.
  package let confinement = ConfinementRecord()

  /// Settings for worker processes confined by `policy`. With `measures` they measure the stages of each
  /// image.
  package init(_ policy: SandboxPolicy, measures: Bool = false) {
    self.policy = policy
    self.measures = measures
    arguments = ["upright", WorkerMain.command, policy.rawValue]
  }

  /// These settings, with `helpers` helper threads for each worker process.
  package func helped(by helpers: Int) -> WorkerSettings {
    var settings = self
    settings.helpers = helpers
    return settings
  }
}

/// The sandbox of the worker process that started last, for use by many threads.
package final class ConfinementRecord: Sendable {
  private let record = Mutex<SandboxLevel?>(nil)

  /// Nil before the first worker process.
  package var level: SandboxLevel? { record.withLock { $0 } }

  func note(_ level: SandboxLevel) { record.withLock { $0 = level } }
}
