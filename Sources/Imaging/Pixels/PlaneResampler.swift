import ImageModel

/// Resamples one plane of a decode, row by row, into an output's content.
///
/// Rows come in strips of ``StripHeight/rows``. When a strip comes, its rows are resampled to the output's
/// width. Columns are resampled after the last row. Memory: output width x decoded rows x 2 bytes, or the
/// output itself if nothing is resampled.
package final class PlaneResampler<Sample: FixedWidthInteger & UnsignedInteger> {
  private let geometry: PlaneGeometry
  private let horizontal: PaddedAxis
  private let vertical: PaddedAxis
  /// The value of samples outside the picture.
  private let background: Sample
  /// The needed samples of the decode that lie inside the picture.
  private let inside: PixelRect<Decoded>
  /// The shares of the last column and of the last row that the picture covers. A share is below 1 only if
  /// the resample also uses background beyond the picture.
  private let cover: (column: EdgeCover, row: EdgeCover)
  private var rows: Rows

  private enum Rows {
    /// Without resampling: the content itself.
    case content(Plane<Sample>)
    /// `strip` holds the current strip, and `tall` holds all rows at the output's width. Each comes with the
    /// graph that resamples it.
    case narrowed(strip: Filtered<Sample>, tall: Filtered<UInt16>)
  }

  private typealias Filtered<S: FixedWidthInteger & UnsignedInteger> = (plane: Plane<S>, graph: ResampleGraph)

  /// A resampler for a plane. `picture` is the picture's rectangle in the plane. This rectangle begins at a
  /// whole sample. Throws `decode_failed`, `memory`.
  package init(
    _ geometry: PlaneGeometry, picture: RealRect<Decoded>, background: Sample, in workspace: Workspace
  ) throws(ImageError) {
    self.geometry = geometry
    self.background = background
    inside = geometry.samples.intersection(
      PixelRect(
        left: Int(picture.x), top: Int(picture.y), right: Int(picture.right.rounded(.up)),
        bottom: Int(picture.bottom.rounded(.up))))
    cover = (
      EdgeCover(picture.right, seenTo: Double(geometry.samples.x) + geometry.content.region.right),
      EdgeCover(picture.bottom, seenTo: Double(geometry.samples.y) + geometry.content.region.bottom)
    )
    horizontal = PaddedAxis(geometry.horizontal)
    vertical = PaddedAxis(geometry.vertical)
    let planes = workspace.buffers
    if geometry.isIdentity {
      rows = .content(try Plane(width: geometry.size.width, height: geometry.size.height, from: planes))
    } else {
      // Graphs stay in memory, and planes are freed. The graphs are built first, so that they lie below the
      // planes.
      let narrowing = try workspace.graphs.graph(
        ResampleKey(axis: horizontal.axis, pass: .horizontal(rows: StripHeight.rows), bits: Sample.bitWidth))
      let shortening = try workspace.graphs.graph(
        ResampleKey(
          axis: vertical.axis, pass: .vertical(columns: horizontal.axis.target), bits: Sample.bitWidth))
      // The last strip is resampled whole, even if only some of its rows count.
      rows = .narrowed(
        strip: (try Plane(width: horizontal.axis.samples, height: StripHeight.rows, from: planes), narrowing),
        tall: (
          try Plane(
            width: horizontal.axis.target, height: vertical.axis.samples + StripHeight.rows, from: planes),
          shortening
        ))
    }
  }

  /// The columns that the resampler needs from each decoded row.
  package var columns: Range<Int> { inside.x..<inside.right }

  /// Takes the needed rows of `strip`. Strips come in order, each once.
  ///
  /// `fill` writes the needed columns of a row to the given place. Throws `decode_failed`.
  package func add(
    _ strip: Range<Int>, fill: (_ row: Int, UnsafeMutablePointer<Sample>) -> Void
  ) throws(ImageError) {
    let wanted = strip.clamped(to: inside.y..<inside.bottom)
    if wanted.isEmpty { return }
    let offset = wanted.lowerBound - geometry.samples.y
    switch rows {
    case .content(let plane):
      for y in wanted { write(y, to: plane.row(offset + y - wanted.lowerBound), pad: 0, fill) }
    case .narrowed(let strip, let tall):
      for y in wanted {
        write(y, to: strip.plane.row(y - wanted.lowerBound), pad: horizontal.pad, fill)
      }
      try strip.graph.run(strip.plane, to: tall.plane, row: vertical.pad + offset)
    }
  }

  /// The content in stored orientation. The resampler can't be used afterwards. Throws `decode_failed`,
  /// `memory`.
  package consuming func finish() throws(ImageError) -> ContentPlane<Sample> {
    switch rows {
    case .content(let plane):
      fillOutside(plane, firstRow: 0, with: background)
      return ContentPlane(plane, content: PixelRect(geometry.size))
    case .narrowed(_, (let tall, let graph)):
      fillOutside(tall, firstRow: vertical.pad, with: Self.widened(background))
      tall.replicate(vertical.pad, over: 0..<vertical.pad)
      let end = vertical.pad + geometry.samples.height
      tall.replicate(end - 1, over: end..<end + vertical.pad)
      let plane = try Plane<Sample>(
        width: horizontal.axis.target, height: vertical.axis.target, from: tall.pool)
      try graph.run(tall, to: plane)
      let size = geometry.size
      return ContentPlane(
        plane,
        content: PixelRect(
          x: horizontal.surplus, y: vertical.surplus, width: size.width, height: size.height))
    }
  }

  /// The sample in 16 bits, full range.
  private static func widened(_ sample: Sample) -> UInt16 {
    UInt16(truncatingIfNeeded: UInt64(sample) * 65535 / UInt64(Sample.max))
  }

  /// Writes one row: the picture, background to the left and right of the picture, and repeated samples at
  /// both ends.
  private func write(
    _ y: Int, to row: UnsafeMutableBufferPointer<Sample>, pad: Int,
    _ fill: (Int, UnsafeMutablePointer<Sample>) -> Void
  ) {
    let left = pad + inside.x - geometry.samples.x
    let right = left + inside.width
    if let start = row.baseAddress { fill(y, start + left) }
    if right > left { cover.column.blend(row[right - 1..<right], background) }
    if y == inside.bottom - 1 { cover.row.blend(row[left..<right], background) }
    row[pad..<left].update(repeating: background)
    row[right..<(row.count - pad)].update(repeating: background)
    if pad > 0 {
      row[..<pad].update(repeating: row[pad])
      row[(row.count - pad)...].update(repeating: row[row.count - pad - 1])
    }
  }

  /// Fills the rows above and below the picture. `firstRow` is the row of `plane` that holds the first row of
  /// samples.
  private func fillOutside<Other>(_ plane: Plane<Other>, firstRow: Int, with sample: Other) {
    for y in geometry.samples.y..<geometry.samples.bottom where y < inside.y || y >= inside.bottom {
      plane.row(y - geometry.samples.y + firstRow).update(repeating: sample)
    }
  }
}
