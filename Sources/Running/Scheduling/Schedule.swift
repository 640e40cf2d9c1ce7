import ImageModel

/// Chooses the next item of a free thread, so that the items in work fit into memory together.
///
/// Among the next few items, the largest one that fits begins first. So the last items are small, and no
/// thread is left with a long one while the others are idle. An item that was passed over too often goes
/// before all others.
///
/// A thread keeps some memory of earlier items, so later items need more memory than its first one. A worker
/// process counts with its largest memory so far, until it ends. If memory is tight, a thread gives this
/// memory back before its next item.
struct Schedule<Item: Sendable>: Sendable {
  /// The next action of a thread.
  enum Turn {
    /// Begin this item. An item that needs more than the whole budget is begun too, and fails.
    case begin(Item)
    /// Give back memory, call ``leave(_:)`` and ask again.
    case leave
    /// Ask again after another thread has asked, or has called ``leave(_:)``.
    case wait
    /// Call ``add(_:need:)`` or ``close()`` and ask again.
    case take
    /// Stop: all items are begun.
    case end
  }

  /// The number of next items among which a schedule chooses.
  static var reach: Int { 64 }
  /// How often an item may be passed over.
  static var mostPassed: Int { 64 }

  private let budget: Int
  private let kept: Int
  private let lasts: Bool
  private let reach: Int
  /// The next items in the order of arrival. The first one was passed over most often.
  private var window: [Waiting] = []
  /// True until ``close()``.
  private var isOpen = true
  /// The memory of each thread in bytes.
  private var held: [Int]
  private var waits: Set<Int> = []

  private struct Waiting: Sendable {
    let item: Item
    let need: Int
    var passed = 0
    var isNamed = false
  }

  /// A schedule for `threads` threads, which chooses among the next `reach` items.
  ///
  /// Until a thread gives back its memory, it keeps `kept` bytes of earlier items. With `lasts`, it keeps the
  /// bytes of its largest item instead.
  init(threads: Int, budget: Int, kept: Int, lasts: Bool, reach: Int) {
    self.budget = budget
    self.kept = kept
    self.lasts = lasts
    self.reach = reach
    held = Array(repeating: 0, count: threads)
  }

  /// True while more items may come and at most `reach` items are known.
  var wantsMore: Bool { isOpen && window.count <= reach }

  /// The places of the items that may begin next: at most `reach`. `window` holds one more item, so that
  /// `reach` items are left for another thread when one item begins.
  private var open: Range<Int> { 0..<min(reach, window.count) }

  /// Adds an item that takes `need` bytes while it is in work.
  mutating func add(_ item: Item, need: Int) { window.append(Waiting(item: item, need: need)) }

  /// Notes that no more items come.
  mutating func close() { isOpen = false }

  /// The memory of all threads in bytes: never more than the budget.
  var total: Int { held.reduce(0, +) }

  /// The memory of `thread` in bytes.
  func held(by thread: Int) -> Int { held[thread] }

  /// The next action of `thread`, which has finished its last item.
  mutating func next(_ thread: Int) -> Turn {
    waits.remove(thread)
    if !lasts { held[thread] = min(held[thread], kept) }
    if let never = open.first(where: { window[$0].need > budget }) {
      return .begin(window.remove(at: never).item)
    }
    if window.isEmpty { return isOpen ? .take : .end }
    guard let place = largest(for: thread) else {
      if held[thread] > 0 { return .leave }
      waits.insert(thread)
      return .wait
    }
    if charge(place, thread) > room(for: thread) || isInTheWay(thread, place) { return .leave }
    return .begin(take(place, thread))
  }

  /// Adds an item that was begun and needs more memory. It begins before all others.
  mutating func again(_ item: Item, need: Int) {
    window.insert(Waiting(item: item, need: need, passed: Self.mostPassed, isNamed: true), at: 0)
  }

  /// Notes that `thread` has given back its memory.
  mutating func leave(_ thread: Int) { held[thread] = 0 }

  /// The items that will probably begin soon: one for each thread. Each item is returned once.
  mutating func upcoming() -> [Item] {
    var items: [Item] = []
    var missing = held.count - open.count { window[$0].isNamed }
    while missing > 0, let place = largest(of: open.filter { !window[$0].isNamed }) {
      window[place].isNamed = true
      items.append(window[place].item)
      missing -= 1
    }
    return items
  }

  private mutating func take(_ place: Int, _ thread: Int) -> Item {
    for earlier in 0..<place { window[earlier].passed += 1 }
    held[thread] = charge(place, thread)
    return window.remove(at: place).item
  }

  /// The memory that `thread` would hold with the item at `place` in work.
  private func charge(_ place: Int, _ thread: Int) -> Int {
    let need = window[place].need
    return held[thread] > 0 ? max(held[thread], need + kept) : need
  }

  /// The part of the budget that the other threads leave to `thread`.
  private func room(for thread: Int) -> Int { budget - (total - held[thread]) }

  /// The place of the largest item that `thread` could begin if it held no memory. If several items are
  /// equally large, the first one counts.
  private func largest(for thread: Int) -> Int? {
    let room = room(for: thread)
    let isOverdue = window.first.map { $0.passed >= Self.mostPassed } ?? false
    let open = isOverdue ? 0..<1 : open
    return largest(of: open.filter { window[$0].need <= room })
  }

  /// The place of the largest item at `places`. If several items are equally large, the first one counts.
  private func largest(of places: [Int]) -> Int? {
    places.max { (window[$0].need, $1) < (window[$1].need, $0) }
  }

  /// True if `thread` must give back its memory before it begins the item at `place`: a waiting thread can
  /// then begin another item at once.
  private func isInTheWay(_ thread: Int, _ place: Int) -> Bool {
    guard let other = waits.first, window[place].need < held[thread] else { return false }
    var then = self
    then.leave(thread)
    _ = then.take(place, thread)
    return then.largest(for: other) != nil
  }
}
