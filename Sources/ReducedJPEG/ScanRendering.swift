/// Turns the kept units of a scan into samples.
struct ScanRendering {
  var parts: [SequentialScan.Part] = []
  /// One output for each component of the scan.
  var outputs: [ComponentOutput] = []
  /// The output of the second form of a component, and the index of its part; nil if the scan has none.
  var second: (part: Int, output: ComponentOutput)?
  /// The units that serve the outputs of the components; nil if all kept units do.
  var rendered: DecodeLayout.Area?

  /// Begins at the row of units with the number `row`.
  func begin(at row: Int) {
    for (part, output) in zip(parts, outputs) { output.begin(at: row * part.vertical) }
    if let second { second.output.begin(at: row * parts[second.part].vertical) }
  }

  /// Renders the row of units whose coefficients are in the planes.
  func endRow(_ body: ReducedDecoder.Body) throws(DecodeEnd) {
    if let (part, output) = second {
      for row in 0..<parts[part].plane.rows { try output.add(row, of: parts[part].plane, body) }
    }
    for (part, output) in zip(parts, outputs) {
      for row in 0..<part.plane.rows { try output.add(row, of: part.plane, body) }
      part.plane.clear()
    }
  }

  func flush(_ body: ReducedDecoder.Body) throws(DecodeEnd) {
    for output in outputs { try output.flush(body) }
    try second?.output.flush(body)
  }
}
