import ImageModel

/// Turns the strips of a decode into one output's planes.
///
/// Each strip is cut to the output's columns and narrowed to its width at once; the columns are resampled when all
/// rows are there. Memory: output width x decoded rows x 2 bytes a plane, or the output itself where nothing is
/// resampled.
package final class StripResampler {
  private let geometry: ResampleGeometry
  private let horizontal: PaddedAxis
  private let vertical: PaddedAxis
  private let graphs: ResampleGraphs
  /// What lies outside the picture: one sample a plane.
  private let background: [UInt8]
  /// The decoded samples that exist.
  private let picture: PixelRect<Decoded>
  /// The output's columns of the strip under way.
  private var strips: [Plane<UInt8>]
  private var narrow: [Plane<UInt16>]
  /// Set where nothing is resampled: the content itself.
  private var copies: [Plane<UInt8>]

  /// A resampler for a decode of which `picture` exists. Throws `out_of_memory`.
  package init(
    _ geometry: ResampleGeometry, picture: PixelRect<Decoded>, background: [UInt8], graphs: ResampleGraphs
  ) throws(Finding) {
    self.geometry = geometry
    self.picture = picture
    self.background = background
    self.graphs = graphs
    horizontal = PaddedAxis(geometry.horizontal)
    vertical = PaddedAxis(geometry.vertical)
    let planes = background.indices
    if geometry.isIdentity {
      (strips, narrow) = ([], [])
      copies = try Self.planes(planes.count, geometry.size.width, geometry.size.height)
    } else {
      copies = []
      strips = try Self.planes(planes.count, horizontal.axis.samples, StripHeight.rows)
      // The last strip is narrowed whole, though fewer of its rows may count.
      narrow = try Self.planes(
        planes.count, horizontal.axis.target, vertical.axis.samples + StripHeight.rows)
    }
  }

  /// Takes in a strip; strips come in order, from the decode's first row to its last. Throws `decode_failed`.
  package func add(_ strip: StripRows) throws(Finding) {
    let first = max(strip.firstRow, geometry.samples.y)
    let end = min(strip.endRow, geometry.samples.bottom)
    guard first < end else { return }
    let offset = first - geometry.samples.y
    if geometry.isIdentity {
      for y in first..<end { fill(copies.map { $0.row(y - first + offset) }, from: strip, row: y) }
      return
    }
    for y in first..<end { fill(strips.map { $0.row(y - first) }, from: strip, row: y) }
    let graph = try graphs.graph(
      ResampleKey(axis: horizontal.axis, pass: .horizontal(rows: StripHeight.rows)))
    for (strip, tall) in zip(strips, narrow) { try graph.run(strip, to: tall, row: vertical.pad + offset) }
  }

  /// The content's planes, in stored orientation; the resampler is spent. Throws `decode_failed`, `out_of_memory`.
  package func finish() throws(Finding) -> ResampledPlanes {
    strips = []
    if geometry.isIdentity {
      defer { copies = [] }
      for (copy, sample) in zip(copies, background) { fillOutside(copy, firstRow: 0, with: sample) }
      return ResampledPlanes(planes: copies, content: PixelRect(geometry.size))
    }
    let graph = try graphs.graph(
      ResampleKey(axis: vertical.axis, pass: .vertical(columns: horizontal.axis.target)))
    var planes: [Plane<UInt8>] = []
    for sample in background {
      let tall = narrow.removeFirst()
      fillOutside(tall, firstRow: vertical.pad, with: UInt16(sample) * 257)
      tall.replicate(vertical.pad, over: 0..<vertical.pad)
      let end = vertical.pad + geometry.samples.height
      tall.replicate(end - 1, over: end..<end + vertical.pad)
      let plane = try Plane<UInt8>(width: horizontal.axis.target, height: vertical.axis.target)
      try graph.run(tall, to: plane)
      planes.append(plane)
    }
    return ResampledPlanes(
      planes: planes,
      content: PixelRect(
        x: horizontal.surplus, y: vertical.surplus, width: geometry.size.width, height: geometry.size.height))
  }

  /// Fills the rows above and below the picture; `firstRow` is the plane's row of the first sample.
  private func fillOutside<Sample>(_ plane: Plane<Sample>, firstRow: Int, with sample: Sample) {
    let inside = geometry.samples.intersection(picture)
    for y in geometry.samples.y..<geometry.samples.bottom where y < inside.y || y >= inside.bottom {
      plane.row(y - geometry.samples.y + firstRow).update(repeating: sample)
    }
  }

  private static func planes<Sample>(
    _ count: Int, _ width: Int, _ height: Int
  ) throws(Finding) -> [Plane<Sample>] {
    var planes: [Plane<Sample>] = []
    for _ in 0..<count { planes.append(try Plane(width: width, height: height)) }
    return planes
  }

  /// Writes one row of the output's columns: picture, background beside it, and repeated edges beyond both.
  private func fill(_ rows: [UnsafeMutableBufferPointer<UInt8>], from strip: StripRows, row y: Int) {
    let pad = geometry.isIdentity ? 0 : horizontal.pad
    let inside = geometry.samples.intersection(picture)
    let left = pad + inside.x - geometry.samples.x
    strip.split(
      row: y, columns: inside.x..<inside.right, into: rows.compactMap { $0.baseAddress.map { $0 + left } })
    for (row, background) in zip(rows, background) {
      row[pad..<left].update(repeating: background)
      row[(left + inside.width)..<(row.count - pad)].update(repeating: background)
      if pad > 0 {
        row[..<pad].update(repeating: row[pad])
        row[(row.count - pad)...].update(repeating: row[row.count - pad - 1])
      }
    }
  }
}
