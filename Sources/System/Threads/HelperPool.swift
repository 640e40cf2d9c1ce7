import Glibc

/// Threads that wait for work until this object is freed.
package final class HelperPool: HelperThreads {
  private let state: Monitor<State>
  private let threads: [pthread_t]

  private struct State {
    var work: (@Sendable () -> Void)?
    /// The number of threads that have yet to begin the work.
    var wanted = 0
    /// The number of idle threads.
    var ready = 0
    var isOver = false
  }

  package var count: Int { threads.count }

  /// Starts up to `count` threads, and waits until they are idle. When all have started, each runs `prepare`
  /// once. Threads that can't be started are left out.
  package init(_ count: Int, prepare: @escaping @Sendable () -> Void = {}) {
    let state = Monitor(State())
    self.state = state
    threads = state.with { _ in
      (0..<count).compactMap { _ in
        try? SystemThread.start {
          state.with { _ in }
          prepare()
          Self.serve(state)
        }
      }
    }
    awaitReady()
  }

  deinit {
    state.with { $0.isOver = true }
    for thread in threads { pthread_join(thread, nil) }
  }

  package func help(_ work: @escaping @Sendable () -> Void, while body: () -> Void) {
    state.with { ($0.work, $0.wanted) = (work, threads.count) }
    body()
    awaitReady()
  }

  private func awaitReady() {
    state.wait { state -> Void? in
      if state.wanted > 0 || state.ready < threads.count { return nil }
      state.work = nil
      return ()
    }
  }

  /// Runs each closure that ``help(_:while:)`` hands out, until the pool is freed.
  private static func serve(_ state: Monitor<State>) {
    state.with { $0.ready += 1 }
    while let work = next(state) {
      work()
      state.with { $0.ready += 1 }
    }
  }

  private static func next(_ state: Monitor<State>) -> (@Sendable () -> Void)? {
    state.wait { state -> (@Sendable () -> Void)?? in
      if state.isOver { return .some(nil) }
      if state.wanted == 0 { return nil }
      (state.wanted, state.ready) = (state.wanted - 1, state.ready - 1)
      return state.work
    }
  }
}
