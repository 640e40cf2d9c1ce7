import Survey
import System

/// Hands out a feed's items to threads. A thread waits while there is no memory for another item.
final class Admission<Item: Sendable>: Sendable {
  private let feed: Feed<Item>
  private let need: @Sendable (Item) -> Int
  private let isOver: @Sendable () -> Bool
  private let state: Monitor<State>

  private struct State: Sendable {
    var schedule: Schedule<Item>
    /// The number of known items that the schedule has received.
    var listed = 0
    /// Ready items that the schedule hasn't received: those that arrived, and those that were ready from the start.
    var arrived = FIFO<Item>()
    var ready = FIFO<Item>()
    /// True while a thread takes the next item of a stream.
    var isTaking = false
  }

  private enum Step {
    case begin(Item)
    case leave
    /// Tell the feed that the thread is about to wait, for an item or for memory.
    case idle(forItem: Bool)
    /// Take the next item of the stream.
    case take
    case end
  }

  /// Nanoseconds after which a waiting thread checks again whether the run is over.
  private static var patience: Int { 50_000_000 }

  /// `need` gives the bytes of an item. No item is handed out once `isOver` returns true.
  init(
    _ schedule: Schedule<Item>, _ feed: Feed<Item>, need: @escaping @Sendable (Item) -> Int,
    isOver: @escaping @Sendable () -> Bool
  ) {
    state = Monitor(State(schedule: schedule))
    self.feed = feed
    self.need = need
    self.isOver = isOver
  }

  /// Lets items arrive. Call this before ``next(_:leave:)``.
  func begin() {
    guard case .arrivals(_, _, _, let begin) = feed else { return }
    let ready = begin { [weak self] items in
      self?.state.with { state in for item in items { state.arrived.append(item) } }
    }
    state.with { state in for item in ready { state.ready.append(item) } }
  }

  /// The next item for `thread`, which has finished its last item. Nil if there is no more item, or if the
  /// run is over. `leave` frees the thread's memory; this function may call it before the thread waits.
  func next(_ thread: Int, leave: () -> Void) throws(Halted) -> Item? {
    var isIdle = false
    var idleSince: Int64?
    while true {
      switch state.wait(lookingEvery: Self.patience, for: { step(thread, isIdle, &$0) }) {
      case .begin(let item):
        if let idleSince, case .arrivals(_, _, let waited, _) = feed {
          waited(MonotonicClock.now() - idleSince)
        }
        for item in upcoming() { name(item) }
        return item
      case .leave:
        leave()
        state.with { $0.schedule.leave(thread) }
      case .idle(let forItem):
        if case .stream(_, let idle) = feed { try idle() }
        if forItem { idleSince = MonotonicClock.now() }
        isIdle = true
      case .take: try take()
      case .end: return nil
      }
    }
  }

  /// Adds an item that must be made again from its beginning. The item goes before all others.
  func again(_ item: Item) {
    let need = need(item)
    state.with { $0.schedule.again(item, need: need) }
  }

  /// The thread's next step; nil if it has to wait.
  private func step(_ thread: Int, _ isIdle: Bool, _ state: inout State) -> Step? {
    if isOver() { return .end }
    fill(&state)
    switch state.schedule.next(thread) {
    case .begin(let item): return .begin(item)
    case .leave: return .leave
    case .end: return .end
    case .take:
      if case .stream = feed, !state.isTaking {
        state.isTaking = true
        return .take
      }
      return isIdle ? nil : .idle(forItem: true)
    case .wait: return isIdle ? nil : .idle(forItem: false)
    }
  }

  private func fill(_ state: inout State) {
    switch feed {
    case .list(let items, _):
      while state.schedule.wantsMore {
        if state.listed == items.count { return state.schedule.close() }
        add(items[state.listed], &state)
      }
    case .arrivals(let items, _, _, _):
      while state.schedule.wantsMore {
        if state.listed == items.count { return state.schedule.close() }
        // Items that came over the network leave room for others.
        guard let item = state.arrived.popFirst() ?? state.ready.popFirst() else { return }
        add(item, &state)
      }
    case .stream: return
    }
  }

  private func add(_ item: Item, _ state: inout State) {
    state.schedule.add(item, need: need(item))
    state.listed += 1
  }

  private func take() throws(Halted) {
    guard case .stream(let next, _) = feed else { return }
    let taken = Result { () throws(Halted) in try next() }
    state.with { state in
      state.isTaking = false
      if case .success(.some(let item)) = taken {
        state.schedule.add(item, need: need(item))
      } else {
        state.schedule.close()
      }
    }
    _ = try taken.get()
  }

  private func upcoming() -> [Item] {
    state.with { state in
      fill(&state)
      return state.schedule.upcoming()
    }
  }

  private func name(_ item: Item) {
    switch feed {
    case .list(_, let soon), .arrivals(_, let soon, _, _): soon(item)
    case .stream: return
    }
  }
}
