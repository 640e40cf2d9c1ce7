/// Decodes pieces of a scan one after the other, each from data in memory to samples in memory.
///
/// Only one thread at a time uses a `PieceDecode`. ``PieceQueue`` says which one.
final class PieceDecode {
  let bytes = ByteStore()
  private let walk: ScanWalk
  private let rendering: ScanRendering
  private var units = 0..<0
  private var end: DecodeEnd?

  /// `rendering` has room for the samples of a piece.
  init(_ walk: ScanWalk, _ rendering: ScanRendering) { (self.walk, self.rendering) = (walk, rendering) }

  /// Prepares to decode `units`, and to keep the units in the rows `keptRows`. The caller then puts the data
  /// of all units into ``bytes``.
  func begin(_ units: Range<Int>, keptRows: Range<Int>) {
    self.units = units
    bytes.count = 0
    rendering.begin(at: keptRows.lowerBound)
    // A damaged piece may have left coefficients.
    for part in rendering.parts { part.plane.clear() }
  }

  func decode() {
    let source = MemoryBytes(bytes)
    let window = EntropyWindow(FileWindow { room in source.fill(room) })
    var scan = SequentialScan(rendering, walk.units, window)
    do throws(DecodeEnd) {
      _ = try walk.reading(window).run(&scan, over: units) { () throws(DecodeEnd) in
        try rendering.endRow { _ in }
      }
      end = nil
    } catch { end = error }
  }

  /// Passes the samples of the piece to `body`. If the decode of the piece ended with an error, throws this
  /// error.
  func finish(_ body: ReducedDecoder.Body) throws(DecodeEnd) {
    if let end { throw end }
    try rendering.flush(body)
  }
}

/// Bytes in memory, read like a file.
private final class MemoryBytes {
  private let bytes: ByteStore
  private var at = 0

  init(_ bytes: ByteStore) { self.bytes = bytes }

  func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, bytes.count - at)
    guard count > 0, let base = bytes.base else { return 0 }
    room.copyMemory(from: UnsafeRawBufferPointer(start: base + at, count: count))
    at += count
    return count
  }
}
