/// One scan of a sequential frame (ITU-T T.81, F.2.2).
struct SequentialScan {
  /// A component of the scan.
  struct Part {
    let dc: DCTable
    let ac: ACTable
    /// The coefficients of a row of its units.
    let plane: CoefficientPlane
    /// Where the component's coefficients go in a block.
    let places: TableMemory<UInt16>
    /// The last coefficient that is kept, in the file's order.
    let last: Int
    /// Blocks of a unit across and down.
    let horizontal: Int
    let vertical: Int
  }

  /// A block of a unit.
  private struct Slot {
    let part: Int
    let dc: DCLookup
    let ac: ACLookup
    let places: UnsafePointer<UInt16>
    let last: Int
    /// The row of its part's plane, and where in that the unit's blocks lie: `stride` for each unit, and `offset`.
    let row: BlockRow
    let stride: Int
    let offset: Int
  }

  let parts: [Part]
  private let slots: [Slot]
  private let window: EntropyWindow
  private var cursor: IntervalCursor
  /// The last DC coefficient of each part (ITU-T T.81, F.1.1.5.1).
  private var predictions: [Int]

  init(_ parts: [Part], _ window: EntropyWindow, interval: Int) {
    (self.parts, self.window) = (parts, window)
    cursor = IntervalCursor(window, interval: interval)
    predictions = Array(repeating: 0, count: parts.count)
    slots = parts.enumerated().flatMap { index, part in
      (0..<part.vertical).flatMap { y in
        (0..<part.horizontal).map { x in
          Slot(
            part: index, dc: part.dc.lookup, ac: part.ac.lookup, places: part.places.base, last: part.last,
            row: part.plane.row(y), stride: part.horizontal, offset: x)
        }
      }
    }
  }

  /// Decodes the units before `target` for what comes behind them alone.
  mutating func pass(to target: Int, mayJump: Bool) throws(DecodeEnd) {
    while cursor.unit < target {
      let (count, isFresh) = try cursor.next(before: target, mayJump: mayJump)
      if isFresh { resetPredictions() }
      try pass(count)
      cursor.advance(by: count)
    }
  }

  /// Decodes the units before `target` into the parts' planes, where unit `first` is the leftmost.
  mutating func keep(to target: Int, first: Int) throws(DecodeEnd) {
    while cursor.unit < target {
      let (count, isFresh) = try cursor.next(before: target, mayJump: false)
      if isFresh { resetPredictions() }
      try keep(count, at: cursor.unit - first)
      cursor.advance(by: count)
    }
  }

  /// Ends the scan of `total` units, and gives the marker behind it.
  mutating func end(total: Int) throws(DecodeEnd) -> UInt8 {
    try cursor.end(isComplete: cursor.unit == total)
  }

  private mutating func resetPredictions() {
    for part in predictions.indices { predictions[part] = 0 }
  }

  private mutating func pass(_ count: Int) throws(DecodeEnd) {
    var reader = cursor.reader
    for _ in 0..<count {
      if reader.next > window.limit { try window.extend(&reader) }
      for slot in slots {
        reader.fill()
        guard let difference = slot.dc.next(&reader), slot.ac.skip(from: 1, &reader) else {
          throw .damaged(.badCode)
        }
        predictions[slot.part] &+= difference
      }
    }
    try window.check(reader)
    cursor.reader = reader
  }

  private mutating func keep(_ count: Int, at first: Int) throws(DecodeEnd) {
    var reader = cursor.reader
    for unit in first..<first + count {
      if reader.next > window.limit { try window.extend(&reader) }
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
          // At most 63 and the end's advance: `places` goes that far.
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
    try window.check(reader)
    cursor.reader = reader
  }
}
