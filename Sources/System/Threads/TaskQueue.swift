/// A queue of steps. A reply adds the next step, so no thread waits for a reply.
package final class TaskQueue: Sendable {
  private struct State {
    var steps = FIFO<@Sendable () -> Void>()
    var isOver = false
  }

  private let state = Monitor(State())

  package init() {}

  package func add(_ step: @escaping @Sendable () -> Void) { state.with { $0.steps.append(step) } }

  /// Ends ``run()``.
  package func end() { state.with { $0.isOver = true } }

  /// Runs steps until ``end()`` is called. Many threads may call this at once.
  package func run() {
    while let step = next() { step() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.wait { state -> (@Sendable () -> Void)?? in
      if let step = state.steps.popFirst() { return .some(step) }
      return state.isOver ? .some(nil) : nil
    }
  }
}
