import Glibc
import System

/// Finds the addresses of hosts, on threads of its own, and decides on them. Answers are kept for a minute.
package final class Resolver: Sendable {
  package typealias Answer = Result<[NetworkAddress], FetchTrouble>

  private struct State {
    /// Names that wait for a thread.
    var queue: [String] = []
    /// The closures that wait for each name in the queue or on a thread.
    var waiting: [String: [@Sendable (Answer) -> Void]] = [:]
    var known: [String: Known] = [:]
    var isOver = false

    mutating func keep(_ answer: Known, of name: String, now: Int64) {
      if known.count >= FixedLimits.Web.resolvedNames { known = known.filter { $0.value.end > now } }
      if known.count >= FixedLimits.Web.resolvedNames { known = [:] }
      known[name] = answer
    }
  }

  private struct Known {
    let answer: Answer
    /// The time of the clock until which the answer holds, in nanoseconds.
    let end: Int64
  }

  private let policy: AddressPolicy
  private let clock: @Sendable () -> Int64
  private let state = Monitor(State())

  /// The time for which an answer is kept, in nanoseconds.
  private static let lifetime: Int64 = 60_000_000_000

  /// A resolver with up to `threads` threads. Each thread calls `lookup` with one name at a time. `clock` gives
  /// nanoseconds. Throws `EAGAIN` if no thread can be started.
  package init(
    policy: AddressPolicy, threads: Int = 4,
    lookup: @escaping @Sendable (String) -> Answer = { SystemLookup.addresses(of: $0) },
    clock: @escaping @Sendable () -> Int64 = { MonotonicClock.now() }
  ) throws(SystemError) {
    (self.policy, self.clock) = (policy, clock)
    let state = state
    var started = 0
    for _ in 0..<max(1, threads) {
      do throws(SystemError) {
        // A lookup can't be interrupted, so nobody waits for the thread.
        pthread_detach(try SystemThread.start { Self.serve(state, lookup, clock) })
        started += 1
      } catch {
        if started == 0 { throw error }
      }
    }
  }

  deinit {
    let left = state.with { state in
      state.isOver = true
      defer { state.waiting = [:] }
      return state.waiting.values.flatMap { $0 }
    }
    for then in left { then(.failure(.cancelled)) }
  }

  /// Finds the addresses of a host for requests of `trust`. `then` is called once, on the calling thread or one of
  /// the resolver. A `listed` host is refused if one of its addresses is.
  package func resolve(
    _ host: WebAddress.Host, trust: FetchRequest.Trust, then: @escaping @Sendable (Answer) -> Void
  ) {
    let policy = trust == .listed ? policy : nil
    let decide: @Sendable (Answer) -> Void = { then(Self.decide($0, policy)) }
    switch host {
    case .address(let address): decide(.success([address]))
    case .name(let name):
      if let answer = find(name, decide) { decide(answer) }
    }
  }

  /// The answer for a name, if it is known. If not, `then` gets it later.
  private func find(_ name: String, _ then: @escaping @Sendable (Answer) -> Void) -> Answer? {
    let now = clock()
    return state.with { state in
      if let known = state.known[name], known.end > now { return known.answer }
      if state.waiting[name] == nil { state.queue.append(name) }
      state.waiting[name, default: []].append(then)
      return nil
    }
  }

  private static func decide(_ answer: Answer, _ policy: AddressPolicy?) -> Answer {
    guard case .success(let addresses) = answer else { return answer }
    let isRefused = addresses.contains { policy?.refusal(of: $0) != nil }
    return isRefused ? .failure(.refusedAddress) : answer
  }

  /// Looks names up until the resolver is freed.
  private static func serve(
    _ state: Monitor<State>, _ lookup: (String) -> Answer, _ clock: () -> Int64
  ) {
    while let name = next(state) {
      let answer = lookup(name)
      let now = clock()
      let waiting = state.with { state in
        if answer != .failure(.unresolvedName) {
          state.keep(Known(answer: answer, end: now + lifetime), of: name, now: now)
        }
        return state.waiting.removeValue(forKey: name) ?? []
      }
      for then in waiting { then(answer) }
    }
  }

  /// The next name to look up; nil if the resolver is freed.
  private static func next(_ state: Monitor<State>) -> String? {
    let name: String?? = state.wait { state in
      if state.isOver { return .some(nil) }
      return state.queue.isEmpty ? nil : .some(state.queue.removeFirst())
    }
    return name ?? nil
  }
}
