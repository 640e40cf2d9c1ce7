import System

/// Hands pieces of a scan to those that decode them, and gives them back in order. The pieces are one thread's, which
/// decodes some of them while it waits.
final class PieceQueue: Sendable {
  // Piece n is decoded by lane n modulo their number: from `submitted` on the owner has it, from `begun` on nobody, then
  // who has begun it, and when it is `isDone`, the owner again.
  private nonisolated(unsafe) let lanes: [PieceDecode]
  private let state: Monitor<State>

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
    state = Monitor(State(isDone: Array(repeating: false, count: lanes.count)))
  }

  // For the owner:

  var isFull: Bool { state.with { $0.submitted - $0.returned == lanes.count } }
  var isEmpty: Bool { state.with { $0.submitted == $0.returned } }

  /// The lane of the piece that is submitted next; for when the queue isn't full.
  var free: PieceDecode { lanes[state.with { $0.submitted } % lanes.count] }

  func submit() {
    state.with {
      $0.isDone[$0.submitted % lanes.count] = false
      $0.submitted += 1
    }
  }

  /// The first piece that wasn't given back, decoded; for when the queue isn't empty.
  func next() -> PieceDecode {
    let place = state.with { $0.returned } % lanes.count
    while !state.with({ $0.isDone[place] }) {
      if let piece = begin(waiting: { !$0.isDone[place] }) { decode(piece) }
    }
    state.with { $0.returned += 1 }
    return lanes[place]
  }

  /// Ends ``help()``; pieces that aren't begun are left.
  func close() { state.with { $0.isClosed = true } }

  // For a helper:

  /// Decodes pieces until the queue is closed.
  func help() {
    while let piece = begin(waiting: { !$0.isClosed }) { decode(piece) }
  }

  private func decode(_ piece: Int) {
    lanes[piece % lanes.count].decode()
    state.with { $0.isDone[piece % lanes.count] = true }
  }

  /// The next piece that isn't begun; waits for one as long as `goesOn`.
  private func begin(waiting goesOn: (State) -> Bool) -> Int? {
    state.wait { state -> Int?? in
      if !goesOn(state) { return .some(nil) }
      if state.begun == state.submitted { return nil }
      state.begun += 1
      return state.begun - 1
    }
  }
}
