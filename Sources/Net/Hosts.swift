import System

/// The requests that wait for their hosts, and the limits of each host: a number of requests at a time, a number of
/// requests a second, and no request during a pause. Hosts take turns.
///
/// All times are in nanoseconds of one clock that never goes back, such as ``MonotonicClock``.
package struct Hosts<Item> {
  /// A request that may begin.
  package struct Start {
    package let item: Item
    package let origin: WebAddress.Origin
    /// The time at which the request began.
    package let time: Int64
  }

  private struct Host {
    var queue = FIFO<Item>()
    var inFlight = 0
    /// The time from which on the rate allows another request.
    var free: Int64 = .min
    var pausedUntil: Int64 = .min
    /// The time at which the current or last pause was set.
    var pausedAt: Int64 = .min
    /// The number of pauses since the last success.
    var failures = 0
    /// True while the host is in `ready` or `waiting`. It is in them at most once.
    var isListed = false

    var earliest: Int64 { max(free, pausedUntil) }

    /// Pauses the host because of a request that began at `begun`. The last of `most` pauses in a row takes no time:
    /// the host is given up. True if that is new, or if the host gets no request for long because of this pause.
    mutating func pause(begun: Int64, for pause: Int64, now: Int64, most: Int) -> Bool {
      let isNew = begun >= pausedAt
      if isNew { (failures, pausedAt) = (failures + 1, now) }
      if failures >= most { return isNew && failures == most }
      let known = max(pausedUntil, now)
      pausedUntil = max(known, now + pause)
      return pausedUntil - known >= Hosts.longPause
    }

    /// True if nothing but the earliest time of the next request is left to know.
    var isIdle: Bool { queue.isEmpty && inFlight == 0 && failures == 0 && !isListed }

    /// True if the host's turn comes by time alone.
    func waits(atOnce: Int) -> Bool { !isListed && (isIdle || !queue.isEmpty && inFlight < atOnce) }

    /// The first request of the queue, if it may begin now. It then counts as in flight.
    mutating func begin(now: Int64, atOnce: Int, spacing: Int64) -> Item? {
      isListed = false
      guard inFlight < atOnce, earliest <= now, let item = queue.popFirst() else { return nil }
      inFlight += 1
      if spacing > 0 { free = now + spacing }
      return item
    }
  }

  /// A host that waits for a time.
  private struct Wait: Comparable {
    let time: Int64
    let origin: WebAddress.Origin

    static func < (one: Wait, other: Wait) -> Bool { one.time < other.time }
  }

  /// A request that waits for its next try.
  private struct Delayed: Comparable {
    let time: Int64
    let origin: WebAddress.Origin
    let item: Item

    static func < (one: Delayed, other: Delayed) -> Bool { one.time < other.time }
    static func == (one: Delayed, other: Delayed) -> Bool { one.time == other.time }
  }

  /// Pauses of 30 s are long.
  private static var longPause: Int64 { 30_000_000_000 }

  /// The most requests in flight to one host.
  private let perHost: Int
  /// The time between two requests to one host.
  private let spacing: Int64
  /// The number of pauses in a row after which a host is given up.
  private let pauses: Int
  private var hosts: [WebAddress.Origin: Host] = [:]
  /// Hosts that may have a request that can begin, in turn.
  private var ready = FIFO<WebAddress.Origin>()
  private var waiting = MinHeap<Wait>()
  private var delayed = MinHeap<Delayed>()

  /// `perHost` requests in flight to a host, and `rate` requests a second, each counted from its start; nil
  /// for any number. A host is given up after `pauses` pauses without a success in between.
  package init(perHost: Int = 8, rate: Double? = nil, pauses: Int = .max) {
    self.perHost = max(1, perHost)
    self.pauses = pauses
    spacing = rate.map { $0 > 0 ? MonotonicClock.nanoseconds(1 / $0) : 0 } ?? 0
  }

  /// The number of hosts that are remembered. A host is forgotten when nothing is left to know about it.
  package var count: Int { hosts.count }

  /// Adds a request. With `time`, it begins then at the earliest.
  package mutating func add(_ item: Item, to origin: WebAddress.Origin, notBefore time: Int64? = nil) {
    if let time {
      delayed.insert(Delayed(time: time, origin: origin, item: item))
    } else {
      hosts[origin, default: Host()].queue.append(item)
      list(origin)
    }
  }

  /// The next request that may begin now; nil if all must wait. It counts as in flight until
  /// ``finish(_:success:now:)``.
  package mutating func next(now: Int64) -> Start? {
    while let first = delayed.first, first.time <= now {
      delayed.replaceFirst(with: nil)
      add(first.item, to: first.origin)
    }
    while let first = waiting.first, first.time <= now {
      waiting.replaceFirst(with: nil)
      ready.append(first.origin)
    }
    while let origin = ready.popFirst() {
      let spacing = isGivenUp(origin) ? 0 : spacing
      let item = hosts[origin]?.begin(now: now, atOnce: perHost, spacing: spacing)
      settle(origin, now: now)
      if let item = item ?? nil { return Start(item: item, origin: origin, time: now) }
    }
    return nil
  }

  /// The time at which ``next(now:)`` may return a request although none has finished since; nil if it never will.
  package func wakeTime(now: Int64) -> Int64? {
    if !ready.isEmpty { return now }
    return [waiting.first?.time, delayed.first?.time].compactMap { $0 }.min()
  }

  /// Ends a request. The host's next one may begin. After a `success`, the host's failures are forgotten.
  package mutating func finish(_ start: Start, success: Bool, now: Int64) {
    hosts[start.origin]?.inFlight -= 1
    if success { hosts[start.origin]?.failures = 0 }
    settle(start.origin, now: now)
  }

  /// Takes back a request that didn't begin after all. The rate doesn't count it.
  package mutating func takeBack(_ start: Start, now: Int64) {
    if spacing > 0 { hosts[start.origin]?.free = start.time }
    finish(start, success: false, now: now)
  }

  /// True if a request to `origin` could begin now.
  package func mayBegin(_ origin: WebAddress.Origin, now: Int64) -> Bool {
    hosts[origin].map { $0.inFlight < perHost && $0.earliest <= now } ?? true
  }

  /// True if the host had so many pauses since its last success that it will hardly answer in this run.
  package func isGivenUp(_ origin: WebAddress.Origin) -> Bool { failures(of: origin) >= pauses }

  /// The number of pauses of a host since its last success.
  package func failures(of origin: WebAddress.Origin) -> Int { hosts[origin]?.failures ?? 0 }

  /// Lets no request to the host of `start` begin for `pause` nanoseconds. Requests that began before the
  /// host's last pause may lengthen it, but don't count as further failures. Returns true if the user should know:
  /// the host is given up, or waits so much longer that this is a long pause. Call this before
  /// ``finish(_:success:now:)``.
  @discardableResult
  package mutating func pause(_ start: Start, for pause: Int64, now: Int64) -> Bool {
    hosts[start.origin]?.pause(begun: start.time, for: pause, now: now, most: pauses) ?? false
  }

  /// Lists a host that may begin a request, now or later, or that is to be forgotten later. Forgets a host about
  /// which nothing is left to know.
  private mutating func settle(_ origin: WebAddress.Origin, now: Int64) {
    guard let earliest = hosts[origin]?.earliest, let isIdle = hosts[origin]?.isIdle else { return }
    if isIdle && earliest <= now {
      hosts[origin] = nil
    } else {
      list(origin)
    }
  }

  /// Puts a host into the list in which it waits, unless it is in one or waits for the end of a request.
  private mutating func list(_ origin: WebAddress.Origin) {
    guard let earliest = hosts[origin]?.earliest, hosts[origin]?.waits(atOnce: perHost) == true else {
      return
    }
    hosts[origin]?.isListed = true
    if earliest == .min {
      ready.append(origin)
    } else {
      waiting.insert(Wait(time: earliest, origin: origin))
    }
  }
}

extension Hosts.Start: Sendable where Item: Sendable {}
