import Glibc
import System

/// Fetches URLs: it finds the addresses of hosts, keeps to their limits, tries again and follows redirects.
///
/// The client ends with the object. Requests without a reply then get ``FetchTrouble/cancelled``.
package final class WebClient: Sendable {
  private let core: WebCore
  /// Begins the tries.
  private let thread: pthread_t

  /// A client that calls itself `agent`. `meter` measures its use of the network. `lookup` finds the addresses of a
  /// name. `clock` is in nanoseconds and never goes back. `random` spreads the times of tries. Without a `fetcher`, the
  /// client makes one of its own.
  package init(
    _ settings: WebSettings, agent: String, meter: NetworkMeter = NetworkMeter(),
    fetcher: (any Fetcher)? = nil,
    lookup: @escaping @Sendable (String) -> Resolver.Answer = { SystemLookup.addresses(of: $0) },
    clock: @escaping @Sendable () -> Int64 = { MonotonicClock.now() },
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) throws(FetcherFault) {
    let fetcher: any Fetcher =
      if let fetcher { fetcher } else {
        try ThreadFetcher(policy: settings.policy, certificates: settings.certificates)
      }
    do throws(SystemError) {
      let resolver = try Resolver(policy: settings.policy, lookup: lookup, clock: clock)
      let core = WebCore(
        settings, agent: agent, meter, fetcher: fetcher, resolver: resolver, clock: clock, random: random)
      self.core = core
      thread = try SystemThread.start { core.serve() }
    } catch {
      throw .system(error)
    }
  }

  deinit {
    let left = core.end()
    // The closure of a reply may have held the client last.
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
    for flight in left { flight.then(WebReply(FetchReply(.cancelled))) }
  }

  /// Begins a request, which ends at once for an `s3` URL. `then` is called once, on a thread that makes requests for others too: it must not wait.
  package func get(_ request: WebRequest, then: @escaping @Sendable (WebReply) -> Void) {
    if request.address.scheme == .s3 { return then(WebReply(FetchReply(.failed))) }
    core.add(WebFlight(request, then: then))
  }

  /// Makes a request, and waits for its reply. Don't call it in the `then` of another request.
  package func get(_ request: WebRequest) -> WebReply {
    let reply = Monitor<WebReply?>(nil)
    get(request) { new in reply.with { $0 = new } }
    return reply.wait { $0 }
  }

  /// Sets the room for all bodies that count, in bytes. More room lets requests begin that wait.
  package func setRoom(_ bytes: Int) { core.setRoom(bytes) }

  /// Frees the room of a body that counted.
  package func free(_ bytes: Int) { core.free(bytes) }
}

/// The state that the threads of a client share.
private final class WebCore: Sendable {
  private struct State {
    var queue: WebQueue
    var isOver = false
  }

  private let settings: WebSettings
  private let agent: String
  private let meter: NetworkMeter
  private let fetcher: any Fetcher
  private let resolver: Resolver
  private let clock: @Sendable () -> Int64
  private let state: Monitor<State>

  init(
    _ settings: WebSettings, agent: String, _ meter: NetworkMeter, fetcher: any Fetcher, resolver: Resolver,
    clock: @escaping @Sendable () -> Int64, random: any RandomNumberGenerator & Sendable
  ) {
    (self.settings, self.agent, self.meter, self.clock) = (settings, agent, meter, clock)
    (self.fetcher, self.resolver) = (fetcher, resolver)
    state = Monitor(State(queue: WebQueue(settings, meter, random: random)))
  }

  func add(_ flight: WebFlight) { state.with { $0.queue.add(flight, now: clock()) } }

  func setRoom(_ bytes: Int) { state.with { $0.queue.setRoom(bytes, now: clock()) } }

  func free(_ bytes: Int) { state.with { $0.queue.free(bytes, now: clock()) } }

  /// Lets no further try begin. Returns the requests that have no reply.
  func end() -> [WebFlight] {
    state.with { state in
      state.isOver = true
      return state.queue.removeAll()
    }
  }

  /// Begins tries until the client is freed.
  func serve() {
    while let turn = next() {
      switch turn {
      case .refuse(let flight): flight.then(WebReply(FetchReply(.givenUp)))
      case .begin(let start, let flight):
        // The closures must not keep this object: its end is the end of the resolver and the fetcher.
        resolver.resolve(flight.address.host, trust: flight.trust) { [weak self] answer in
          self?.fetch(flight, start, answer)
        }
      }
    }
  }

  /// Waits for the next request whose turn comes; nil if the client is freed.
  private func next() -> WebQueue.Turn? {
    let next: WebQueue.Turn?? = state.wait(
      atMost: { $0.queue.pause(now: self.clock()) },
      for: { state in
        if state.isOver { return .some(nil) }
        return state.queue.next(now: self.clock()).map { .some($0) }
      })
    return next ?? nil
  }

  private func fetch(_ flight: WebFlight, _ start: WebQueue.Start, _ answer: Resolver.Answer) {
    do throws(SystemError) {
      switch answer {
      case .failure(let trouble): end(start, FetchReply(trouble))
      case .success(let addresses):
        let request = try flight.fetch(at: addresses, agent: agent, timeout: settings.timeout)
        fetcher.submit(request) { [weak self] reply in self?.end(start, reply, request.target) }
      }
    } catch {
      end(start, FetchReply(.target, detail: error.message))
    }
  }

  /// Ends a try. `target` is nil if it made no request.
  private func end(_ start: WebQueue.Start, _ reply: FetchReply, _ target: MemoryFile? = nil) {
    if target != nil { meter.add(NetworkUse(requests: 1, bytes: reply.bytes)) }
    let (ended, pause) = state.with {
      ($0.queue.end(start, with: reply, now: clock(), wall: WallClock.now() / 1000), $0.queue.takePause())
    }
    if let pause { settings.tell(pause) }
    if let (flight, reply) = ended { flight.then(WebReply(reply, target)) }
  }
}
