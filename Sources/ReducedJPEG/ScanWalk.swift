import ImageModel

/// What decodes the units of a scan.
protocol ScanCoder {
  /// Begins a restart interval (ITU-T T.81, E.2.4).
  mutating func begin()
  /// Decodes units, counted from the scan's first one on. Those that are kept lie in one row; of the others nothing is but
  /// what later ones depend on.
  mutating func decode(_ units: Range<Int>, isKept: Bool, _ reader: inout BitReader) throws(DecodeEnd)
}

/// The units of a scan: MCUs, which of one component alone are single blocks (ITU-T T.81, A.2.2).
struct ScanUnits {
  let across: Int
  let down: Int
  /// Those that are kept.
  let columns: Range<Int>
  let rows: Range<Int>

  var count: Int { across * down }

  /// The first unit behind the last that is kept.
  fileprivate var end: Int { (rows.upperBound - 1) * across + columns.upperBound }

  /// From `unit` on the units that are all kept or all not, and where the next kept one is.
  fileprivate func run(from unit: Int) -> (end: Int, isKept: Bool) {
    let (row, column) = unit.quotientAndRemainder(dividingBy: across)
    if row < rows.lowerBound { return (rows.lowerBound * across + columns.lowerBound, false) }
    if row >= rows.upperBound { return (count, false) }
    if column < columns.lowerBound { return (row * across + columns.lowerBound, false) }
    if column < columns.upperBound { return (row * across + columns.upperBound, true) }
    return (row + 1 < rows.upperBound ? (row + 1) * across + columns.lowerBound : count, false)
  }
}

/// A walk over the units of a scan.
struct ScanWalk {
  let window: EntropyWindow
  let units: ScanUnits
  /// Units of a restart interval; 0 for one alone.
  let interval: Int
  /// Whether units below the last that is kept are decoded too.
  let looksAtAll: Bool
  /// Whether intervals without a kept unit may be passed over undecoded.
  let mayJump: Bool
  /// Whether it is the picture's last scan: any bytes may stand behind its units then.
  let isLast: Bool

  /// Gives the marker behind the scan, 0 for the end of the file. `endRow` is called when all kept units of a row are decoded.
  ///
  /// Of a `piece` alone, units of whole intervals and rows, the window must have the data; the marker is that behind it.
  func run(
    _ coder: inout some ScanCoder, over piece: Range<Int>? = nil, endRow: () throws(DecodeEnd) -> Void = {}
  ) throws(DecodeEnd) -> UInt8 {
    var cursor = IntervalCursor(window, interval: interval, from: piece?.lowerBound ?? 0)
    let end = min(neededEnd, piece?.upperBound ?? .max)
    while cursor.unit < end {
      let run = units.run(from: cursor.unit)
      let target = run.isKept ? run.end : min(run.end, end)
      let (count, isFresh) = try cursor.next(before: target, mayJump: mayJump && !run.isKept)
      if isFresh { coder.begin() }
      let next = cursor.unit + count
      try coder.decode(cursor.unit..<next, isKept: run.isKept, &cursor.reader)
      cursor.unit = next
      if run.isKept && next == run.end { try endRow() }
    }
    if end < neededEnd { try cursor.endInterval() }
    return try cursor.end(isComplete: endsAtMarker && end == neededEnd)
  }

  /// Whether the last unit that is decoded is the scan's, behind which its marker must stand.
  var endsAtMarker: Bool { !isLast && neededEnd == units.count }

  /// The first unit behind the last that is decoded.
  private var neededEnd: Int { looksAtAll ? units.count : units.end }

  /// The same over another window.
  func reading(_ window: EntropyWindow) -> ScanWalk {
    ScanWalk(
      window: window, units: units, interval: interval, looksAtAll: looksAtAll, mayJump: mayJump,
      isLast: isLast)
  }

  /// More bytes than an interval has whose units are all there is in it: twice the bytes of whole MCUs, since each may be
  /// stuffed, see ``EntropyWindow``.
  var mostIntervalBytes: Int { (interval + 1) * EntropyWindow.slack * 2 }

  /// Passes over the intervals before `unit`, which is the first of one.
  func skip(to unit: Int) throws(DecodeEnd) {
    var cursor = IntervalCursor(window, interval: interval)
    if unit > 0 { _ = try cursor.next(before: unit, mayJump: true) }
  }

  /// Rows of units of which some are decoded.
  var decodedRows: Int { looksAtAll ? units.down : units.rows.upperBound }

  /// Passes over the scan, and gives the marker behind it, 0 for the end of the file.
  func passOver() throws(DecodeEnd) -> UInt8 {
    var cursor = IntervalCursor(window, interval: interval)
    return try cursor.end(isComplete: false)
  }
}
