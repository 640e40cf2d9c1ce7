import Glibc
import Net
import System

/// Keeps the keys that a service lends, and renews them before they end.
package final class KeyService: Sendable {
  private struct State {
    var lent: LentKeys?
    /// The reason for which the last try brought no keys, as the end of a sentence about the service.
    var fault: StoreFault?
    /// True after the first try.
    var isReady = false
    /// True while a thread asks the service.
    var isBusy = false
    /// The time before which nobody asks just because keys end soon, in seconds since the start of 1970.
    var rest = 0
    /// The closures that wait for the end of the try.
    var waiting: [@Sendable () -> Void] = []
  }

  /// The seconds before their end at which keys are renewed.
  private static let margin = 300
  /// The seconds between two tries that only the nearness of the end causes.
  private static let pause = 30

  private let request: KeyRequest
  private let clock: @Sendable () -> Int
  private let state = Monitor(State())

  /// A service that is asked by `client`. `clock` gives seconds since the start of 1970.
  package init(
    _ place: KeyServicePlace, client: WebClient,
    clock: @escaping @Sendable () -> Int = { WallClock.now() / 1000 }
  ) {
    request = KeyRequest(place: place, client: client)
    self.clock = clock
  }

  /// A client for the questions to a service. On a machine of no cloud, nothing answers at an instance's address, so
  /// the client doesn't wait long for it.
  package static func client(for place: KeyServicePlace, agent: String) throws(FetcherFault) -> WebClient {
    var settings = WebSettings()
    settings.timeout = 2
    if case .instance = place { settings.tries = 1 } else { settings.tries = 3 }
    return try WebClient(settings, agent: agent)
  }

  /// The keys as they are now, perhaps none. If they end soon, a thread begins to renew them. Never waits.
  package var keys: StoreKeys? {
    let (keys, asks) = state.with { state in (state.lent?.keys, begins(&state)) }
    if asks { ask() }
    return keys
  }

  /// The reason for which there are no keys, as the end of a sentence about the service; nil if there are some.
  package var fault: StoreFault? { state.with { $0.lent == nil ? $0.fault : nil } }

  /// Calls `then` when the first try to get keys has ended, on the calling thread or another one.
  package func whenReady(_ then: @escaping @Sendable () -> Void) {
    wait(unless: { $0.isReady }, then)
  }

  /// Renews the keys, unless they aren't `old` any more. Calls `then` when the try has ended, on the calling thread or
  /// another one.
  package func renew(after old: StoreKeys, _ then: @escaping @Sendable () -> Void) {
    wait(unless: { $0.lent.map { $0.keys != old } ?? false }, then)
  }

  private func wait(unless isGood: (State) -> Bool, _ then: @escaping @Sendable () -> Void) {
    let (isGood, asks) = state.with { state in
      if isGood(state) { return (true, false) }
      state.waiting.append(then)
      defer { state.isBusy = true }
      return (false, !state.isBusy)
    }
    if isGood { return then() }
    if asks { ask() }
  }

  /// Decides whether a try begins because keys end soon, or because the last try brought none.
  private func begins(_ state: inout State) -> Bool {
    let now = clock()
    let end = state.lent.map { $0.end ?? .max } ?? 0
    if state.isBusy || !state.isReady || now < state.rest || end - Self.margin > now { return false }
    state.isBusy = true
    return true
  }

  /// Asks the service on a thread of its own.
  private func ask() {
    do throws(SystemError) {
      pthread_detach(
        try SystemThread.start {
          do throws(StoreFault) { self.end(try self.request.keys(), nil) } catch {
            self.end(nil, error)
          }
        })
    } catch { end(nil, StoreFault("no thread can be started: \(error.message)", isTemporary: true)) }
  }

  private func end(_ lent: LentKeys?, _ fault: StoreFault?) {
    let rest = clock() + Self.pause
    let waiting = state.with { state in
      state.lent = lent ?? state.lent
      (state.fault, state.isReady, state.isBusy, state.rest) = (fault, true, false, rest)
      defer { state.waiting = [] }
      return state.waiting
    }
    for then in waiting { then() }
  }
}
