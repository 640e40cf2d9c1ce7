import System
import Testing

@Suite struct StopRequestTests {
  private func reason(_ reasons: StopRequest.Reason...) -> StopRequest.Reason? {
    let stop = StopRequest()
    for reason in reasons { stop.request(reason) }
    return stop.reason
  }

  @Test func nobodyAsked() {
    #expect(reason() == nil)
  }

  @Test func theFirstSignalStays() {
    #expect(reason(.signal(15)) == .signal(15))
    #expect(reason(.signal(2), .signal(15)) == .signal(2))
  }

  @Test func aSignalHoldsOverATimeLimit() {
    #expect(reason(.timeLimit) == .timeLimit)
    #expect(reason(.timeLimit, .signal(1)) == .signal(1))
    #expect(reason(.signal(1), .timeLimit) == .signal(1))
    #expect(reason(.timeLimit, .signal(1), .timeLimit, .signal(15)) == .signal(1))
  }

  @Test(
    arguments: [
      (0, 0), (-1, 0), (-.infinity, 0), (.nan, 0), (0.05, 50_000_000), (4.5, 4_500_000_000),
      (1e300, 1_000_000_000_000_000_000), (.infinity, 1_000_000_000_000_000_000),
    ] as [(Double, Int64)])
  func secondsFitTheClock(_ seconds: Double, _ nanoseconds: Int64) {
    #expect(MonotonicClock.nanoseconds(seconds) == nanoseconds)
  }
}
