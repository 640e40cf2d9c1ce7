/// Decodes a scan of a sequential frame (ITU-T T.81, F.2.2). A unit is an MCU, or a single block if the scan
/// has one component. The planes hold one row of units at a time. The kept units of this row go into the
/// first rows of each plane.
struct SequentialScan: ScanCoder {
  /// A component of the scan.
  struct Part {
    let dc: DCTable
    let ac: ACTable
    /// The kept coefficients of a row of units.
    let plane: CoefficientPlane
    /// The side of the square of low frequencies that is kept outside of ``ScanRendering/rendered``.
    let lowest: Int
    /// Blocks per unit across and down.
    let horizontal: Int
    let vertical: Int
  }

  /// A block of a unit.
  private struct Slot {
    let part: Int
    let dc: DCLookup
    let ac: ACLookup
    let places: UnsafePointer<UInt16>
    /// The index of the last kept coefficient in the file's order.
    let last: Int
    /// The row of the part's plane that has this block. The block's column is `offset` plus `stride` times
    /// the unit's index among the row's kept units.
    let row: BlockRow
    let stride: Int
    let offset: Int
  }

  private let slots: [Slot]
  /// The blocks of units outside of ``rendered``, which keep fewer coefficients.
  private let lowSlots: [Slot]
  private let rendered: DecodeLayout.Area?
  private let units: ScanUnits
  private let window: EntropyWindow
  /// The last DC coefficient of each part (ITU-T T.81, F.1.1.5.1).
  private let predictions: TableMemory<Int>

  init(_ rendering: ScanRendering, _ units: ScanUnits, _ window: EntropyWindow) {
    (self.units, self.window, rendered) = (units, window, rendering.rendered)
    predictions = TableMemory(rendering.parts.count)
    slots = Self.slots(rendering.parts) { $0.plane.size }
    lowSlots = rendered == nil ? [] : Self.slots(rendering.parts, side: \.lowest)
  }

  /// The blocks of a unit, which keep `side` x `side` coefficients.
  private static func slots(_ parts: [Part], side: (Part) -> Int) -> [Slot] {
    parts.enumerated().flatMap { index, part in
      (0..<part.vertical).flatMap { y in
        (0..<part.horizontal).map { x in
          Slot(
            part: index, dc: part.dc.lookup, ac: part.ac.lookup, places: part.plane.places.base,
            last: ZigZag.last(of: side(part)), row: part.plane.row(y), stride: part.horizontal, offset: x
          )
        }
      }
    }
  }

  mutating func begin() {
    predictions.base.update(repeating: 0, count: predictions.count)
  }

  mutating func decode(_ units: Range<Int>, isKept: Bool, _ reader: inout BitReader) throws(DecodeEnd) {
    if !isKept {
      return try slots.withUnsafeBufferPointer { slots throws(DecodeEnd) in
        try pass(units.count, slots, &reader)
      }
    }
    let (row, column) = units.lowerBound.quotientAndRemainder(dividingBy: self.units.across)
    let columns = column..<column + units.count
    guard let rendered else { return try keep(columns, slots, &reader) }
    let full = (rendered.rows.contains(row) ? rendered.columns : 0..<0).clamped(to: columns)
    try keepLow(columns.lowerBound..<full.lowerBound, &reader)
    try keep(full, slots, &reader)
    try keepLow(full.upperBound..<columns.upperBound, &reader)
  }

  /// Decodes the units in these columns of a row, which keep fewer coefficients.
  private func keepLow(_ columns: Range<Int>, _ reader: inout BitReader) throws(DecodeEnd) {
    if lowSlots.contains(where: { $0.last > 0 }) { return try keep(columns, lowSlots, &reader) }
    let first = columns.lowerBound - units.columns.lowerBound
    try lowSlots.withUnsafeBufferPointer { slots throws(DecodeEnd) in
      try keepFlat(first..<first + columns.count, slots, &reader)
    }
  }

  /// Decodes the units in these columns of a row.
  private func keep(_ columns: Range<Int>, _ slots: [Slot], _ reader: inout BitReader) throws(DecodeEnd) {
    let first = columns.lowerBound - units.columns.lowerBound
    try slots.withUnsafeBufferPointer { slots throws(DecodeEnd) in
      try keep(first..<first + columns.count, slots, &reader)
    }
  }

  /// Decodes units and keeps nothing of them.
  private func pass(
    _ count: Int, _ slots: UnsafeBufferPointer<Slot>, _ shared: inout BitReader
  ) throws(DecodeEnd) {
    try decodeDC(0..<count, slots, &shared) { _, _, _ in }
  }

  /// Decodes units and keeps only their DC coefficients. ``keep(_:_:_:)`` gives the same, but takes more time.
  private func keepFlat(
    _ units: Range<Int>, _ slots: UnsafeBufferPointer<Slot>, _ shared: inout BitReader
  ) throws(DecodeEnd) {
    try decodeDC(units, slots, &shared) { slot, unit, value in
      slot.row.block(unit &* slot.stride &+ slot.offset)[0] = Int16(truncatingIfNeeded: value)
    }
  }

  /// Decodes the DC coefficients of units, and passes each one to `note` with its slot and unit. Skips the others.
  @inline(__always)
  private func decodeDC(
    _ units: Range<Int>, _ slots: UnsafeBufferPointer<Slot>, _ shared: inout BitReader,
    _ note: (Slot, Int, Int) -> Void
  ) throws(DecodeEnd) {
    let (window, predictions) = (window, predictions.base)
    var (reader, limit) = (shared, window.limit)
    for unit in units {
      if reader.next > limit { (reader, limit) = (try window.extended(reader), window.limit) }
      for slot in slots {
        reader.fill()
        guard let difference = slot.dc.next(&reader), slot.ac.skip(from: 1, &reader) else {
          throw .damaged(.badCode)
        }
        predictions[slot.part] &+= difference
        note(slot, unit, predictions[slot.part])
      }
    }
    shared = reader
  }

  private func keep(
    _ units: Range<Int>, _ slots: UnsafeBufferPointer<Slot>, _ shared: inout BitReader
  ) throws(DecodeEnd) {
    let (window, predictions) = (window, predictions.base)
    var (reader, limit) = (shared, window.limit)
    for unit in units {
      if reader.next > limit { (reader, limit) = (try window.extended(reader), window.limit) }
      for slot in slots {
        let column = unit &* slot.stride &+ slot.offset
        let block = slot.row.block(column)
        reader.fill()
        guard let difference = slot.dc.next(&reader) else { throw .damaged(.badCode) }
        predictions[slot.part] &+= difference
        block[0] = Int16(truncatingIfNeeded: predictions[slot.part])
        var k = 1
        while k <= slot.last {
          reader.fill()
          guard let (value, advance) = slot.ac.next(&reader) else { throw .damaged(.badCode) }
          k &+= advance
          // `k` is at most 63 plus ``ACLookup/end``, so `k - 1` is an index of `places`.
          block[Int(slot.places[k &- 1])] = Int16(truncatingIfNeeded: value)
          // 25 bits are left, enough for two short coefficients.
          guard k <= slot.last, let (value, advance) = slot.ac.short(&reader) else { continue }
          k &+= advance
          block[Int(slot.places[k &- 1])] = Int16(truncatingIfNeeded: value)
          guard k <= slot.last, let (value, advance) = slot.ac.short(&reader) else { continue }
          k &+= advance
          block[Int(slot.places[k &- 1])] = Int16(truncatingIfNeeded: value)
        }
        slot.row.note(k > ACLookup.end ? k &- ACLookup.end &- 1 : min(k &- 1, 63), column)
        if k < 64 {
          guard slot.ac.skip(from: k, &reader) else { throw .damaged(.badCode) }
        } else if k > 64 && k < ACLookup.end {
          throw .damaged(.overrun)
        }
      }
    }
    shared = reader
  }
}
