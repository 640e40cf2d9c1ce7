/// A worker process's first message, sent before any hostile data reaches it.
package struct WorkerHello: Codable, Hashable, Sendable {
  package var sandbox: SandboxLevel
  /// Virtual memory of the idle worker process, in bytes.
  package var memory: UInt64

  package init(sandbox: SandboxLevel, memory: UInt64) {
    self.sandbox = sandbox
    self.memory = memory
  }

  /// The message's bytes.
  package func encoded() throws -> [UInt8] { try PlanEncoder.encode(self) }
}
