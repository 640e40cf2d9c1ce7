import Glibc

/// Hands pieces of a scan to those that decode them, and gives them back in order. The pieces are one thread's, which
/// decodes some of them while it waits.
final class PieceQueue: Sendable {
  // Unsafe for the compiler as a pointer; its address never changes, and any thread may call what takes it.
  private nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  // Unsafe for the compiler as a pointer; its address never changes, and it is waited for by whoever holds the lock.
  private nonisolated(unsafe) let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Piece n is decoded by lane n modulo their number: from `submitted` on the owner has it, from `begun` on nobody, then
  // who has begun it, and when it is `isDone`, the owner again.
  private nonisolated(unsafe) let lanes: [PieceDecode]
  // Read and changed by whoever holds the lock, and by nobody else: a `Mutex` can't be waited with.
  private nonisolated(unsafe) var state: State

  private struct State {
    /// Pieces that were handed in, begun, and given back.
    var submitted = 0
    var begun = 0
    var returned = 0
    /// For each lane.
    var isDone: [Bool]
    var isClosed = false
  }

  /// As many as keep the owner and its helpers at work while it reads.
  static func lanes(helpers: Int) -> Int { 2 * (helpers + 1) }

  init(_ lanes: [PieceDecode]) {
    self.lanes = lanes
    state = State(isDone: Array(repeating: false, count: lanes.count))
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  private func locked<Value>(_ body: (inout State) -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(lock)
    }
    return body(&state)
  }

  // For the owner:

  var isFull: Bool { locked { $0.submitted - $0.returned == lanes.count } }
  var isEmpty: Bool { locked { $0.submitted == $0.returned } }

  /// The lane of the piece that is submitted next; for when the queue isn't full.
  var free: PieceDecode { lanes[locked { $0.submitted } % lanes.count] }

  func submit() {
    locked {
      $0.isDone[$0.submitted % lanes.count] = false
      $0.submitted += 1
    }
  }

  /// The first piece that wasn't given back, decoded; for when the queue isn't empty.
  func next() -> PieceDecode {
    let place = locked { $0.returned } % lanes.count
    while !locked({ $0.isDone[place] }) {
      if let piece = begin(waiting: { !$0.isDone[place] }) { decode(piece) }
    }
    locked { $0.returned += 1 }
    return lanes[place]
  }

  /// Ends ``help()``; pieces that aren't begun are left.
  func close() { locked { $0.isClosed = true } }

  // For a helper:

  /// Decodes pieces until the queue is closed.
  func help() {
    while let piece = begin(waiting: { !$0.isClosed }) { decode(piece) }
  }

  private func decode(_ piece: Int) {
    lanes[piece % lanes.count].decode()
    locked { $0.isDone[piece % lanes.count] = true }
  }

  /// The next piece that isn't begun; waits for one as long as `goesOn`.
  private func begin(waiting goesOn: (State) -> Bool) -> Int? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while goesOn(state) {
      if state.begun < state.submitted {
        state.begun += 1
        return state.begun - 1
      }
      pthread_cond_wait(change, lock)
    }
    return nil
  }
}
