/// Decodes a scan of AC coefficients of one component in a progressive frame. The scan holds the
/// coefficients' higher bits (ITU-T T.81, G.1.2.2), or one more bit of each coefficient (G.1.2.3).
struct ProgressiveACScan: ScanCoder {
  private let words: WordTable
  /// All kept coefficients of the component.
  private let plane: CoefficientPlane
  /// A number for each decoded unit. Each bit of the number stands for a coefficient, in the file's order.
  /// The bit is 1 if the coefficient is non-zero so far, even if the plane doesn't keep the coefficient. The
  /// length of refining data depends on these bits (ITU-T T.81, G.1.2.3).
  private let history: PlaneMemory<UInt64>
  private let refines: Bool
  private let coder: ProgressiveACCoder
  private let units: ScanUnits
  private let window: EntropyWindow
  /// The place for blocks that aren't kept.
  private let nowhere: CoefficientPlane
  /// The number of following blocks that have no new coefficients (EOBRUN).
  private var run = 0

  /// `plane` has a place for coefficients that aren't kept; `history` has a number for each decoded unit.
  /// Throws `memory`.
  init(
    _ header: ScanHeader, _ words: WordTable, _ plane: CoefficientPlane, _ history: PlaneMemory<UInt64>,
    _ units: ScanUnits, _ window: EntropyWindow
  ) throws(DecodeEnd) {
    precondition(plane.hasRest)
    (self.words, self.plane, self.history, self.units, self.window) = (words, plane, history, units, window)
    refines = header.high > 0
    coder = ProgressiveACCoder(
      words: words.lookup, places: plane.places.base, first: header.band.lowerBound,
      last: header.band.upperBound, low: header.low)
    nowhere = try CoefficientPlane(size: plane.size, columns: 1, rows: 1)
  }

  mutating func begin() { run = 0 }

  mutating func decode(_ units: Range<Int>, isKept: Bool, _ shared: inout BitReader) throws(DecodeEnd) {
    let (row, column) = units.lowerBound.quotientAndRemainder(dividingBy: self.units.across)
    let target = isKept ? plane.row(row - self.units.rows.lowerBound) : nowhere.row(0)
    let first = units.lowerBound - column + self.units.columns.lowerBound
    let (window, coder, history, refines) = (window, coder, history.base, refines)
    var (reader, limit, run) = (shared, window.limit, self.run)
    for unit in units {
      if reader.next > limit { (reader, limit) = (try window.extended(reader), window.limit) }
      let place = isKept ? unit &- first : 0
      let damage =
        refines
        ? coder.refine(target.block(place), &history[unit], &run, &reader)
        : coder.bring(target.block(place), &history[unit], &run, &reader)
      if let damage { throw .damaged(damage) }
      target.note(coder.last, place)
    }
    (shared, self.run) = (reader, run)
  }
}
