import ImageModel
import Planning
import Rendering
import Synchronization
import Testing

@testable import Running
@testable import Survey
@testable import System
@testable import Workers

/// Items that go through a runner.
@Suite struct RunnerTests {
  /// A renderer that makes nothing.
  private final class NoRenderer: Renderer {
    var measurement: RenderMeasurement? { nil }
    func giveBack() {}
    func render(_ plan: ImagePlan, source: Int32, mask: Int32?, targets: [Int32?]) -> ImageOutcome {
      ImageOutcome(outputs: [])
    }
  }

  private static func runner(
    _ width: Int, budget: Int? = nil, unless stop: StopRequest = StopRequest()
  ) -> Runner {
    Runner(pool: ThreadPool(width: width), memory: MemoryBudget(budget, .none), unless: stop) { _ in
      NoRenderer()
    }
  }

  @Test("Results come in the order of the numbers, whatever the threads", arguments: [1, 2, 5])
  func map(_ width: Int) throws {
    let values = try Self.runner(width).map(count: 300, outputs: 1, need: { $0 % 7 }) { number, _ in
      number * 2
    }
    #expect(values == (0..<300).map { $0 * 2 })
  }

  @Test("An item that needs more memory is made again, and its result arrives once", arguments: [1, 3])
  func again(_ width: Int) throws {
    let arrived = Mutex<[Int]>([])
    let attempts = Mutex<[Int]>([])
    try Self.runner(width, budget: 100).run(.list([1, 2, 3]), outputs: 1, need: { $0 * 10 }) { item, _ in
      attempts.withLock { $0.append(item) }
      return item == 2 ? .again(9) : .made(item)
    } sink: { _, made in
      arrived.withLock { $0.append(made) }
    }
    #expect(attempts.withLock { $0.sorted() } == [1, 2, 3, 9])
    #expect(arrived.withLock { $0.sorted() } == [1, 3, 9])
  }

  @Test("After the first error no item begins, and the error is thrown")
  func halt() {
    let begun = Atomic<Int>(0)
    #expect(throws: Halted(Halt(.fault, "broken"))) {
      try Self.runner(1).run(.list([0, 1, 2]), outputs: 1, need: { _ in 1 }) { item, _ throws(Halted) in
        begun.add(1, ordering: .relaxed)
        if item == 1 { throw Halted(Halt(.fault, "broken")) }
        return .made(item)
      } sink: { _, _ in
      }
    }
    #expect(begun.load(ordering: .relaxed) == 2)
  }

  @Test("After a stop no item begins, and those in work arrive")
  func stop() throws {
    let stop = StopRequest()
    let arrived = Mutex<[Int]>([])
    try Self.runner(1, unless: stop).run(.list([0, 1, 2]), outputs: 1, need: { _ in 1 }) { item, _ in
      if item == 1 { stop.request(.timeLimit) }
      return .made(item)
    } sink: { _, made in
      arrived.withLock { $0.append(made) }
    }
    #expect(arrived.withLock { $0 } == [0, 1])
  }

  @Test("All items of a stream arrive, by however many threads", arguments: [1, 4])
  func stream(_ width: Int) throws {
    let next = Atomic<Int>(0)
    let arrived = Mutex<[Int]>([])
    let feed = Feed<Int>.stream {
      let item = next.wrappingAdd(1, ordering: .relaxed).oldValue
      return item < 100 ? item : nil
    } idle: {
    }
    try Self.runner(width, budget: 20).run(feed, outputs: 1, need: { $0 % 30 }) { item, _ in
      .made(item)
    } sink: { _, made in
      arrived.withLock { $0.append(made) }
    }
    #expect(arrived.withLock { $0.sorted() } == Array(0..<100))
  }

  @Test("The error of a stream ends the run")
  func brokenStream() {
    let feed = Feed<Int>.stream { () throws(Halted) in
      throw Halted(Halt(.later, "gone"))
    } idle: {
    }
    #expect(throws: Halted(Halt(.later, "gone"))) {
      try Self.runner(3).run(feed, outputs: 1, need: { _ in 1 }) { item, _ in
        .made(item)
      } sink: { _, _ in
      }
    }
  }
}
