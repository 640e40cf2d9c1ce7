import System

/// Reads a scan piece by piece. Other threads decode the pieces, and the reader passes on the samples in the
/// order of the pieces.
struct PieceReader {
  private let walk: ScanWalk
  private let pieces: ScanPieces

  init(_ walk: ScanWalk, _ pieces: ScanPieces) { (self.walk, self.pieces) = (walk, pieces) }

  /// Decodes the scan and returns the marker after it, or 0 if the file ends there.
  func decode(
    by lanes: [PieceDecode], _ helpers: any HelperThreads, _ body: ReducedDecoder.Body
  ) throws(DecodeEnd) -> UInt8 {
    let queue = PieceQueue(lanes)
    var result = Result<UInt8, DecodeEnd>.success(0)
    helpers.help({ queue.help() }) {
      result = Result { () throws(DecodeEnd) in try decode(through: queue, body) }
      queue.close()
    }
    return try result.get()
  }

  private func decode(
    through queue: PieceQueue, _ body: ReducedDecoder.Body
  ) throws(DecodeEnd) -> UInt8 {
    try walk.skip(to: pieces.units(of: pieces.needed.lowerBound).lowerBound)
    var marker: UInt8?
    for piece in pieces.needed where marker == nil {
      if queue.isFull { try queue.next().finish(body) }
      let lane = queue.free
      lane.begin(pieces.units(of: piece), keptRows: pieces.keptRows(of: piece))
      marker = try walk.window.take(
        pieces.intervals(of: piece), most: walk.mostIntervalBytes, into: lane.bytes)
      queue.submit()
    }
    while !queue.isEmpty { try queue.next().finish(body) }
    if let marker { return marker }
    // All data was taken up to restart markers. After the scan's last unit, a restart marker is damage.
    if walk.endsAtMarker { throw .damaged(.restart) }
    return try walk.passOver()
  }
}
