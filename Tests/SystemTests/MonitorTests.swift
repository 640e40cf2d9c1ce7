import System
import Testing

@Suite struct MonitorTests {
  @Test("A wait with a pause looks again without a change, each time after the pause that the state gives")
  func pauses() {
    let monitor = Monitor(0)
    var times: [Int64] = []
    monitor.wait(atMost: { 1_000_000 * Int64($0) }) { count -> Void? in
      times.append(MonotonicClock.now())
      count += 1
      return count == 4 ? () : nil
    }
    #expect(times.count == 4)
    for (place, (before, after)) in zip(times, times.dropFirst()).enumerated() {
      #expect(after - before >= 1_000_000 * Int64(place + 1))
    }
  }

  @Test("A pause in the past looks again at once, and one of more than a second ends by a change")
  func bounds() throws {
    let monitor = Monitor(0)
    monitor.wait(atMost: { _ in -1 }) { count -> Void? in
      count += 1
      return count == 3 ? () : nil
    }
    try SystemThread.start { monitor.with { $0 = 10 } }
    #expect(monitor.wait(atMost: { _ in 3_600_000_000_000 }) { $0 == 10 ? $0 : nil } == 10)
  }
}
