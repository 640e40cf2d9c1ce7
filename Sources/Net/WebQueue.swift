import System

/// The requests of a ``WebClient``: those that wait for their hosts, and those in flight.
struct WebQueue {
  /// A try that begins, or has begun.
  typealias Start = Hosts<Int>.Start

  /// A request whose turn has come.
  enum Turn {
    /// Its next try begins. It ends by ``WebQueue/end(_:with:now:wall:)``.
    case begin(Start, WebFlight)
    /// Its host is given up. The request gets no further try.
    case refuse(WebFlight)
  }

  /// The pauses in a row after which a host is given up, or twice the tries of a request if these are more.
  private static let pauses = 10

  private var hosts: Hosts<Int>
  private let policy: RetryPolicy
  private let meter: NetworkMeter
  private var random: any RandomNumberGenerator & Sendable
  /// All requests that have no reply yet, by their numbers.
  private var flights: [Int: WebFlight] = [:]
  private var last = 0
  private var room = BodyRoom()
  /// The pause that the last end of a try began, if it is long.
  private var newPause: WebPause?
  /// The tries in flight to all hosts, and the most of them.
  private var inFlight = 0
  private let most = OpenFileLimit.requests

  init(_ settings: WebSettings, _ meter: NetworkMeter, random: any RandomNumberGenerator & Sendable) {
    let pauses = max(Self.pauses, 2 * settings.tries)
    hosts = Hosts(perHost: settings.perHost, rate: settings.rate, pauses: pauses)
    policy = RetryPolicy(tries: settings.tries)
    (self.meter, self.random) = (meter, random)
  }

  mutating func add(_ flight: WebFlight, now: Int64) {
    last += 1
    flights[last] = flight
    hosts.add(last, to: flight.address.origin, notBefore: flight.delay > 0 ? now + flight.delay : nil)
  }

  /// The next request whose turn has come; nil if all must wait.
  mutating func next(now: Int64) -> Turn? {
    while !isFull, let start = hosts.next(now: now), let flight = flights[start.item] {
      let claim = BodyRoom.Claim(number: start.item, origin: start.origin, bytes: flight.countedBytes)
      if !room.take(claim) {
        hosts.takeBack(start, now: now)
      } else if hosts.isGivenUp(start.origin) {
        hosts.finish(start, success: false, now: now)
        flights[start.item] = nil
        return .refuse(flight)
      } else {
        inFlight += 1
        return .begin(start, flight)
      }
    }
    return nil
  }

  /// Sets the room for bodies that count, in bytes. Requests that wait may find room now.
  mutating func setRoom(_ bytes: Int, now: Int64) {
    room.most = bytes
    free(0, now: now)
  }

  /// Frees room of bodies that count.
  mutating func free(_ bytes: Int, now: Int64) {
    let claims = room.free(bytes) { hosts.mayBegin($0, now: now) }
    for claim in claims { hosts.add(claim.number, to: claim.origin) }
  }

  /// The nanoseconds until ``next(now:)`` may return a request although no try has ended; nil if it never will.
  func pause(now: Int64) -> Int64? { isFull ? nil : hosts.wakeTime(now: now).map { $0 - now } }

  /// Ends a try with its reply. Returns the request and the reply unless another try or a redirect follows. A body that
  /// counts then keeps its room until ``free(_:now:)``. `wall` is in seconds since the start of 1970.
  mutating func end(
    _ start: Start, with reply: FetchReply, now: Int64, wall: Int
  ) -> (WebFlight, FetchReply)? {
    guard var flight = flights.removeValue(forKey: start.item) else { return nil }
    inFlight -= 1
    let step = policy.step(
      after: RetryPolicy.Outcome(reply, wall: wall), try: flight.tries,
      hostFailures: hosts.failures(of: start.origin), using: &random)
    if let pause = step.pause, hosts.pause(start, for: pause, now: now) {
      newPause = WebPause(start.origin, nanoseconds: hosts.isGivenUp(start.origin) ? nil : pause, reply)
    }
    defer {
      hosts.finish(start, success: step.pause == nil && reply.isSuccess, now: now)
      // A request that was called may have met a pause.
      free(0, now: now)
    }
    if let retry = step.retry, !hosts.isGivenUp(start.origin) {
      flight.tries += 1
      meter.add(NetworkUse(retries: 1))
      goOn(flight, start, notBefore: now + retry, now: now)
      return nil
    }
    guard flight.followsRedirects, let location = reply.location else { return (flight, reply) }
    do throws(RedirectFault) {
      try flight.follow(location)
      goOn(flight, start, now: now)
      return nil
    } catch {
      return (flight, FetchReply(error))
    }
  }

  /// The long pause that the last ``end(_:with:now:wall:)`` began. It is returned once.
  mutating func takePause() -> WebPause? {
    defer { newPause = nil }
    return newPause
  }

  /// Takes out all requests.
  mutating func removeAll() -> [WebFlight] {
    defer { flights = [:] }
    return Array(flights.values)
  }

  private var isFull: Bool { inFlight >= most }

  private mutating func goOn(_ flight: WebFlight, _ start: Start, notBefore time: Int64? = nil, now: Int64) {
    flights[start.item] = flight
    hosts.add(start.item, to: flight.address.origin, notBefore: time)
    free(flight.countedBytes, now: now)
  }
}

extension FetchReply {
  /// True if the host works.
  fileprivate var isSuccess: Bool { if case .status(..<500) = outcome { true } else { false } }

  /// The target of a redirect; nil for other replies.
  fileprivate var location: String? {
    guard case .status(let status) = outcome, Redirects.leadsElsewhere(status: status) else { return nil }
    return headers["location"]
  }
}

extension RetryPolicy.Outcome {
  fileprivate init(_ reply: FetchReply, wall: Int) {
    switch reply.outcome {
    case .status(let status):
      self = .reply(
        status: status, pause: reply.headers["retry-after"].flatMap { RetryAfter.pause($0, now: wall) })
    case .trouble(let trouble): self = .trouble(trouble)
    }
  }
}
