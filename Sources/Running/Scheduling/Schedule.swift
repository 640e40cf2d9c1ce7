import ImageModel

/// Which image a free thread begins next, so that those in work fit into memory together.
///
/// It is the largest that fits, of the next few that aren't begun: so the last ones are small, and no thread is left
/// with a long one while the others have nothing to do. One that was passed over too often goes before all others.
///
/// A thread keeps something of its images, so that it takes more from its second one on than one that begins anew. A
/// worker process counts with the most it had at any time until it ends. Where memory is tight, both give back what they
/// have before they go on.
struct Schedule {
  /// What a thread does next.
  enum Turn: Hashable {
    /// Begins the image of this number, or fails it, where it would not fit even alone.
    case begin(Int)
    /// Gives back what it keeps, calls ``leave(_:)`` and asks again.
    case leave
    /// Asks again when another thread has asked for or left something.
    case wait
    /// Ends: all images are begun.
    case end
  }

  /// Images that are looked at.
  static let reach = 64
  /// How often an image may be passed over.
  static let mostPassed = 64

  private let budget: Int
  private let need: @Sendable (Int) -> Int
  private let kept: Int
  private let lasts: Bool
  private let reach: Int
  private let count: Int
  /// In order of numbers, so that none was passed over more often than the first.
  private var window: [Waiting] = []
  private var firstUnseen = 0
  /// What each thread has in memory, in bytes.
  private var held: [Int]
  private var waits: Set<Int> = []

  private struct Waiting {
    let number: Int
    let need: Int
    var passed = 0
    var isNamed = false
  }

  /// A schedule of images 0..<count for so many threads, of which image `n` takes `need(n)` bytes while it is in work.
  /// Until it leaves, a thread keeps `kept` bytes of images before, and where `lasts` all that its largest one took.
  ///
  /// One thread gains nothing by another order and keeps that of numbers; so do more with `inOrder`.
  init(
    count: Int, threads: Int, budget: Int, kept: Int, lasts: Bool, inOrder: Bool = false,
    need: @escaping @Sendable (Int) -> Int
  ) {
    self.count = count
    self.budget = budget
    self.kept = kept
    self.lasts = lasts
    self.need = need
    reach = threads == 1 || inOrder ? 1 : Self.reach
    held = Array(repeating: 0, count: threads)
  }

  /// All that is in memory, in bytes: never more than the budget.
  var total: Int { held.reduce(0, +) }

  /// What `thread` has in memory, in bytes.
  func held(by thread: Int) -> Int { held[thread] }

  /// What `thread` does now that it is done with what it did before.
  mutating func next(_ thread: Int) -> Turn {
    waits.remove(thread)
    if !lasts { held[thread] = min(held[thread], kept) }
    fill()
    if let never = window.firstIndex(where: { $0.need > budget }) {
      return .begin(window.remove(at: never).number)
    }
    if window.isEmpty { return .end }
    guard let place = largest(for: thread) else {
      if held[thread] > 0 { return .leave }
      waits.insert(thread)
      return .wait
    }
    if charge(place, thread) > room(for: thread) || isInTheWay(thread, place) { return .leave }
    return .begin(take(place, thread))
  }

  /// Puts an image that was begun before all others, to be begun anew: with `need` bytes it can be made.
  mutating func again(_ number: Int, need: Int) {
    window.insert(Waiting(number: number, need: need, passed: Self.mostPassed, isNamed: true), at: 0)
  }

  /// Notes that nothing of `thread` is in memory any more.
  mutating func leave(_ thread: Int) { held[thread] = 0 }

  /// Images that will begin soon, as far as can be told, each named once and before it begins: as many as there are
  /// threads, with those that were named before.
  mutating func upcoming() -> [Int] {
    fill()
    var numbers: [Int] = []
    var missing = held.count - window.count { $0.isNamed }
    while missing > 0, let place = largest(of: window.indices.filter { !window[$0].isNamed }) {
      window[place].isNamed = true
      numbers.append(window[place].number)
      missing -= 1
    }
    return numbers
  }

  private mutating func fill() {
    while window.count < reach, firstUnseen < count {
      window.append(Waiting(number: firstUnseen, need: need(firstUnseen)))
      firstUnseen += 1
    }
  }

  private mutating func take(_ place: Int, _ thread: Int) -> Int {
    for earlier in 0..<place { window[earlier].passed += 1 }
    held[thread] = charge(place, thread)
    return window.remove(at: place).number
  }

  /// What a thread has in memory with the image at a place.
  private func charge(_ place: Int, _ thread: Int) -> Int {
    let need = window[place].need
    return held[thread] > 0 ? max(held[thread], need + kept) : need
  }

  /// What is left beside what other threads have.
  private func room(for thread: Int) -> Int { budget - (total - held[thread]) }

  /// The place of the largest image that a thread which has nothing could begin: of equal ones, the first.
  private func largest(for thread: Int) -> Int? {
    let room = room(for: thread)
    let isOverdue = window.first.map { $0.passed >= Self.mostPassed } ?? false
    let open = isOverdue ? 0..<1 : window.indices
    return largest(of: open.filter { window[$0].need <= room })
  }

  /// The place of the largest image of those at `places`: of equal ones, the first.
  private func largest(of places: [Int]) -> Int? {
    places.max { (window[$0].need, $1) < (window[$1].need, $0) }
  }

  /// True where a thread that waits could begin at once, if this one gave back what it keeps before it takes the image.
  private func isInTheWay(_ thread: Int, _ place: Int) -> Bool {
    guard let other = waits.first, window[place].need < held[thread] else { return false }
    var then = self
    then.leave(thread)
    _ = then.take(place, thread)
    then.fill()
    return then.largest(for: other) != nil
  }
}
