import ImageModel
import Planning
import Reporting

/// The expected notes about sources' metadata, read once for all outputs of an image.
private struct MetadataNotes {
  private let rerendering: Rerendering
  private var last: (image: Int, notes: [[Finding]?])?

  init(_ rerendering: Rerendering) { self.rerendering = rerendering }

  mutating func of(_ number: Int, _ image: ImagePlan) -> [[Finding]?] {
    if let last, last.image == number { return last.notes }
    let notes = rerendering.notes(of: image)
    last = (number, notes)
    return notes
  }
}

extension VerifiedBatch {
  /// A row with an unchanged source, to compare with the plan.
  private struct Compared {
    let line: ManifestLine
    let expectation: RowExpectation
    let image: Int
    let output: Int
    let isRendered: Bool
  }

  /// Compares the rows with the planned rows, and renders some outputs again. Adds an exception for each
  /// difference. The rows of `older` are checked by themselves.
  mutating func compare(
    _ planned: PlannedRows, _ header: ManifestHeader, besides older: OlderRows, _ rerendering: Rerendering,
    _ report: inout VerificationReport
  ) throws {
    var notes = MetadataNotes(rerendering)
    var compared: [Compared] = []
    for row in rows {
      if older.contains(row.line) {
        report.older += 1
        var shape = RowShape(jobSHA256: header.jobSHA256, versions: nil)
        if let fault = try shape.fault(of: row.line) { add(ManifestException(row.line, .row, fault)) }
      } else if let row = try compare(row, planned, header, &notes) {
        compared.append(row)
      }
    }
    let read = Set(compared.lazy.filter { $0.line.sourceSHA256 != nil }.map(\.image))
    for row in compared {
      let isUnnamed = row.line.sourceSHA256 == nil && read.contains(row.image)
      let fault = try row.expectation.fault(of: row.line)
      if let fault = fault ?? (isUnnamed ? RowExpectation.differ(["source_sha256"], "as planned") : nil) {
        add(ManifestException(row.line, .row, fault))
      }
    }
    try render(compared.filter(\.isRendered), planned, rerendering, &report)
  }

  private mutating func compare(
    _ row: Row, _ planned: PlannedRows, _ header: ManifestHeader, _ notes: inout MetadataNotes
  ) throws -> Compared? {
    guard let place = row.place else { return nil }
    let (number, output) = planned.row(at: place)
    let image = planned.images[number]
    noteUnread(row, image)
    if isChanged(image.source) || isChanged(row.line.key.source) { return nil }
    let expectation = try RowExpectation(
      row.line, header, image, output, notes: notes.of(number, image)[output])
    let isRendered =
      expectation.liesInPicture || row.isSampled && image.failure(ofOutput: output) == nil
    return Compared(
      line: row.line, expectation: expectation, image: number, output: output, isRendered: isRendered)
  }

  /// If a row has no hash of its source, only the source's size can show a change. Notes such a change.
  private mutating func noteUnread(_ row: Row, _ image: ImagePlan) {
    guard row.isInPlace, row.line.sourceSHA256 == nil, image.bytes != row.line.sourceBytes else { return }
    switch (image.bytes, row.line.sourceBytes) {
    case (nil, _): note("the source can't be read any more", ofSourceOf: row.line)
    case (_, nil): note("the source can be read now", ofSourceOf: row.line)
    case (let bytes?, let other?):
      note(
        "the source is not as the manifest says: it has \(bytes.counted("byte")), not \(other)",
        ofSourceOf: row.line)
    }
  }

  private mutating func render(
    _ rows: [Compared], _ planned: PlannedRows, _ rerendering: Rerendering, _ report: inout VerificationReport
  ) throws {
    let images = Dictionary(grouping: rows, by: \.image).sorted { $0.key < $1.key }
    let wanted = images.map { image, rows in
      Rerendering.Wanted(planned.images[image], outputs: Set(rows.map(\.output)).sorted())
    }
    for ((_, rows), outcome) in zip(images, try rerendering.run(wanted)) {
      for row in rows {
        guard let fault = row.expectation.fault(of: row.line, rendered: outcome) else { continue }
        add(ManifestException(row.line, .rendering, fault))
      }
    }
    report.rendered += rows.count
  }
}

extension VerifiedBatch {
  /// Adds a line of the manifest. `fate` names the line's planned row, or the reason why the line has none.
  mutating func add(
    _ line: ManifestLines.Read, _ number: Int, _ fate: RowAlignment.Fate, _ planned: PlannedRows,
    _ sampled: SampledLines
  ) {
    switch (line, fate) {
    case (.success(let line), .row(let place)):
      add(
        Row(
          line: line, place: place, isInPlace: planned.key(at: place) == line.key,
          isSampled: sampled.contains(line)))
    case (.success(let line), let fate):
      add(Row(line: line, isUnplanned: true))
      let fault = fate == .doubled ? "the row is there twice or out of order" : "no such row is planned"
      add(ManifestException(line, .unplanned, fault), unlessChanged: true)
    case (.failure(let fault), .row(let place)):
      add(ManifestException(line: number, planned.key(at: place), .line, fault.message))
    case (.failure(let fault), _):
      add(ManifestException(line: number, source: nil, output: nil, .line, fault.message))
    }
  }
}
