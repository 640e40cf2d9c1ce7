/// What decodes a scan of AC coefficients of one component of a progressive frame: their higher bits, or one more bit each
/// (ITU-T T.81, G.1.2.2 and G.1.2.3).
struct ProgressiveACScan: ScanCoder {
  private let words: WordTable
  /// All kept coefficients of the component.
  private let plane: CoefficientPlane
  private let history: BlockHistory
  private let band: ClosedRange<Int>
  /// The lowest bit that the scan brings, and whether higher ones came before.
  private let low: Int
  private let refines: Bool
  private let units: ScanUnits
  private let window: EntropyWindow
  /// Where blocks go that aren't kept.
  private let nowhere: CoefficientPlane
  /// Blocks that have no new coefficients, the next ones (EOBRUN).
  private var run = 0

  /// `history` has a block for each unit that is decoded.
  init(
    _ header: ScanHeader, _ words: WordTable, _ plane: CoefficientPlane, _ history: BlockHistory, _ units: ScanUnits,
    _ window: EntropyWindow
  ) {
    (self.words, self.plane, self.history, self.units, self.window) = (words, plane, history, units, window)
    (band, low, refines) = (header.band, header.low, header.high > 0)
    nowhere = CoefficientPlane(size: plane.size, columns: 1, rows: 1)
  }

  mutating func begin() { run = 0 }

  mutating func decode(_ units: Range<Int>, isKept: Bool, _ reader: inout BitReader) throws(DecodeEnd) {
    let (row, column) = units.lowerBound.quotientAndRemainder(dividingBy: self.units.across)
    let target = isKept ? plane.row(row - self.units.rows.lowerBound) : nowhere.row(0)
    let first = column - self.units.columns.lowerBound
    for unit in units {
      if reader.next > window.limit { try window.extend(&reader) }
      let place = isKept ? first + unit - units.lowerBound : 0
      if refines {
        try refine(target.block(place), &history.blocks[unit], &reader)
      } else {
        try bring(target.block(place), &history.blocks[unit], &reader)
      }
      target.note(band.upperBound, place)
    }
  }

  /// G.1.2.2.
  private mutating func bring(
    _ block: UnsafeMutablePointer<Int16>, _ known: inout UInt64, _ reader: inout BitReader
  ) throws(DecodeEnd) {
    if run > 0 {
      run -= 1
      return
    }
    var k = band.lowerBound
    while k <= band.upperBound {
      reader.fill()
      let entry = words.lookup.entry(reader.peek(16))
      if entry == 0 { throw .damaged(.badCode) }
      reader.drop(entry >> 8)
      let (zeros, size) = (entry >> 4 & 15, entry & 15)
      if size == 0 && zeros < 15 {
        run = reader.takeRun(zeros) - 1
        return
      }
      k += zeros
      if k > band.upperBound { throw .damaged(.overrun) }
      let value = reader.takeExtended(size)
      if value != 0 {
        block[Int(plane.places.base[k])] = Int16(truncatingIfNeeded: value << low)
        known |= 1 << UInt64(k)
      }
      k += 1
    }
  }

  /// G.1.2.3.
  private mutating func refine(
    _ block: UnsafeMutablePointer<Int16>, _ known: inout UInt64, _ reader: inout BitReader
  ) throws(DecodeEnd) {
    var k = band.lowerBound
    if run == 0 {
      while k <= band.upperBound {
        reader.fill()
        let entry = words.lookup.entry(reader.peek(16))
        if entry == 0 { throw .damaged(.badCode) }
        reader.drop(entry >> 8)
        let (zeros, size) = (entry >> 4 & 15, entry & 15)
        if size > 1 { throw .damaged(.badCode) }
        if size == 0 && zeros < 15 {
          run = reader.takeRun(zeros)
          break
        }
        let value = size == 1 ? (reader.takeBit() ? 1 : -1) << low : 0
        k = correct(block, known, from: k, passing: zeros, &reader)
        if k > band.upperBound {
          if size == 1 || zeros < 15 { throw .damaged(.overrun) }
          return
        }
        if value != 0 {
          block[Int(plane.places.base[k])] = Int16(truncatingIfNeeded: value)
          known |= 1 << UInt64(k)
        }
        k += 1
      }
    }
    if run > 0 {
      _ = correct(block, known, from: k, passing: 64, &reader)
      run -= 1
    }
  }

  /// Brings the next bit of coefficients that are known, from `first` on, up to the one behind `zeros` others; gives its place,
  /// behind the band where it doesn't come.
  private func correct(
    _ block: UnsafeMutablePointer<Int16>, _ known: UInt64, from first: Int, passing zeros: Int,
    _ reader: inout BitReader
  ) -> Int {
    var (k, left) = (first, zeros)
    while k <= band.upperBound {
      if known >> UInt64(k) & 1 == 1 {
        if reader.takeBit() {
          let place = Int(plane.places.base[k])
          block[place] &+= (block[place] < 0 ? -1 : 1) << low
        }
      } else if left == 0 {
        return k
      } else {
        left -= 1
      }
      k += 1
    }
    return k
  }
}
