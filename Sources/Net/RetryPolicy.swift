/// Decides whether a request is tried again, and when.
package struct RetryPolicy: Hashable, Sendable {
  /// The result of a try.
  package enum Outcome: Hashable, Sendable {
    /// A reply. `pause` is the time for which its `Retry-After` asks, in nanoseconds.
    case reply(status: Int, pause: Int64?)
    case trouble(FetchTrouble)
  }

  /// The step after a result. Both times are in nanoseconds from now.
  package struct Step: Hashable, Sendable {
    /// The time for which the host gets no request; nil if nothing changes for it.
    package var pause: Int64?
    /// The time after which the request may be tried again; nil if this was its last try.
    package var retry: Int64?

    package init(pause: Int64? = nil, retry: Int64? = nil) { (self.pause, self.retry) = (pause, retry) }
  }

  /// The number of tries of a request, with the first one.
  package let tries: Int

  package init(tries: Int = 5) { self.tries = tries }

  /// The step after `outcome`, the result of the try `number`, which counts from 1. `hostFailures` is the number of
  /// pauses in a row that the host has had before.
  package func step(
    after outcome: Outcome, try number: Int, hostFailures: Int = 0,
    using random: inout some RandomNumberGenerator
  ) -> Step {
    let reaction = Reaction(outcome)
    let isLast = number >= tries
    switch reaction {
    case .none: return Step()
    case .retry(let pause):
      return Step(retry: isLast ? nil : pause ?? Self.backOff(number - 1, using: &random))
    case .pauseHost(let pause):
      let pause = pause ?? Self.backOff(max(number - 1, hostFailures), using: &random)
      return Step(pause: pause, retry: isLast ? nil : pause)
    }
  }

  /// A random time from 0 to the bound that ``longestBackOff(_:)`` gives, in nanoseconds. All times in between
  /// are equally likely, so that clients that failed together come back apart ("full jitter").
  package static func backOff(_ failures: Int, using random: inout some RandomNumberGenerator) -> Int64 {
    Int64.random(in: 0...longestBackOff(failures), using: &random)
  }

  /// The bound of a back-off after `failures` earlier failures, in nanoseconds: 0.5 s, doubled for each earlier
  /// failure, at most 30 s.
  package static func longestBackOff(_ failures: Int) -> Int64 {
    min(30_000_000_000, 500_000_000 << Int64(min(max(failures, 0), 6)))
  }

  private enum Reaction {
    case none
    /// The request is tried again, after this time or a back-off.
    case retry(Int64?)
    /// The host gets no request for this time or a back-off, and the request is tried again afterwards.
    case pauseHost(Int64?)

    init(_ outcome: Outcome) {
      switch outcome {
      case .reply(429, let pause), .reply(503, let pause): self = .pauseHost(pause)
      case .reply(408, let pause), .reply(425, let pause): self = .retry(pause)
      // The server will lack the method (501) or the version of HTTP (505) later too.
      case .reply(501, _), .reply(505, _): self = .none
      case .reply(500...599, _): self = .retry(nil)
      case .reply: self = .none
      case .trouble(let trouble): self = trouble.mayPass ? .retry(nil) : .none
      }
    }
  }
}
