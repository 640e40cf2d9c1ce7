import ImageModel

/// The decode of a sequential frame, scan by scan (ITU-T T.81, F.2).
struct SequentialDecode {
  private let layout: DecodeLayout
  private let request: ReducedRequest
  private let tables: TableCache
  private let window: EntropyWindow
  private var reader: MarkerReader

  init(
    _ layout: DecodeLayout, _ request: ReducedRequest, file: FileWindow, tables: TableCache, reader: MarkerReader
  ) {
    (self.layout, self.request, self.tables, self.reader) = (layout, request, tables, reader)
    window = EntropyWindow(file)
  }

  mutating func run(
    from first: ScanHeader, check: () throws(Finding) -> Void, _ body: ReducedDecoder.Body
  ) throws(DecodeEnd) {
    var left = Set(layout.components.indices)
    var header = first
    while true {
      guard header.band == 0...63, header.high == 0, header.low == 0 else { throw .damaged(.segment) }
      for part in header.parts {
        guard left.remove(part.component) != nil else { throw .damaged(.segment) }
      }
      let marker = try decode(header, isLast: left.isEmpty, check: check, body)
      if left.isEmpty { return }
      guard let marker, marker > 0 else { throw .damaged(.endsEarly) }
      guard let next = try reader.nextScan(behind: marker) else { throw .damaged(.endsEarly) }
      header = next
    }
  }

  /// Decodes one scan; the marker behind it, but for the last one.
  private func decode(
    _ header: ScanHeader, isLast: Bool, check: () throws(Finding) -> Void, _ body: ReducedDecoder.Body
  ) throws(DecodeEnd) -> UInt8? {
    let outputs = try outputs(header)
    var scan = SequentialScan(try parts(header), window, interval: reader.restartInterval)
    let units = layout.units(of: header.parts.map(\.component))
    for row in units.rows {
      do throws(Finding) { try check() } catch { throw .failed(error) }
      let start = row * units.across
      try scan.pass(to: start + units.columns.lowerBound, mayJump: !request.looksAtAll)
      for part in scan.parts { part.plane.clear() }
      try scan.keep(to: start + units.columns.upperBound, first: start + units.columns.lowerBound)
      for (part, output) in zip(scan.parts, outputs) {
        for line in 0..<part.plane.rows { try output.add(line, of: part.plane, body) }
      }
    }
    for output in outputs { try output.flush(body) }
    let total = units.across * units.down
    if request.looksAtAll { try scan.pass(to: total, mayJump: false) }
    return isLast ? nil : try scan.end(total: total)
  }

  private func outputs(_ header: ScanHeader) throws(DecodeEnd) -> [ComponentOutput] {
    var outputs: [ComponentOutput] = []
    for part in header.parts {
      let component = layout.components[part.component]
      guard let table = reader.quantization[component.frame.table] else { throw .damaged(.segment) }
      outputs.append(ComponentOutput(part.component, component, table: table))
    }
    return outputs
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
          plane: CoefficientPlane(size: component.points, columns: component.columns.count, rows: vertical),
          places: CoefficientPlane.places(size: component.points), last: ZigZag.last(of: component.points),
          horizontal: isAlone ? 1 : component.frame.horizontal, vertical: vertical))
    }
    return parts
  }
}
