/// Decodes a scan of DC coefficients in a progressive frame (ITU-T T.81, G.1.2.1). The scan either codes the
/// higher bits of the coefficients as differences, or adds one bit to each coefficient.
struct ProgressiveDCScan: ScanCoder {
  /// A component of the scan.
  struct Part {
    /// Nil in a scan that adds one bit to each coefficient.
    let table: DCTable?
    /// All kept coefficients of the component.
    let plane: CoefficientPlane
    /// Blocks per unit across and down.
    let horizontal: Int
    let vertical: Int
  }

  /// A block of a unit.
  private struct Slot {
    let part: Int
    let table: DCLookup?
    /// The row of blocks that has this block. The block's column is `stride` times the unit's column, plus
    /// `offset`.
    let row: BlockRow
    let stride: Int
    let offset: Int
  }

  private let parts: [Part]
  private let units: ScanUnits
  private let window: EntropyWindow
  /// The lowest bit that the scan codes.
  private let low: Int
  private var predictions: [Int]

  init(_ parts: [Part], low: Int, _ units: ScanUnits, _ window: EntropyWindow) {
    (self.parts, self.low, self.units, self.window) = (parts, low, units, window)
    predictions = Array(repeating: 0, count: parts.count)
  }

  mutating func begin() {
    for part in predictions.indices { predictions[part] = 0 }
  }

  mutating func decode(_ units: Range<Int>, isKept: Bool, _ shared: inout BitReader) throws(DecodeEnd) {
    let (row, column) = units.lowerBound.quotientAndRemainder(dividingBy: self.units.across)
    let slots = slots(isKept ? row - self.units.rows.lowerBound : 0)
    let first = column - self.units.columns.lowerBound
    let (window, low) = (window, low)
    var (reader, limit) = (shared, window.limit)
    for unit in first..<first + units.count {
      if reader.next > limit { (reader, limit) = (try window.extended(reader), window.limit) }
      for slot in slots {
        reader.fill()
        var value = reader.peek(1)
        if let table = slot.table {
          guard let difference = table.next(&reader) else { throw .damaged(.badCode) }
          predictions[slot.part] &+= difference
          value = predictions[slot.part]
        } else {
          reader.drop(1)
        }
        if isKept {
          slot.row.block(unit &* slot.stride &+ slot.offset)[0] |= Int16(truncatingIfNeeded: value &<< low)
        }
      }
    }
    shared = reader
  }

  /// The blocks of a unit that lies in row `row` of the kept units.
  private func slots(_ row: Int) -> [Slot] {
    parts.enumerated().flatMap { index, part in
      (0..<part.vertical).flatMap { y in
        (0..<part.horizontal).map { x in
          Slot(
            part: index, table: part.table?.lookup, row: part.plane.row(row * part.vertical + y),
            stride: part.horizontal, offset: x)
        }
      }
    }
  }
}
