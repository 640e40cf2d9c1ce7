import ImageModel

/// Decodes the units of a scan.
protocol ScanCoder {
  /// Begins a restart interval (ITU-T T.81, E.2.4).
  mutating func begin()
  /// Decodes the units with the numbers `units`; the scan's first unit has the number 0. If `isKept` is true,
  /// the units lie in one row. Otherwise the coder keeps only the state that later units need.
  mutating func decode(_ units: Range<Int>, isKept: Bool, _ reader: inout BitReader) throws(DecodeEnd)
}

/// The units of a scan: MCUs, or single blocks in a scan of one component (ITU-T T.81, A.2.2).
struct ScanUnits {
  let across: Int
  let down: Int
  /// The kept columns and rows.
  let columns: Range<Int>
  let rows: Range<Int>

  var count: Int { across * down }

  /// The unit after the last kept one.
  fileprivate var end: Int { (rows.upperBound - 1) * across + columns.upperBound }

  /// A run of units that begins at `unit` and ends before `end`. The units of a run are either all kept or
  /// all not kept.
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
  /// Units per restart interval; 0 if the scan is one interval.
  let interval: Int
  /// True if units after the last kept one are decoded too.
  let looksAtAll: Bool
  /// True if intervals without a kept unit may be skipped undecoded.
  let mayJump: Bool
  /// True for the picture's last scan: any bytes may follow its units.
  let isLast: Bool

  /// Decodes the scan and returns the marker after it, 0 for the end of the file. `endRow` is called after
  /// all kept units of a row.
  ///
  /// With `piece`, only the units of that piece are decoded. The piece must consist of whole intervals and
  /// whole rows. The window must have the piece's data. The returned marker is then the one after the piece.
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

  /// True if the last decoded unit is the scan's last, so that the scan's marker must follow.
  var endsAtMarker: Bool { !isLast && neededEnd == units.count }

  /// The unit after the last decoded one.
  private var neededEnd: Int { looksAtAll ? units.count : units.end }

  /// A copy of this walk that reads from `window`.
  func reading(_ window: EntropyWindow) -> ScanWalk {
    ScanWalk(
      window: window, units: units, interval: interval, looksAtAll: looksAtAll, mayJump: mayJump,
      isLast: isLast)
  }

  /// More bytes than the data of a whole interval can have. An MCU has less than ``EntropyWindow/slack``
  /// bytes, and stuffed zeros can double them.
  var mostIntervalBytes: Int { (interval + 1) * EntropyWindow.slack * 2 }

  /// Skips the intervals before `unit`, which must be the first unit of an interval.
  func skip(to unit: Int) throws(DecodeEnd) {
    var cursor = IntervalCursor(window, interval: interval)
    if unit > 0 { _ = try cursor.next(before: unit, mayJump: true) }
  }

  /// The number of rows of units that are decoded, at least in part.
  var decodedRows: Int { looksAtAll ? units.down : units.rows.upperBound }

  /// Skips the scan and returns the marker after it, 0 for the end of the file.
  func passOver() throws(DecodeEnd) -> UInt8 {
    var cursor = IntervalCursor(window, interval: interval)
    return try cursor.end(isComplete: false)
  }
}
