import ImageModel

/// The decode of a sequential frame, scan by scan (ITU-T T.81, F.2). No more than a row of units is held.
struct SequentialDecode {
  let layout: DecodeLayout
  let tables: TableCache
  let window: EntropyWindow
  let looksAtAll: Bool
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
      if left.isEmpty && isEnd { return }
      guard marker > 0, !left.isEmpty, let next = try reader.nextScan(behind: marker) else {
        throw .damaged(.endsEarly)
      }
      header = next
    }
  }

  /// Decodes one scan; gives the marker behind it.
  private func decode(
    _ header: ScanHeader, isLast: Bool, _ body: ReducedDecoder.Body
  ) throws(DecodeEnd) -> UInt8 {
    let units = layout.units(of: header.parts.map(\.component))
    let parts = try parts(header)
    var outputs: [ComponentOutput] = []
    for part in header.parts { outputs.append(try reader.output(part.component, layout)) }
    var scan = SequentialScan(parts, units, window)
    let walk = ScanWalk(
      window: window, units: units, interval: reader.restartInterval, looksAtAll: looksAtAll,
      mayJump: !looksAtAll)
    let marker = try walk.run(&scan, isLast: isLast) { () throws(DecodeEnd) in
      for (part, output) in zip(parts, outputs) {
        for row in 0..<part.plane.rows { try output.add(row, of: part.plane, body) }
        part.plane.clear()
      }
    }
    for output in outputs { try output.flush(body) }
    return marker
  }

  private func parts(_ header: ScanHeader) throws(DecodeEnd) -> [SequentialScan.Part] {
    var parts: [SequentialScan.Part] = []
    for part in header.parts {
      let component = layout.components[part.component]
      guard let dc = reader.dc[part.dcTable].flatMap(tables.dcTable), let ac = reader.ac[part.acTable] else {
        throw .damaged(.segment)
      }
      let isAlone = header.parts.count == 1
      let vertical = isAlone ? 1 : component.frame.vertical
      parts.append(
        SequentialScan.Part(
          dc: dc, ac: tables.acTable(ac),
          plane: try CoefficientPlane(
            size: component.points, columns: component.columns.count, rows: vertical),
          horizontal: isAlone ? 1 : component.frame.horizontal, vertical: vertical))
    }
    return parts
  }
}
