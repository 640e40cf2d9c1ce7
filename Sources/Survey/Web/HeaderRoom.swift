import Synchronization
import System

/// Memory that is shared, first come first served. No source asks for more bytes than the room has.
final class HeaderRoom: Sendable {
  private struct State {
    var free: Int
    var waiting = FIFO<(bytes: Int, then: @Sendable () -> Void)>()

    /// The first in the line, if there is room for it now.
    mutating func next() -> (@Sendable () -> Void)? {
      guard let first = waiting.first, first.bytes <= free else { return nil }
      free -= first.bytes
      return waiting.popFirst()?.then
    }
  }

  private let state: Mutex<State>

  init(_ bytes: Int) { state = Mutex(State(free: bytes)) }

  /// Calls `then` once so many bytes are taken.
  func take(_ bytes: Int, then: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append((bytes, then)) }
    free(0)
  }

  func free(_ bytes: Int) {
    state.withLock { $0.free += bytes }
    while let then = state.withLock({ $0.next() }) { then() }
  }
}
