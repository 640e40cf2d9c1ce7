import JobFile
import Synchronization

/// What the workers of one batch have in common.
package struct WorkerSettings: Sendable {
  /// The program that runs as a worker: this one.
  package var program = "/proc/self/exe"
  /// Its arguments, the first one being its name.
  var arguments: [String]
  let policy: SandboxPolicy
  /// Threads of each worker beside the one that renders.
  private(set) var helpers = 0
  /// Microseconds between a second death and the next start: doubled by each death, up to a limit.
  var pause: (first: UInt32, most: UInt32) = (10_000, 1_000_000)
  /// Images after which a worker is replaced.
  var mostImages = 1000
  package let measures: Bool
  let gate = AloneGate()
  /// How far the workers are locked in.
  package let confinement = ConfinementRecord()

  /// Settings for workers confined as `policy` says, which with `measures` say what the stages of each image took.
  package init(_ policy: SandboxPolicy, measures: Bool = false) {
    self.policy = policy
    self.measures = measures
    arguments = ["upright", WorkerMain.command, policy.rawValue]
  }

  /// The same for workers with so many helpers.
  package func helped(by helpers: Int) -> WorkerSettings {
    var settings = self
    settings.helpers = helpers
    return settings
  }
}

/// How far the last worker that was started is locked in, for many threads.
package final class ConfinementRecord: Sendable {
  private let record = Mutex<SandboxLevel?>(nil)

  /// nil before the first worker.
  package var level: SandboxLevel? { record.withLock { $0 } }

  func note(_ level: SandboxLevel) { record.withLock { $0 = level } }
}
