import Planning
import Survey
import Synchronization
import System
import Workers

/// Works on items within a budget of memory. The threads of a pool do the work, each thread with a renderer
/// of its own.
package struct Runner: Sendable {
  private let pool: ThreadPool
  let memory: MemoryBudget
  private let stop: StopRequest
  private let renderer: @Sendable (_ helpers: Int) -> any Renderer

  /// The result of one attempt on an item.
  package enum Attempt<Item, Made> {
    case made(Made)
    /// The item needs more memory. The item given here replaces it, and begins before all others.
    case again(Item)
  }

  /// The largest number of helper threads that one thread has. The thread also reads, hashes and resamples,
  /// and can't keep more helper threads busy.
  private static let mostHelpers = 7

  /// `renderer` makes the renderer of one thread, with the given number of helper threads. After a stop
  /// request no item begins.
  package init(
    pool: ThreadPool, memory: MemoryBudget, unless stop: StopRequest = StopRequest(),
    renderer: @escaping @Sendable (_ helpers: Int) -> any Renderer
  ) {
    self.pool = pool
    self.memory = memory
    self.stop = stop
    self.renderer = renderer
  }

  /// Calls `make` for each item, and `sink` with its result; both are called by many threads at once.
  ///
  /// `need` gives the memory of an item in bytes, or 0 if it needs none. `outputs` is the largest
  /// number of files that an item writes at once. With `inOrder`, items begin in the feed's order.
  ///
  /// Returns after the last item. After a stop request it returns when the items in work are done. Throws the
  /// first error; no item begins after it.
  package func run<Item: Sendable, Made>(
    _ feed: Feed<Item>, outputs: Int, inOrder: Bool = false, need: @escaping @Sendable (Item) -> Int,
    make: @escaping @Sendable (Item, any Renderer) throws(Halted) -> Attempt<Item, Made>,
    sink: @escaping @Sendable (Item, Made) throws(Halted) -> Void
  ) throws(Halted) {
    Allocator.returnLargeBlocks()
    let limited = pool.limited(outputs: outputs)
    let threads = max(1, min(limited.width, feed.items?.count ?? limited.width))
    let helpers = helpers(feed, threads: threads, need)
    let helperBytes = helpers * WorkerLimits.helperBytes
    let schedule = Schedule<Item>(
      threads: threads, budget: memory.bytes, kept: BatchPlan.keptBytes, lasts: memory.lasts,
      reach: feed.reach(threads: threads, inOrder: inOrder))
    let halt = FirstHalt()
    let admission = Admission(schedule, feed) { item in
      let bytes = need(item)
      return bytes > 0 ? bytes + helperBytes : 0
    } isOver: {
      stop.reason != nil || halt.value != nil
    }
    admission.begin()
    limited.run(threads: threads) { thread in
      let renderer = renderer(helpers)
      halt.note { () throws(Halted) in
        while let item = try admission.next(thread, leave: renderer.giveBack) {
          switch try make(item, renderer) {
          case .made(let made): try sink(item, made)
          case .again(let item): admission.again(item)
          }
        }
      }
    }
    if let halt = halt.value { throw Halted(halt) }
  }

  /// The results of `make` for 0..<`count`, in order. The rest is as in ``run(_:outputs:inOrder:need:make:sink:)``.
  package func map<Value: Sendable>(
    count: Int, outputs: Int, need: @escaping @Sendable (Int) -> Int,
    make: @escaping @Sendable (Int, any Renderer) throws(Halted) -> Value
  ) throws(Halted) -> [Value] {
    let values = Mutex([Value?](repeating: nil, count: count))
    try run(.list(Array(0..<count)), outputs: outputs, need: need) { number, renderer throws(Halted) in
      .made(try make(number, renderer))
    } sink: { number, value throws(Halted) in
      values.withLock { $0[number] = value }
    }
    return values.withLock { $0 }.compactMap(\.self)
  }

  /// The number of helper threads of each thread. Two limits apply: the pool's idle threads, and the memory
  /// that the largest item leaves free.
  private func helpers<Item>(_ feed: Feed<Item>, threads: Int, _ need: (Item) -> Int) -> Int {
    guard let items = feed.items else { return 0 }
    let idle = min(Self.mostHelpers, pool.width / threads - 1)
    if idle == 0 { return 0 }
    let most = items.lazy.map(need).max() ?? 0
    return min(idle, max(0, memory.bytes / threads - most) / WorkerLimits.helperBytes)
  }
}

/// The first error of many threads.
private final class FirstHalt: Sendable {
  private let first = Mutex<Halt?>(nil)

  var value: Halt? { first.withLock { $0 } }

  /// Runs `work`. If `work` throws, keeps the error unless an earlier one is kept.
  func note(_ work: () throws(Halted) -> Void) {
    do throws(Halted) { try work() } catch { first.withLock { $0 = $0 ?? error.halt } }
  }
}
