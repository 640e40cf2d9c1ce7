import ImageModel

/// Turns one component's coefficients into samples, one row of blocks after the other, and passes them on
/// in strips.
///
/// Only one thread at a time may use an output.
final class ComponentOutput {
  typealias Body = (ComponentRows) throws(ImageError) -> Void

  private let index: Int
  private let isSecond: Bool
  private let layout: DecodeLayout.Component
  private let transform: InverseDCT
  private let strip: PlaneMemory<UInt8>
  private let capacity: Int
  private let rowBytes: Int
  /// The rows in the strip.
  private var filled = 0..<0

  /// `table` is the component's quantization table in the file's order. `capacity` is the most rows that the
  /// strip can hold. `isSecond` is true for the second form of the component. Throws `memory`.
  init(
    _ index: Int, _ layout: DecodeLayout.Component, table: [UInt16], capacity: Int = StripHeight.rows,
    isSecond: Bool = false
  ) throws(DecodeEnd) {
    (self.index, self.layout, self.capacity, self.isSecond) = (index, layout, capacity, isSecond)
    transform = InverseDCT(points: layout.points, table: table)
    rowBytes = Self.rowBytes(layout)
    strip = try PlaneMemory(rowBytes * capacity)
    begin(at: layout.rows.lowerBound)
  }

  /// The number of bytes in a row: the samples of whole groups of 8 blocks, and 8 more bytes. ``InverseDCT``
  /// writes some bytes after the samples.
  static func rowBytes(_ layout: DecodeLayout.Component) -> Int {
    layout.columns.count.divided(by: 8) * 8 * layout.points + 8
  }

  /// Moves on to row `row` of blocks. The strip must be empty.
  func begin(at row: Int) { filled = row * layout.points..<row * layout.points }

  /// Adds row `row` of `plane`; rows come in order. Blocks that only fill up an MCU may hold anything,
  /// since scans of this component alone leave them out (ITU-T T.81, A.2.2).
  func add(_ row: Int, of plane: CoefficientPlane, _ body: Body) throws(DecodeEnd) {
    guard filled.upperBound < layout.frame.rows * layout.points else { return }
    let columns = min(layout.columns.upperBound, layout.frame.columns) - layout.columns.lowerBound
    plane.clear(from: columns, row: row)
    if filled.count + layout.points > capacity { try flush(body) }
    let target = strip.base + filled.count * rowBytes
    if layout.renderedRows.contains(filled.upperBound / layout.points) {
      let rendered = layout.renderedColumns.clamped(to: layout.columns)
      let first = (rendered.lowerBound - layout.columns.lowerBound) / 8
      let end = min(rendered.upperBound - layout.columns.lowerBound, columns).divided(by: 8)
      let groups = min(first, end)..<end
      if layout.points == 1 {
        transform.runAverages(of: plane, groups: groups, row: row, to: target + groups.lowerBound * 8)
      } else {
        for group in groups {
          let (vectors, last) = plane.group(group, row: row)
          let place = target + group * 8 * layout.points
          transform.run(vectors, side: plane.size, last: last, to: place, rowBytes: rowBytes)
        }
      }
    }
    if !transform.isConsistent { throw .damaged(.range) }
    filled = filled.lowerBound..<filled.upperBound + layout.points
  }

  /// Passes on the part of the strip inside the region.
  func flush(_ body: Body) throws(DecodeEnd) {
    let wanted = filled.clamped(to: layout.region.y..<layout.region.bottom)
    for first in stride(from: wanted.lowerBound, to: wanted.upperBound, by: StripHeight.rows) {
      let rows = ComponentRows(
        component: index, isSecond: isSecond, firstRow: first,
        firstColumn: layout.columns.lowerBound * layout.points,
        count: min(StripHeight.rows, wanted.upperBound - first),
        samples: strip.base + (first - filled.lowerBound) * rowBytes, rowBytes: rowBytes)
      do throws(ImageError) { try body(rows) } catch { throw .failed(error) }
    }
    filled = filled.upperBound..<filled.upperBound
  }
}

extension MarkerReader {
  /// The outputs of a component's first form, and of its second form if there is one, with the component's current
  /// quantization table. A strip holds `rows` rows of blocks; nil for strips of the usual height.
  func outputs(
    of index: Int, _ layout: DecodeLayout, rows: Int? = nil
  ) throws(DecodeEnd) -> (first: ComponentOutput, second: ComponentOutput?) {
    let component = layout.components[index]
    guard let table = quantization[component.frame.table] else { throw .damaged(.segment) }
    let output = { (form: DecodeLayout.Component, isSecond: Bool) throws(DecodeEnd) in
      try ComponentOutput(
        index, form, table: table, capacity: rows.map { $0 * form.points } ?? StripHeight.rows,
        isSecond: isSecond)
    }
    guard index == 0, let second = layout.second else { return (try output(component, false), nil) }
    return (try output(component, false), try output(second, true))
  }
}
