/// What a worker says first, before anything hostile came near it.
package struct WorkerHello: Codable, Hashable, Sendable {
  package var sandbox: SandboxLevel
  /// Virtual memory of the worker with nothing to do, in bytes.
  package var memory: UInt64

  package init(sandbox: SandboxLevel, memory: UInt64) {
    self.sandbox = sandbox
    self.memory = memory
  }

  /// The message's bytes. Throws what encoding does.
  package func encoded() throws -> [UInt8] { try PlanEncoder.encode(self) }
}
