import System

/// Gives pieces of a scan to threads for decoding, and returns the decoded pieces in order. One thread owns
/// the pieces, and decodes some while it waits.
final class PieceQueue: Sendable {
  // Lane `n % lanes.count` decodes piece n. The owner uses the lane until it submits the piece. Then no
  // thread uses the lane until one begins the piece. That thread uses the lane until `isDone`. Then the lane
  // is the owner's again.
  private nonisolated(unsafe) let lanes: [PieceDecode]
  private let state: Monitor<State>

  private struct State {
    /// The numbers of pieces submitted, begun and returned.
    var submitted = 0
    var begun = 0
    var returned = 0
    /// For each lane, true if its piece is decoded.
    var isDone: [Bool]
    var isClosed = false
  }

  /// The number of lanes. Each lane decodes one piece at a time. With this number of lanes, the owner and its
  /// helpers stay busy while the owner reads.
  static func lanes(helpers: Int) -> Int { 2 * (helpers + 1) }

  init(_ lanes: [PieceDecode]) {
    self.lanes = lanes
    state = Monitor(State(isDone: Array(repeating: false, count: lanes.count)))
  }

  // For the owner:

  var isFull: Bool { state.with { $0.submitted - $0.returned == lanes.count } }
  var isEmpty: Bool { state.with { $0.submitted == $0.returned } }

  /// The lane for the piece that is submitted next. Call this only if the queue isn't full.
  var free: PieceDecode { lanes[state.with { $0.submitted } % lanes.count] }

  func submit() {
    state.with {
      $0.isDone[$0.submitted % lanes.count] = false
      $0.submitted += 1
    }
  }

  /// Returns the first piece that wasn't returned yet, as soon as it is decoded. Call this only if the queue
  /// isn't empty.
  func next() -> PieceDecode {
    let place = state.with { $0.returned } % lanes.count
    while !state.with({ $0.isDone[place] }) {
      if let piece = begin(waiting: { !$0.isDone[place] }) { decode(piece) }
    }
    state.with { $0.returned += 1 }
    return lanes[place]
  }

  /// Ends ``help()``. Pieces not yet begun are dropped.
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

  /// Waits for a submitted piece, begins it, and returns its number. Nil when `goesOn` is false.
  private func begin(waiting goesOn: (State) -> Bool) -> Int? {
    state.wait { state -> Int?? in
      if !goesOn(state) { return .some(nil) }
      if state.begun == state.submitted { return nil }
      state.begun += 1
      return state.begun - 1
    }
  }
}
