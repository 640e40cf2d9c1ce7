import Glibc
import ImageModel
import ReducedJPEG

/// Passes the strips of a decode to the resamplers of one output's planes.
///
/// Colours with alpha are resampled premultiplied, in 16 bits.
package final class StripResampler {
  private var planes: Planes
  /// The form in which samples are resampled.
  package let working: WorkingPixels

  private enum Planes {
    case eight([PlaneResampler<UInt8>])
    case sixteen([PlaneResampler<UInt16>])
  }

  /// The geometry by which one plane is resampled, and the place of the whole picture among the plane's
  /// decoded samples. The picture begins at a whole sample.
  package typealias Part = (geometry: PlaneGeometry, picture: RealRect<Decoded>)

  /// A resampler for the planes of a decode. `working` tells how the decode's samples are held. Pixels
  /// outside of the picture get the colour `background`.
  package init(
    _ parts: [Part], of working: WorkingPixels, background: RGBColor, in workspace: Workspace
  ) {
    self.working = working
    let samples = background.samples(PixelFormat(working.color, hasAlpha: working.hasAlpha))
    switch working.depth {
    case .eight:
      var planes: [PlaneResampler<UInt8>] = []
      for (part, sample) in zip(parts, samples) {
        planes.append(
          PlaneResampler(part.geometry, picture: part.picture, background: sample, in: workspace))
      }
      self.planes = .eight(planes)
    case .sixteen:
      var planes: [PlaneResampler<UInt16>] = []
      for (channel, (part, sample)) in zip(parts, samples).enumerated() {
        let isLight = working.isLinear && channel < working.color.samples
        let sample = isLight ? Light.decoded[Int(sample) * 257] : UInt16(sample) * 257
        planes.append(
          PlaneResampler(part.geometry, picture: part.picture, background: sample, in: workspace))
      }
      self.planes = .sixteen(planes)
    }
  }

  /// A resampler with one geometry for all planes.
  package convenience init(
    _ geometry: ResampleGeometry, of working: WorkingPixels, picture: RealRect<Decoded>, background: RGBColor,
    in workspace: Workspace
  ) {
    let parts = Array(repeating: (PlaneGeometry(geometry), picture), count: working.planes)
    self.init(parts, of: working, background: background, in: workspace)
  }

  /// True if the last needed row of each plane has come.
  package var isComplete: Bool {
    switch planes {
    case .eight(let planes): planes.allSatisfy(\.isComplete)
    case .sixteen(let planes): planes.allSatisfy(\.isComplete)
    }
  }

  /// Takes rows of one component. Each component's rows come in order. Throws `memory`.
  package func add(_ rows: ComponentRows) throws(ImageError) {
    guard case .eight(let planes) = planes, planes.indices.contains(rows.component) else { return }
    let plane = planes[rows.component]
    let columns = plane.columns
    try plane.add(rows.firstRow..<rows.firstRow + rows.count) { row, target in
      let first = rows.samples + (row - rows.firstRow) * rows.rowBytes
      memcpy(target, first + columns.lowerBound - rows.firstColumn, columns.count)
    }
  }

  /// Takes a strip. Strips come in order, from the decode's first row to its last. Throws `memory`.
  package func add(_ strip: StripRows) throws(ImageError) {
    let rows = strip.firstRow..<strip.endRow
    switch planes {
    case .eight(let planes):
      for (channel, plane) in planes.enumerated() {
        try plane.add(rows) { row, target in
          strip.copy(channel: channel, row: row, columns: plane.columns, to: target)
        }
      }
    case .sixteen(let planes):
      for (channel, plane) in planes.enumerated() {
        try plane.add(rows) { row, target in
          strip.copy(
            channel: channel, row: row, columns: plane.columns, as: working, to: target)
        }
      }
    }
  }

  /// Takes one whole plane of another output's content. Both outputs must have the same depth. Throws
  /// `memory`.
  package func add(_ larger: Channel, channel: Int) throws(ImageError) {
    switch (planes, larger) {
    case (.eight(let planes), .eight(let larger)): try planes[channel].add(larger)
    case (.sixteen(let planes), .sixteen(let larger)): try planes[channel].add(larger)
    default: throw ImageError(.decodeFailed, "planes of different depths can't be made of each other")
    }
  }

  /// The content of the next plane, in stored orientation; nil after the last. Throws `memory`.
  package func next() throws(ImageError) -> Channel? {
    switch planes {
    case .eight(var planes):
      if planes.isEmpty { return nil }
      let plane = planes.removeFirst()
      self.planes = .eight(planes)
      return .eight(try plane.finish())
    case .sixteen(var planes):
      if planes.isEmpty { return nil }
      let plane = planes.removeFirst()
      self.planes = .sixteen(planes)
      return .sixteen(try plane.finish())
    }
  }
}

extension PlaneResampler {
  /// Takes one whole plane of another output's content.
  fileprivate func add(_ larger: ContentPlane<Sample>) throws(ImageError) {
    let box = larger.content
    for row in stride(from: 0, to: box.height, by: StripHeight.rows) {
      try add(row..<min(row + StripHeight.rows, box.height)) { row, target in
        guard let first = larger.plane.row(box.y + row).baseAddress else { return }
        target.update(from: first + box.x + columns.lowerBound, count: columns.count)
      }
    }
  }
}
