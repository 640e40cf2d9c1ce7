import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Running
@testable import System

/// Threads that take items from one feed.
@Suite struct AdmissionTests {
  /// The admission of items 0..<`needs.count` to so many threads.
  private static func admission(
    _ needs: [Int], threads: Int, budget: Int, lasts: Bool = false,
    isOver: @escaping @Sendable () -> Bool = { false }
  ) -> Admission<Int> {
    let feed = Feed.list(Array(needs.indices))
    let schedule = Schedule<Int>(
      threads: threads, budget: budget, kept: 0, lasts: lasts,
      reach: feed.reach(threads: threads, inOrder: false))
    return Admission(schedule, feed, need: { needs[$0] }, isOver: isOver)
  }

  /// What is in memory, as the threads themselves count it.
  private struct Count {
    var bytes = 0
    var most = 0
    var numbers: [Int] = []
    var left = 0

    mutating func add(_ more: Int) {
      bytes += more
      most = max(most, bytes)
    }
  }

  @Test(
    "What threads have at once never exceeds the budget, whatever their times", arguments: [1, 2, 5], 0..<6)
  func budget(_ threads: Int, _ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let needs = (0..<400).map { _ in Int.random(in: 1...100, using: &random) }
    let pauses = (0..<400).map { _ in UInt32.random(in: 0...300, using: &random) }
    let (budget, keeps) = (130, seed % 2 == 0)
    let count = Mutex(Count())
    let admission = Self.admission(needs, threads: threads, budget: budget, lasts: keeps)
    ThreadPool(width: threads).run(threads: threads) { thread in
      // What a worker keeps is the most that it had.
      var own = 0
      func leave() {
        count.withLock {
          $0.bytes -= own
          $0.left += 1
        }
        own = 0
      }
      while let number = try? admission.next(thread, leave: leave) {
        let more = max(0, needs[number] - own)
        own += more
        count.withLock {
          $0.add(more)
          $0.numbers.append(number)
        }
        usleep(pauses[number])
        if keeps { continue }
        count.withLock { $0.bytes -= own }
        own = 0
      }
    }
    count.withLock {
      #expect($0.most <= budget)
      #expect($0.numbers.sorted() == Array(0..<400))
      #expect(keeps || $0.left == 0)
    }
  }

  @Test("Threads that wait work side by side as soon as there is room")
  func awakening() {
    let begun = Atomic<Int>(0)
    // One image of the whole budget, then two that fit together: each of these ends when both have begun.
    let admission = Self.admission([10, 5, 5], threads: 2, budget: 10)
    ThreadPool(width: 2).run(threads: 2) { thread in
      while let number = try? admission.next(thread, leave: {}) {
        if number == 0 { continue }
        begun.add(1, ordering: .sequentiallyConsistent)
        while begun.load(ordering: .sequentiallyConsistent) < 2 { sched_yield() }
      }
    }
    #expect(begun.load(ordering: .relaxed) == 2)
  }

  @Test("The end of the batch reaches a thread that waits, though nobody calls it")
  func over() throws {
    let isOver = Atomic<Bool>(false)
    let waiters = Atomic<Int>(0)
    let admission = Self.admission([10, 10], threads: 2, budget: 10) {
      isOver.load(ordering: .acquiring)
    }
    let numbers = Mutex<[Int]>([])
    ThreadPool(width: 2).run(threads: 2) { thread in
      guard let number = try? admission.next(thread, leave: {}) else {
        _ = waiters.add(1, ordering: .releasing)
        return
      }
      numbers.withLock { $0.append(number) }
      isOver.store(true, ordering: .releasing)
      // The image in work ends only after the other thread has.
      while waiters.load(ordering: .acquiring) == 0 { sched_yield() }
    }
    #expect(numbers.withLock { $0 } == [0])
    #expect(try admission.next(0, leave: {}) == nil)
  }

  @Test("A thread of a stream settles its own work before it waits, and one thread at a time takes an item")
  func stream() {
    let events = Mutex<[String]>([])
    let rest = Mutex([2, 1])
    let takers = Atomic<Int>(0)
    let feed = Feed<Int>.stream {
      #expect(takers.add(1, ordering: .sequentiallyConsistent).newValue == 1)
      defer { takers.subtract(1, ordering: .sequentiallyConsistent) }
      // The other thread waits by then.
      while events.withLock({ !$0.contains("idle") }) { sched_yield() }
      return rest.withLock { $0.popLast() }
    } idle: {
      events.withLock { $0.append("idle") }
    }
    let admission = Admission(
      Schedule<Int>(threads: 2, budget: 10, kept: 0, lasts: false, reach: 1), feed, need: { _ in 10 },
      isOver: { false })
    ThreadPool(width: 2).run(threads: 2) { thread in
      while let item = try? admission.next(thread, leave: {}) { events.withLock { $0.append("\(item)") } }
    }
    #expect(events.withLock { $0.filter { $0 != "idle" } } == ["1", "2"])
  }

  /// Gives items to an admission as they arrive.
  private final class Arrival: Sendable {
    private let take = Monitor<(@Sendable ([Int]) -> Void)?>(nil)
    private let wait = Atomic<Int64>(0)

    /// The nanoseconds that threads waited for items.
    var waited: Int64 { wait.load(ordering: .sequentiallyConsistent) }

    func callAsFunction(_ items: [Int]) { take.wait { $0 }(items) }

    /// The admission of `items`, which each need as many bytes. Those in `ready` are there at once.
    func admission(_ items: [Int], ready: [Int], threads: Int, inOrder: Bool = false) -> Admission<Int> {
      let note = { @Sendable [self] nanoseconds in
        _ = wait.add(nanoseconds, ordering: .sequentiallyConsistent)
      }
      let feed = Feed.arrivals(items, soon: { _ in }, waited: note) { [take] new in
        take.with { $0 = new }
        return ready
      }
      let schedule = Schedule<Int>(
        threads: threads, budget: 100, kept: 0, lasts: false,
        reach: feed.reach(threads: threads, inOrder: inOrder))
      let admission = Admission(schedule, feed, need: { $0 }, isOver: { false })
      admission.begin()
      return admission
    }
  }

  @Test(
    "The largest of the items that are ready begins, and items that arrive go before those that were there")
  func arrivals() throws {
    let arrive = Arrival()
    let admission = arrive.admission([5, 9, 7, 3, 4], ready: [3], threads: 2)
    #expect(try admission.next(0, leave: {}) == 3)
    arrive([5, 9])
    #expect(try admission.next(0, leave: {}) == 9)
    arrive([7])
    #expect(try admission.next(0, leave: {}) == 7)
    #expect(try admission.next(0, leave: {}) == 5)
    arrive([4])
    #expect(try admission.next(0, leave: {}) == 4)
    #expect(try admission.next(0, leave: {}) == nil)
  }

  @Test("In order, items begin as they arrive")
  func arrivalsInOrder() throws {
    let arrive = Arrival()
    let admission = arrive.admission([5, 9, 7], ready: [], threads: 2, inOrder: true)
    arrive([5, 9, 7])
    for item in [5, 9, 7] { #expect(try admission.next(0, leave: {}) == item) }
    #expect(try admission.next(0, leave: {}) == nil)
    #expect(arrive.waited == 0)
  }

  @Test("Threads that wait begin as items arrive, and an item that is made again needs no arrival")
  func awakenedByArrival() {
    let arrive = Arrival()
    let admission = arrive.admission(Array(1...40), ready: [], threads: 3)
    let begun = Monitor<[Int]>([])
    ThreadPool(width: 4).run(threads: 4) { thread in
      if thread == 3 {
        // Each arrival waits until the item before it has begun, so that threads wait for each.
        for item in 1...40 {
          begun.wait { $0.count { $0 < 100 } == item - 1 ? () : nil }
          arrive([item])
        }
        return
      }
      while let item = try? admission.next(thread, leave: {}) {
        if item == 20 { admission.again(100) }
        begun.with { $0.append(item) }
      }
    }
    #expect(begun.with { $0.sorted() } == Array(1...40) + [100])
    #expect(arrive.waited > 0)
  }
}
