import System
import ImageModel

/// Decodes a progressive frame (ITU-T T.81, G.2). The decode holds the kept coefficients of all needed scans.
struct ProgressiveDecode {

  private let layout: DecodeLayout
  private let tables: TableCache
  private let window: EntropyWindow
  private let looksAtAll: Bool
  private var reader: MarkerReader
  private let planes: [CoefficientPlane]
  private var outputs: [ComponentOutput?]
  private var second: ComponentOutput?
  /// For each component, the history that its scans of AC coefficients share (``ProgressiveACScan``). Nil
  /// before the first of these scans is decoded.
  private var histories: [PlaneMemory<UInt64>?]
  /// For each component and each coefficient in the file's order, the lowest bit that a scan has coded so
  /// far. Nil before the coefficient's first scan.
  private var bits: [[Int?]]

  /// Throws `memory`.
  init(
    _ layout: DecodeLayout, _ tables: TableCache, _ window: EntropyWindow, _ reader: MarkerReader,
    looksAtAll: Bool
  ) throws(DecodeEnd) {
    (self.layout, self.tables, self.window, self.reader) = (layout, tables, window, reader)
    self.looksAtAll = looksAtAll
    var planes: [CoefficientPlane] = []
    for part in layout.components {
      planes.append(
        try CoefficientPlane(
          size: part.side, columns: part.columns.count, rows: part.rows.count,
          hasRest: part.takesAC(looksAtAll: looksAtAll)))
    }
    self.planes = planes
    outputs = layout.components.map { _ in nil }
    histories = layout.components.map { _ in nil }
    bits = layout.components.map { _ in Array(repeating: nil, count: 64) }
  }

  mutating func run(from first: ScanHeader, _ body: ReducedDecoder.Body) throws(DecodeEnd) {
    let pixels = layout.frame.width * layout.frame.height
    var header: ScanHeader? = first
    var count = 0
    while let scan = header {
      count += 1
      if count > FixedLimits.Decode.scans || count * pixels > FixedLimits.Decode.scanPixels {
        throw .damaged(.segment)
      }
      try note(scan)
      let marker = try decode(scan)
      if marker == 0 { throw .damaged(.endsEarly) }
      header = try reader.nextScan(behind: marker)
    }
    for (plane, output) in zip(planes, outputs) {
      guard let output else { throw .damaged(.segment) }
      for row in 0..<plane.rows { try output.add(row, of: plane, body) }
      try output.flush(body)
    }
    guard let second else { return }
    for row in 0..<planes[0].rows { try second.add(row, of: planes[0], body) }
    try second.flush(body)
  }

  /// Notes the bits that a scan codes. Each coefficient's bits must come without gaps (ITU-T T.81, G.1.1.1).
  private mutating func note(_ scan: ScanHeader) throws(DecodeEnd) {
    let isDC = scan.band.lowerBound == 0
    guard isDC ? scan.band.upperBound == 0 : scan.parts.count == 1, scan.low <= 13,
      scan.high == 0 || scan.low == scan.high - 1
    else { throw .damaged(.segment) }
    for part in scan.parts {
      if outputs[part.component] == nil {
        let (first, second) = try reader.outputs(of: part.component, layout)
        outputs[part.component] = first
        if let second { self.second = second }
      }
      guard isDC || bits[part.component][0] != nil else { throw .damaged(.segment) }
      for k in scan.band {
        guard bits[part.component][k] ?? 0 == scan.high, scan.high > 0 || bits[part.component][k] == nil
        else {
          throw .damaged(.segment)
        }
        bits[part.component][k] = scan.low
      }
    }
  }

  /// Decodes the needed part of a scan and returns the marker after it.
  private mutating func decode(_ scan: ScanHeader) throws(DecodeEnd) -> UInt8 {
    let units = layout.units(of: scan.parts.map(\.component))
    let isDC = scan.band.lowerBound == 0
    let walk = ScanWalk(
      window: window, units: units, interval: reader.restartInterval, looksAtAll: looksAtAll,
      mayJump: isDC && !looksAtAll, isLast: false)
    if isDC {
      var coder = ProgressiveDCScan(try dcParts(scan), low: scan.low, units, window)
      return try walk.run(&coder)
    }
    guard needs(scan) else { return try walk.passOver() }
    let part = scan.parts[0]
    guard let code = reader.ac[part.acTable] else { throw .damaged(.segment) }
    let history = try history(of: part.component, walk.decodedRows * units.across)
    var coder = try ProgressiveACScan(scan, WordTable(code), planes[part.component], history, units, window)
    return try walk.run(&coder)
  }

  private mutating func history(of component: Int, _ blocks: Int) throws(DecodeEnd) -> PlaneMemory<UInt64> {
    if let history = histories[component] { return history }
    let history = try PlaneMemory<UInt64>(blocks)
    histories[component] = history
    return history
  }

  /// True if a scan of AC coefficients must be decoded. It must be decoded if some of its coefficients are
  /// kept, or if all data is checked. A later scan that refines kept coefficients may also depend on the
  /// scan.
  private func needs(_ scan: ScanHeader) -> Bool {
    let side = layout.components[scan.parts[0].component].side
    let isKept = scan.band.contains { ZigZag.places[$0] / 8 < side && ZigZag.places[$0] % 8 < side }
    return looksAtAll || isKept || side > 1 && scan.low > 0
  }

  private func dcParts(_ scan: ScanHeader) throws(DecodeEnd) -> [ProgressiveDCScan.Part] {
    var parts: [ProgressiveDCScan.Part] = []
    for part in scan.parts {
      var table: DCTable?
      if scan.high == 0 {
        table = reader.dc[part.dcTable].flatMap(tables.dcTable)
        if table == nil { throw .damaged(.segment) }
      }
      let (horizontal, vertical) = scan.unit(of: layout.components[part.component].frame)
      parts.append(
        ProgressiveDCScan.Part(
          table: table, plane: planes[part.component], horizontal: horizontal, vertical: vertical))
    }
    return parts
  }
}
