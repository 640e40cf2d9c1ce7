import ImageModel

/// Hands the strips of a JPEG's decode to the resamplers of one output's planes.
///
/// The decoder brings all planes to the picture's size, so that one geometry holds for each.
package final class StripResampler {
  private var planes: [PlaneResampler<UInt8>] = []
  private let background: [UInt8]

  /// A resampler for a decode that shows `picture`, which begins at a whole sample, with a sample of `background` for
  /// each plane.
  ///
  /// Throws `decode_failed`, `memory`.
  package init(
    _ geometry: ResampleGeometry, picture: RealRect<Decoded>, background: [UInt8], in workspace: Workspace
  ) throws(Finding) {
    self.background = background
    for sample in background {
      planes.append(try PlaneResampler(geometry, picture: picture, background: sample, in: workspace))
    }
  }

  /// Takes in a strip; strips come in order, from the decode's first row to its last. Throws `decode_failed`.
  package func add(_ strip: StripRows) throws(Finding) {
    for (channel, plane) in planes.enumerated() {
      try plane.add(strip.firstRow..<strip.endRow) { row, target in
        strip.copy(
          channel: channel, row: row, columns: plane.columns, over: background[channel], to: target)
      }
    }
  }

  /// Takes in one whole plane of another output's content. Throws `decode_failed`.
  package func add(_ larger: ContentPlane<UInt8>, channel: Int) throws(Finding) {
    let (box, resampler) = (larger.content, planes[channel])
    for row in stride(from: 0, to: box.height, by: StripHeight.rows) {
      try resampler.add(row..<min(row + StripHeight.rows, box.height)) { row, target in
        guard let first = larger.plane.row(box.y + row).baseAddress else { return }
        target.update(from: first + box.x + resampler.columns.lowerBound, count: resampler.columns.count)
      }
    }
  }

  /// The content of the next plane, in stored orientation; nil after the last. Throws `decode_failed`,
  /// `memory`.
  package func next() throws(Finding) -> ContentPlane<UInt8>? {
    planes.isEmpty ? nil : try planes.removeFirst().finish()
  }
}
