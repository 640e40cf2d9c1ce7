import ImageModel
import System

/// Decodes a sequential frame, scan by scan (ITU-T T.81, F.2). The decode holds one row of units in memory.
/// With helpers it holds some pieces of a scan.
struct SequentialDecode {
  let layout: DecodeLayout
  let tables: TableCache
  let window: EntropyWindow
  let looksAtAll: Bool
  let isOfFront: Bool
  let helpers: (any HelperThreads)?
  var reader: MarkerReader

  mutating func run(from first: ScanHeader, _ body: ReducedDecoder.Body) throws(DecodeEnd) {
    var left = Set(layout.components.indices)
    var header = first
    while true {
      guard header.band == 0...63, header.high == 0, header.low == 0 else { throw .damaged(.segment) }
      for part in header.parts {
        guard left.remove(part.component) != nil else { throw .damaged(.segment) }
      }
      let marker = try decode(header, isLast: left.isEmpty, body)
      let isEnd = marker == MarkerReader.endOfImage || marker == MarkerReader.numberOfLines
      if left.isEmpty && (isEnd || isOfFront && marker == 0) { return }
      guard marker > 0, !left.isEmpty, let next = try reader.nextScan(behind: marker) else {
        throw .damaged(.endsEarly)
      }
      header = next
    }
  }

  /// Decodes one scan and returns the marker after it.
  private func decode(
    _ header: ScanHeader, isLast: Bool, _ body: ReducedDecoder.Body
  ) throws(DecodeEnd) -> UInt8 {
    let units = layout.units(of: header.parts.map(\.component))
    let interval = reader.restartInterval
    let walk = ScanWalk(
      window: window, units: units, interval: interval, looksAtAll: looksAtAll, mayJump: !looksAtAll,
      isLast: isLast)
    if let helpers,
      let pieces = ScanPieces(
        units, interval: interval, looksAtAll: looksAtAll, mostRows: mostRows(header))
    {
      var lanes: [PieceDecode] = []
      for _ in 0..<PieceQueue.lanes(helpers: helpers.count) {
        lanes.append(PieceDecode(walk, try rendering(header, rows: pieces.rows)))
      }
      return try PieceReader(walk, pieces).decode(by: lanes, helpers, body)
    }
    let rendering = try rendering(header)
    var scan = SequentialScan(rendering, units, window)
    let marker = try walk.run(&scan) { () throws(DecodeEnd) in try rendering.endRow(body) }
    try rendering.flush(body)
    return marker
  }

  /// The rendering of a scan. The rendering takes one row of units at a time, and holds a strip of samples.
  /// With `rows`, it holds the samples of that many rows of units.
  private func rendering(_ header: ScanHeader, rows: Int? = nil) throws(DecodeEnd) -> ScanRendering {
    var rendering = ScanRendering()
    rendering.rendered = layout.renderedUnits(of: header.parts.map(\.component))
    for part in header.parts {
      let component = layout.components[part.component]
      guard let dc = reader.dc[part.dcTable].flatMap(tables.dcTable), let ac = reader.ac[part.acTable] else {
        throw .damaged(.segment)
      }
      let (horizontal, vertical) = header.unit(of: component.frame)
      rendering.parts.append(
        SequentialScan.Part(
          dc: dc, ac: tables.acTable(ac),
          plane: try CoefficientPlane(
            size: component.side, columns: component.columns.count, rows: vertical),
          lowest: layout.lowestSide(of: part.component), horizontal: horizontal, vertical: vertical))
      let (first, second) = try reader.outputs(of: part.component, layout, rows: rows.map { $0 * vertical })
      rendering.outputs.append(first)
      if let second { rendering.second = (rendering.parts.count - 1, second) }
    }
    return rendering
  }

  /// The number of rows of units whose samples and coefficients fit in ``ReducedDecoder/laneBytes``.
  private func mostRows(_ header: ScanHeader) -> Int {
    var (samples, coefficients) = (0, 0)
    for part in header.parts {
      let component = layout.components[part.component]
      let vertical = header.unit(of: component.frame).vertical
      samples += ComponentOutput.rowBytes(component) * vertical * component.points
      if part.component == 0, let second = layout.second {
        samples += ComponentOutput.rowBytes(second) * vertical * second.points
      }
      coefficients +=
        (component.columns.count + 8) * vertical * CoefficientPlane.blockBytes(size: component.side)
    }
    return max(0, ReducedDecoder.laneBytes - coefficients) / samples
  }
}
