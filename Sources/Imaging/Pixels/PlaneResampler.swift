import ImageModel

/// Resamples one plane of a decode, row by row, into an output's content.
///
/// Rows come in strips of ``StripHeight/rows``. When a strip comes, its rows are resampled to the output's
/// width, and become columns. After the last strip these columns are resampled to the output's height, and
/// become rows again. If the width stays as it is, rows stay rows. Memory: output width x decoded rows x 2
/// bytes, or half of that if the width stays. The memory is taken when the first needed row comes.
package final class PlaneResampler<Sample: FixedWidthInteger & UnsignedInteger> {
  private let geometry: PlaneGeometry
  /// The value of samples outside the picture.
  private let background: Sample
  /// The needed samples of the decode that lie inside the picture.
  private let inside: PixelRect<Decoded>
  /// The shares of the last column and of the last row that the picture covers. A share is below 1 only if
  /// the resample also uses background beyond the picture.
  private let cover: (column: EdgeCover, row: EdgeCover)
  private let workspace: Workspace
  /// Nil until the first needed row comes.
  private var rows: Rows?
  /// The row behind the last one that has come.
  private var end = Int.min

  private enum Rows {
    /// The needed rows at the content's width. Without a filter for the height they are the content itself.
    case content(Plane<Sample>, Height?)
    /// `strip` holds the current strip. Each row of `narrowed` holds a column of the output's width, from the
    /// first decoded row to the last.
    case resampled(strip: Plane<Sample>, narrowed: Plane<UInt16>, Filters)
  }

  /// How the height is resampled.
  private struct Height {
    let filter: FilterBank
    let banks: FilterBanks
  }

  /// How both axes are resampled.
  private struct Filters {
    let horizontal: FilterBank
    let vertical: FilterBank
    let banks: FilterBanks
  }

  /// A resampler for a plane. `picture` is the picture's rectangle in the plane. This rectangle begins at a
  /// whole sample.
  package init(
    _ geometry: PlaneGeometry, picture: RealRect<Decoded>, background: Sample, in workspace: Workspace
  ) {
    self.geometry = geometry
    self.background = background
    self.workspace = workspace
    inside = geometry.samples.intersection(
      PixelRect(
        left: Int(picture.x), top: Int(picture.y), right: Int(picture.right.rounded(.up)),
        bottom: Int(picture.bottom.rounded(.up))))
    cover = (
      EdgeCover(picture.right, seenTo: Double(geometry.samples.x) + geometry.content.region.right),
      EdgeCover(picture.bottom, seenTo: Double(geometry.samples.y) + geometry.content.region.bottom)
    )
  }

  private static func rows(_ geometry: PlaneGeometry, in workspace: Workspace) throws(ImageError) -> Rows {
    let (planes, banks) = (workspace.buffers, workspace.filters)
    // Banks stay in memory, and planes are freed. The banks are made first, so that they lie below the planes.
    if geometry.horizontal.isIdentity {
      let vertical = geometry.vertical
      let height = vertical.isIdentity ? nil : Height(filter: banks.bank(vertical), banks: banks)
      return .content(
        try Plane(width: geometry.size.width, height: geometry.samples.height, from: planes), height)
    }
    let filters = Filters(
      horizontal: banks.bank(geometry.horizontal), vertical: banks.bank(geometry.vertical), banks: banks)
    let size = geometry.narrowed
    return .resampled(
      strip: try Plane(width: geometry.samples.width, height: StripHeight.rows, from: planes),
      narrowed: try Plane(width: size.width, height: size.height, from: planes), filters)
  }

  /// The rows, which take their memory now if they have none.
  private func begun() throws(ImageError) -> Rows {
    if let rows { return rows }
    let begun = try Self.rows(geometry, in: workspace)
    rows = begun
    return begun
  }

  /// True if the last needed row has come.
  package var isComplete: Bool { end >= inside.bottom }

  /// The columns that the resampler needs from each decoded row.
  package var columns: Range<Int> { inside.x..<inside.right }

  /// Takes the needed rows of `strip`. Strips come in order, each once.
  ///
  /// `fill` writes the needed columns of a row to the given place. Throws `memory`.
  package func add(
    _ strip: Range<Int>, fill: (_ row: Int, UnsafeMutablePointer<Sample>) -> Void
  ) throws(ImageError) {
    end = max(end, strip.upperBound)
    let wanted = strip.clamped(to: inside.y..<inside.bottom)
    if wanted.isEmpty { return }
    let rows = try begun()
    let first = wanted.lowerBound - geometry.samples.y
    switch rows {
    case .content(let plane, _):
      for y in wanted { write(y, to: plane.row(first + y - wanted.lowerBound), fill) }
    case .resampled(let strip, let narrowed, let filters):
      for y in wanted { write(y, to: strip.row(y - wanted.lowerBound), fill) }
      let bank = filters.horizontal
      let scratch = try filters.banks.scratch(bank.scratchBytes)
      // The last rows are resampled together, even if only some of them count.
      for row in stride(from: 0, to: wanted.count, by: FilterBank.rows) {
        bank.run(strip, row: row, to: narrowed, column: first + row, scratch: scratch)
      }
    }
  }

  /// The content in stored orientation. The resampler can't be used afterwards. Throws `memory`.
  package consuming func finish() throws(ImageError) -> ContentPlane<Sample> {
    switch try begun() {
    case .content(let rows, let height):
      for place in outside { for y in place { rows.row(y).update(repeating: background) } }
      guard let height else { return ContentPlane(rows) }
      let plane = try Plane<Sample>(
        width: geometry.size.width, height: geometry.size.height, from: rows.pool)
      let scratch = try height.banks.scratch(height.filter.scratchBytes)
      for x in stride(from: 0, to: geometry.size.width, by: FilterBank.rows) {
        height.filter.runDown(rows, column: x, to: plane, scratch: scratch)
      }
      return ContentPlane(plane)
    case .resampled(_, let narrowed, let filters):
      for x in 0..<geometry.size.width {
        for rows in outside { narrowed.row(x)[rows].update(repeating: Self.widened(background)) }
      }
      let plane = try Plane<Sample>(
        width: geometry.size.width, height: geometry.size.height, from: narrowed.pool)
      let bank = filters.vertical
      let scratch = try filters.banks.scratch(bank.scratchBytes)
      for x in stride(from: 0, to: geometry.size.width, by: FilterBank.rows) {
        bank.run(narrowed, row: x, to: plane, column: x, scratch: scratch)
      }
      return ContentPlane(plane)
    }
  }

  /// The rows above and below the picture.
  private var outside: [Range<Int>] {
    let first = inside.y - geometry.samples.y
    let rows = 0..<geometry.samples.height
    let covered = (first..<first + inside.height).clamped(to: rows)
    return [0..<covered.lowerBound, covered.upperBound..<rows.upperBound]
  }

  /// The sample in 16 bits, full range.
  private static func widened(_ sample: Sample) -> UInt16 {
    UInt16(truncatingIfNeeded: UInt64(sample) * 65535 / UInt64(Sample.max))
  }

  /// Writes one row: the picture, and background to its left and right.
  private func write(
    _ y: Int, to row: UnsafeMutableBufferPointer<Sample>, _ fill: (Int, UnsafeMutablePointer<Sample>) -> Void
  ) {
    let left = inside.x - geometry.samples.x
    let right = left + inside.width
    if let start = row.baseAddress { fill(y, start + left) }
    if right > left { cover.column.blend(row[right - 1..<right], background) }
    if y == inside.bottom - 1 { cover.row.blend(row[left..<right], background) }
    row[..<left].update(repeating: background)
    row[right...].update(repeating: background)
  }
}
