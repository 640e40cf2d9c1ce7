import TestSupport
import Testing

@testable import Running
@testable import Workers

/// A schedule that is kept full from a list of needs. Its items are their indices.
private struct ListSchedule {
  var schedule: Schedule<Int>
  let needs: [Int]
  private var added = 0

  init(_ needs: [Int], threads: Int, budget: Int, kept: Int, lasts: Bool, inOrder: Bool) {
    let reach = Feed.list(Array(needs.indices)).reach(threads: threads, inOrder: inOrder)
    schedule = Schedule(threads: threads, budget: budget, kept: kept, lasts: lasts, reach: reach)
    self.needs = needs
  }

  private mutating func fill() {
    while schedule.wantsMore {
      if added == needs.count { return schedule.close() }
      schedule.add(added, need: needs[added])
      added += 1
    }
  }

  mutating func next(_ thread: Int) -> Schedule<Int>.Turn {
    fill()
    return schedule.next(thread)
  }

  mutating func upcoming() -> [Int] {
    fill()
    return schedule.upcoming()
  }

  mutating func again(_ item: Int, need: Int) { schedule.again(item, need: need) }
  mutating func leave(_ thread: Int) { schedule.leave(thread) }
  var total: Int { schedule.total }
  func held(by thread: Int) -> Int { schedule.held(by: thread) }
}

extension Schedule<Int>.Turn: Equatable {
  /// True if both are the same action on the same item.
  public static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.begin(let one), .begin(let other)): one == other
    case (.leave, .leave), (.wait, .wait), (.take, .take), (.end, .end): true
    default: false
    }
  }
}

/// The choice of the next item.
@Suite struct ScheduleTests {
  private static func schedule(
    _ needs: [Int], threads: Int = 2, budget: Int = 1000, kept: Int = 0, lasts: Bool = false,
    inOrder: Bool = false
  ) -> ListSchedule {
    ListSchedule(needs, threads: threads, budget: budget, kept: kept, lasts: lasts, inOrder: inOrder)
  }

  /// The turns of one thread, up to the end.
  private static func all(_ schedule: ListSchedule) -> [Int] {
    var schedule = schedule
    var numbers: [Int] = []
    while case .begin(let number) = schedule.next(0) { numbers.append(number) }
    return numbers
  }

  @Test("The largest goes first, and of equal ones the first")
  func order() {
    #expect(Self.all(Self.schedule([1, 5, 3, 9, 2])) == [3, 1, 2, 4, 0])
    #expect(Self.all(Self.schedule([4, 7, 4, 7, 4])) == [1, 3, 0, 2, 4])
  }

  @Test("An image that needs more than it was begun with goes before all others, once there is room")
  func again() {
    var schedule = Self.schedule([400, 300, 500, 200], budget: 1000)
    #expect(schedule.next(0) == .begin(2))
    #expect(schedule.next(1) == .begin(0))
    schedule.again(2, need: 900)
    // 400 of the other thread are in its way, and nothing else begins before it.
    #expect(schedule.next(0) == .wait)
    #expect(schedule.next(1) == .begin(2))
    #expect(schedule.next(0) == .wait)
    #expect(schedule.next(1) == .begin(1))
    #expect(schedule.next(0) == .begin(3))
  }

  @Test("Source order is kept by one thread, and by more where it is asked for")
  func inOrder() {
    #expect(Self.all(Self.schedule([1, 5, 3], threads: 1)) == [0, 1, 2])
    #expect(Self.all(Self.schedule([1, 5, 3], inOrder: true)) == [0, 1, 2])
    var ordered = Self.schedule([4, 8, 1], budget: 10, inOrder: true)
    #expect(ordered.next(0) == .begin(0))
    #expect(ordered.next(1) == .wait)
    #expect(ordered.next(0) == .begin(1))
  }

  @Test("As many images as there are threads are named ahead, the next ones, and each once")
  func upcoming() {
    var alone = Self.schedule([1, 5, 3], threads: 1)
    #expect(alone.next(0) == .begin(0))
    #expect(alone.upcoming() == [1])
    #expect(alone.upcoming() == [])
    #expect(alone.next(0) == .begin(1))
    #expect(alone.upcoming() == [2])
    #expect(alone.next(0) == .begin(2))
    #expect(alone.upcoming() == [])

    var together = Self.schedule([1, 5, 3, 9, 2, 3])
    #expect(together.next(0) == .begin(3))
    #expect(together.upcoming() == [1, 2])
    #expect(together.next(1) == .begin(1))
    #expect(together.upcoming() == [5])
    #expect(together.next(0) == .begin(2))
    #expect(together.next(1) == .begin(5))
    #expect(together.upcoming() == [4, 0])
    #expect(together.next(0) == .begin(4))
    #expect(together.upcoming() == [])
  }

  @Test("The 64 next images are looked at")
  func reach() {
    let needs = Array(repeating: 1, count: 64) + [2, 3]
    #expect(Self.all(Self.schedule(needs)) == [0, 64, 65] + Array(1..<64))
  }

  @Test("An image begins when it fits beside those in work")
  func fitting() {
    var schedule = Self.schedule([6, 6, 3], budget: 10)
    #expect(schedule.next(0) == .begin(0))
    #expect(schedule.next(1) == .begin(2))
    #expect(schedule.total == 9)
    #expect(schedule.next(1) == .wait)
    #expect(schedule.next(0) == .begin(1))
    #expect(schedule.next(1) == .end)
    #expect(schedule.next(0) == .end)
    #expect(schedule.total == 0)
  }

  @Test("One that never fits is handed out at once, and takes nothing")
  func neverFitting() {
    var schedule = Self.schedule([4, 11, 5, 10], budget: 10)
    #expect(schedule.next(0) == .begin(1))
    #expect(schedule.total == 0)
    #expect(schedule.next(0) == .begin(3))
    #expect(schedule.next(1) == .wait)
  }

  @Test("One that was passed over 64 times goes before all others")
  func passedOver() {
    // From the start two images of 5 are in work, so that the one of 10 never finds room beside the other.
    var schedule = Self.schedule(
      Array(repeating: 5, count: 64) + [10] + Array(repeating: 5, count: 200), budget: 10)
    var turns: [Schedule<Int>.Turn] = []
    for turn in 0..<129 { turns.append(schedule.next(turn % 2)) }
    #expect(turns == (Array(0..<64) + Array(65..<129)).map { .begin($0) } + [.wait])
    #expect(schedule.next(1) == .begin(64))
    #expect(schedule.next(0) == .wait)
    #expect(schedule.next(1) == .begin(129))
    #expect(schedule.next(0) == .begin(130))
  }

  @Test("A worker counts with its largest image, until it ends to let another begin")
  func kept() {
    var schedule = Self.schedule([60, 10, 50, 50, 20], budget: 100, lasts: true)
    #expect(schedule.next(0) == .begin(0))
    #expect(schedule.next(1) == .begin(4))
    #expect(schedule.next(1) == .begin(1))
    #expect(schedule.total == 80)
    #expect(schedule.next(1) == .leave)
    schedule.leave(1)
    #expect(schedule.next(1) == .wait)
    #expect(schedule.next(0) == .leave)
    schedule.leave(0)
    #expect(schedule.next(0) == .begin(2))
    #expect(schedule.next(1) == .begin(3))
    #expect(schedule.total == 100)
    #expect(schedule.next(0) == .end)
  }

  @Test("A worker goes on where its end would help nobody")
  func keptOn() {
    var schedule = Self.schedule([60, 50, 55, 3], budget: 100, lasts: true, inOrder: true)
    #expect(schedule.next(0) == .begin(0))
    #expect(schedule.next(1) == .wait)
    // Beside an image of 50 that of 55 has no room.
    #expect(schedule.next(0) == .begin(1))
    #expect(schedule.total == 60)
    #expect(schedule.next(1) == .wait)
    #expect(schedule.next(0) == .leave)
    schedule.leave(0)
    #expect(schedule.next(0) == .begin(2))
    #expect(schedule.next(1) == .begin(3))
  }

  @Test("A worker that keeps something of its images ends where there is room for a fresh one only")
  func grown() {
    var schedule = Self.schedule([50, 40, 39, 48, 45], threads: 1, budget: 50, kept: 4, lasts: true)
    #expect(schedule.next(0) == .begin(0))
    #expect(schedule.next(0) == .begin(1))
    #expect(schedule.total == 50)
    schedule.leave(0)
    #expect(schedule.next(0) == .begin(2))
    #expect(schedule.total == 39)
    #expect(schedule.next(0) == .leave)
    schedule.leave(0)
    #expect(schedule.next(0) == .begin(3))
    #expect(schedule.total == 48)
    #expect(schedule.next(0) == .begin(4))
    #expect(schedule.total == 49)
  }

  @Test("A thread keeps something of its images, until that stands in the way")
  func threadsKeep() {
    var schedule = Self.schedule([30, 5, 20, 27, 10], budget: 50, kept: 4, inOrder: true)
    #expect(schedule.next(0) == .begin(0))
    #expect(schedule.next(1) == .begin(1))
    #expect(schedule.next(1) == .leave)
    #expect(schedule.held(by: 1) == 4)
    schedule.leave(1)
    #expect(schedule.next(1) == .begin(2))
    #expect(schedule.total == 50)
    #expect(schedule.next(0) == .leave)
    schedule.leave(0)
    #expect(schedule.next(0) == .begin(3))
    #expect(schedule.total == 47)
    #expect(schedule.next(1) == .begin(4))
    #expect(schedule.total == 41)
  }

  @Test("A stream's thread takes the next item only when it has nothing to begin")
  func stream() {
    var schedule = Schedule<Int>(threads: 2, budget: 10, kept: 0, lasts: false, reach: 1)
    #expect(schedule.next(0) == .take)
    schedule.add(0, need: 6)
    #expect(schedule.next(0) == .begin(0))
    schedule.add(1, need: 6)
    #expect(schedule.next(1) == .wait)
    #expect(schedule.next(0) == .begin(1))
    #expect(schedule.next(1) == .take)
    schedule.close()
    #expect(schedule.next(1) == .end)
  }

  @Test("One that takes nothing never waits")
  func nothing() {
    var schedule = Self.schedule([10, 0], budget: 10)
    #expect(schedule.next(0) == .begin(0))
    #expect(schedule.next(1) == .begin(1))
    #expect(Self.all(Self.schedule([])) == [])
  }

  @Test("Without a bound all begins", arguments: [true, false])
  func unbounded(_ lasts: Bool) {
    var schedule = Self.schedule([5, 6], budget: .max, kept: 3, lasts: lasts)
    #expect(schedule.next(0) == .begin(1))
    #expect(schedule.next(1) == .begin(0))
  }

  @Test("In any course the budget holds, and each image begins once", arguments: 0..<200)
  func anyCourse(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let budget = Int.random(in: 1...100, using: &random)
    let needs = (0..<300).map { _ in Int.random(in: 0...110, using: &random) }
    let threads = Int.random(in: 1...9, using: &random)
    var schedule = Self.schedule(
      needs, threads: threads, budget: budget, kept: .random(in: 0...5, using: &random),
      lasts: .random(using: &random),
      inOrder: .random(using: &random))
    var begun: [Int] = []
    var (working, ended) = (Set<Int>(), Set<Int>())
    var (asked, waits) = (0, 0)
    while ended.count < threads, asked < 100_000 {
      asked += 1
      let thread = Int.random(in: 0..<threads, using: &random)
      if ended.contains(thread) { continue }
      working.remove(thread)
      switch schedule.next(thread) {
      case .begin(let number):
        begun.append(number)
        if needs[number] <= budget { working.insert(thread) }
      case .leave: schedule.leave(thread)
      case .wait:
        waits += 1
        // Who waits has nothing, and somebody else has something: else all would wait for ever.
        #expect(schedule.held(by: thread) == 0)
        #expect(schedule.total > 0)
      case .end: ended.insert(thread)
      case .take: Issue.record("a full list has nothing to take")
      }
      #expect(schedule.total <= budget)
    }
    #expect(begun.sorted() == Array(0..<300))
  }
}
