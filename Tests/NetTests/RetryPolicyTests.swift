import Net
import TestSupport
import Testing

@Suite struct RetryPolicyTests {
  /// Always gives the largest number, so each back-off is its bound.
  private struct Largest: RandomNumberGenerator {
    mutating func next() -> UInt64 { .max }
  }

  private static let second: Int64 = 1_000_000_000

  private func step(
    _ outcome: RetryPolicy.Outcome, try number: Int = 1, hostFailures: Int = 0
  ) -> RetryPolicy.Step {
    var largest = Largest()
    return RetryPolicy().step(after: outcome, try: number, hostFailures: hostFailures, using: &largest)
  }

  @Test(
    "Replies that end a request",
    arguments: [200, 204, 206, 301, 304, 307, 400, 401, 403, 404, 410, 412, 416, 501, 505])
  func ends(_ status: Int) {
    #expect(step(.reply(status: status, pause: nil)) == RetryPolicy.Step())
    #expect(step(.reply(status: status, pause: 5)) == RetryPolicy.Step())
  }

  @Test("Replies after which the request alone waits", arguments: [500, 502, 504, 507, 520, 599, 408, 425])
  func retries(_ status: Int) {
    #expect(step(.reply(status: status, pause: nil)) == RetryPolicy.Step(retry: Self.second / 2))
    #expect(step(.reply(status: status, pause: nil), try: 4) == RetryPolicy.Step(retry: 4 * Self.second))
    #expect(step(.reply(status: status, pause: nil), try: 5) == RetryPolicy.Step())
  }

  @Test("Too early and timed out: Retry-After holds for the request", arguments: [408, 425])
  func ownPause(_ status: Int) {
    #expect(step(.reply(status: status, pause: 7)) == RetryPolicy.Step(retry: 7))
  }

  @Test(
    "Replies that pause the host",
    arguments: [
      (RetryPolicy.Outcome.reply(status: 429, pause: nil), .reply(status: 429, pause: 9)),
      (.reply(status: 503, pause: nil), .reply(status: 503, pause: 9)),
    ] as [(RetryPolicy.Outcome, RetryPolicy.Outcome)])
  func pauses(_ bare: RetryPolicy.Outcome, _ asking: RetryPolicy.Outcome) {
    #expect(step(asking) == RetryPolicy.Step(pause: 9, retry: 9))
    #expect(step(asking, try: 5) == RetryPolicy.Step(pause: 9))
    #expect(step(bare) == RetryPolicy.Step(pause: Self.second / 2, retry: Self.second / 2))
    #expect(step(bare, try: 3) == RetryPolicy.Step(pause: 2 * Self.second, retry: 2 * Self.second))
    #expect(
      step(bare, try: 1, hostFailures: 4) == RetryPolicy.Step(pause: 8 * Self.second, retry: 8 * Self.second))
    #expect(step(bare, try: 5) == RetryPolicy.Step(pause: 8 * Self.second))
  }

  @Test("Troubles that may pass are tried five times, others once", arguments: FetchTrouble.allCases)
  func troubles(_ trouble: FetchTrouble) {
    let lasting: [FetchTrouble] = [
      .unknownName, .refusedAddress, .tls, .redirect, .manyRedirects, .largeBody, .largeHeader, .target,
      .givenUp, .cancelled, .failed,
    ]
    #expect(step(.trouble(trouble)).retry == (lasting.contains(trouble) ? nil : Self.second / 2))
    #expect(step(.trouble(trouble)).pause == nil)
    #expect(step(.trouble(trouble), try: 5) == RetryPolicy.Step())
  }

  @Test("Other numbers of tries")
  func tries() {
    var largest = Largest()
    let once = RetryPolicy(tries: 1)
    #expect(once.step(after: .trouble(.reset), try: 1, using: &largest) == RetryPolicy.Step())
  }

  @Test("The bound doubles from 0.5 s to 30 s")
  func bounds() {
    let bounds = (0...8).map { RetryPolicy.longestBackOff($0) }
    #expect(bounds == [5, 10, 20, 40, 80, 160, 300, 300, 300].map { $0 * 100_000_000 })
    #expect(RetryPolicy.longestBackOff(-1) == 500_000_000)
    #expect(RetryPolicy.longestBackOff(.max) == 30_000_000_000)
  }

  @Test("Back-offs fill the whole range evenly")
  func jitter() {
    var random = SplitMix64(seed: 1)
    let bound = RetryPolicy.longestBackOff(3)
    var tenths = [Int](repeating: 0, count: 10)
    for _ in 0..<10_000 {
      let time = RetryPolicy.backOff(3, using: &random)
      #expect(0...bound ~= time)
      tenths[min(9, Int(time * 10 / bound))] += 1
    }
    // Five standard deviations of a binomial count around 1,000.
    #expect(tenths.allSatisfy { 850...1150 ~= $0 })
  }
}
