/// What decodes a scan of DC coefficients of a progressive frame: their higher bits as differences, or one more bit each
/// (ITU-T T.81, G.1.2.1).
struct ProgressiveDCScan: ScanCoder {
  /// A component of the scan.
  struct Part {
    /// Nil in a scan that brings one more bit.
    let table: DCTable?
    /// All kept coefficients of the component.
    let plane: CoefficientPlane
    /// Blocks of a unit across and down.
    let horizontal: Int
    let vertical: Int
  }

  private let parts: [Part]
  private let units: ScanUnits
  private let window: EntropyWindow
  /// The lowest bit that the scan brings.
  private let low: Int
  private let blocks: Int
  private var predictions: [Int]

  init(_ parts: [Part], low: Int, _ units: ScanUnits, _ window: EntropyWindow) {
    (self.parts, self.low, self.units, self.window) = (parts, low, units, window)
    predictions = Array(repeating: 0, count: parts.count)
    blocks = parts.reduce(0) { $0 + $1.horizontal * $1.vertical }
  }

  mutating func begin() {
    for part in predictions.indices { predictions[part] = 0 }
  }

  mutating func decode(_ units: Range<Int>, isKept: Bool, _ reader: inout BitReader) throws(DecodeEnd) {
    let (row, column) = units.lowerBound.quotientAndRemainder(dividingBy: self.units.across)
    let first = column - self.units.columns.lowerBound
    for unit in 0..<units.count {
      if reader.next > window.limit { try window.extend(&reader) }
      for (index, part) in parts.enumerated() {
        for y in 0..<part.vertical {
          for x in 0..<part.horizontal {
            reader.fill()
            let value: Int
            if let table = part.table {
              guard let difference = table.lookup.next(&reader) else { throw .damaged(.badCode) }
              predictions[index] &+= difference
              value = predictions[index]
            } else {
              value = reader.peek(1)
              reader.drop(1)
            }
            if isKept {
              let line = part.plane.row((row - self.units.rows.lowerBound) * part.vertical + y)
              line.block((first + unit) * part.horizontal + x)[0] |= Int16(truncatingIfNeeded: value << low)
            }
          }
        }
      }
    }
  }
}
