import System
import Testing

@Suite("The clock of the stages")
struct StageClockTests {
  /// A time and a number of bytes in use that a test sets.
  private final class Source {
    var time: Int64 = 1000
    var bytes = 500
  }

  private struct Failure: Error {}

  private let source = Source()
  private let clock: StageClock

  init() {
    let source = source
    clock = StageClock(now: { source.time }, heap: { source.bytes })
  }

  /// What the stages took: time and bytes.
  private static func costs(_ expected: [Stage: (Int64, Int)]) -> StageCosts {
    var costs = StageCosts()
    for (stage, cost) in expected { costs[stage] = StageCost(nanoseconds: cost.0, bytes: cost.1) }
    return costs
  }

  @Test("A stage within another has its time to itself, however often it comes")
  func nested() {
    source.time = 1010  // Nobody's.
    let value = clock.time(.decode) {
      source.time += 3
      clock.time(.resample) { source.time += 20 }
      source.time += 4
      clock.time(.resample) {
        source.time += 30
        clock.time(.write) { source.time += 500 }
        source.time += 1
      }
      source.time += 5
      return "made"
    }
    source.time += 7000
    clock.time(.decode) { source.time += 100 }
    #expect(value == "made")
    #expect(clock.costs == Self.costs([.decode: (112, 0), .resample: (51, 0), .write: (500, 0)]))
    #expect(clock.costs.nanoseconds == 663)
  }

  @Test("A stage that fails had its time all the same, and the outer one goes on")
  func failing() {
    clock.time(.encode) {
      #expect(throws: Failure.self) {
        try clock.time(.write) {
          source.time += 9
          throw Failure()
        }
      }
      source.time += 2
    }
    #expect(clock.costs == Self.costs([.encode: (2, 0), .write: (9, 0)]))
  }

  @Test("Bytes are those beyond what was in use before, at the fullest moment")
  func bytes() {
    source.bytes = 700
    clock.sample(.decode, .resample)
    source.bytes = 650
    clock.sample(.decode)
    source.bytes = 900
    clock.sample(.resample)
    source.bytes = 400
    clock.sample(.orient)
    #expect(clock.costs == Self.costs([.decode: (0, 200), .resample: (0, 400)]))
  }

  @Test("Time that was measured otherwise goes from one stage to another")
  func move() {
    clock.time(.decode) { source.time += 50 }
    clock.move(20, from: .decode, to: .read)
    #expect(clock.costs == Self.costs([.decode: (30, 0), .read: (20, 0)]))
  }

  @Test("Without a clock the work is done and nothing is measured")
  func none() {
    let none: StageClock? = nil
    #expect(none.time(.decode) { 7 } == 7)
    #expect(throws: Failure.self) { try none.time(.decode) { throw Failure() } }
  }

  @Test("Costs add up: times together, the larger number of bytes")
  func sums() {
    var costs = Self.costs([.probe: (1, 10), .wait: (2, 20)])
    costs.add(Self.costs([.probe: (100, 5), .read: (4, 40), .wait: (200, 30)]))
    #expect(costs == Self.costs([.probe: (101, 10), .read: (4, 40), .wait: (202, 30)]))
  }
}
