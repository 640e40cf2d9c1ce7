/// The samples of a mask as pieces of its columns.
package struct MaskSpans: Hashable, Sendable {
  /// Neighbouring samples of one column.
  package struct Span: Hashable, Sendable {
    package let column: Int32
    /// The first row, and the row behind the last one.
    package let top, bottom: Int32
  }

  /// The size of the picture in samples.
  package let size: PixelSize
  /// The pieces by their columns from the left, then from the top. They don't overlap.
  package private(set) var list: [Span]

  /// The samples of runs whose lengths are `counts`. They go down each column, from the left column to the right one,
  /// and begin with a run outside of the object.
  init(size: PixelSize, counts: [Int]) {
    (self.size, list) = (size, [])
    var end = 0
    for (place, count) in counts.enumerated() {
      var start = end
      end = start + count
      while place % 2 == 1, start < end {
        let (column, top) = start.quotientAndRemainder(dividingBy: size.height)
        let bottom = min(size.height, top + end - start)
        list.append(Span(column: Int32(column), top: Int32(top), bottom: Int32(bottom)))
        start += bottom - top
      }
    }
  }

  private init(size: PixelSize, list: [Span]) { (self.size, self.list) = (size, list) }

  /// The lengths of the runs. Only the first one may be 0.
  var counts: [Int] {
    var counts: [Int] = []
    var end = 0
    for span in list {
      let start = Int(span.column) * size.height + Int(span.top)
      if start > end || counts.isEmpty { counts += [start - end, 0] }
      end = Int(span.column) * size.height + Int(span.bottom)
      counts[counts.count - 1] += Int(span.bottom - span.top)
    }
    return end < size.area ? counts + [size.area - end] : counts
  }

  /// The number of samples.
  var area: Int { list.reduce(0) { $0 + Int($1.bottom - $1.top) } }

  /// The number of samples in `window`.
  func area<S>(in window: PixelRect<S>) -> Int {
    list.reduce(0) { sum, span in
      guard (window.x..<max(window.x, window.right)).contains(Int(span.column)) else { return sum }
      return sum + max(0, min(Int(span.bottom), window.bottom) - max(Int(span.top), window.y))
    }
  }

  /// The smallest box that holds all samples; empty without samples.
  func bounds<S>() -> PixelRect<S> {
    guard let first = list.first, let last = list.last else {
      return PixelRect(x: 0, y: 0, width: 0, height: 0)
    }
    let rows = list.reduce((top: first.top, bottom: first.bottom)) {
      (min($0.top, $1.top), max($0.bottom, $1.bottom))
    }
    return PixelRect(
      left: Int(first.column), top: Int(rows.top), right: Int(last.column) + 1, bottom: Int(rows.bottom))
  }

  /// The number of runs of the object along rows.
  var rowRuns: Int {
    var edges = 0
    forEachEdge { edges += Int($1.upperBound - $1.lowerBound) }
    return edges / 2
  }

  /// The samples after rows and columns change places.
  var transposed: MaskSpans {
    // For each row the columns at which a run begins or ends.
    var edges = [[Int32]](repeating: [], count: size.height)
    forEachEdge { column, rows in
      for row in rows { edges[Int(row)].append(column) }
    }
    var turned = MaskSpans(size: size.transposed, list: [])
    for (row, columns) in edges.enumerated() {
      for place in stride(from: 1, to: columns.count, by: 2) {
        turned.list.append(Span(column: Int32(row), top: columns[place - 1], bottom: columns[place]))
      }
    }
    return turned
  }

  /// Calls `body` with each column that begins or ends runs along rows, and with the rows of these runs. Columns come
  /// in ascending order.
  private func forEachEdge(_ body: (_ column: Int32, _ rows: Range<Int32>) -> Void) {
    // The places in the column before at which its pieces begin and end.
    var before: (column: Int32, places: [Int32]) = (-1, [])
    /// Rows differ between two columns from a place in either one to the next place in either one.
    func step(_ column: Int32, _ places: [Int32]) {
      let sorted = (before.places + places).sorted()
      for place in stride(from: 1, to: sorted.count, by: 2) where sorted[place - 1] < sorted[place] {
        body(column, sorted[place - 1]..<sorted[place])
      }
      before = (column, places)
    }
    forEachColumn { column, spans in
      if column > before.column + 1 { step(before.column + 1, []) }
      step(column, spans.flatMap { [$0.top, $0.bottom] })
    }
    step(before.column + 1, [])
  }

  /// Calls `body` with each column that has samples.
  private func forEachColumn(_ body: (_ column: Int32, _ spans: ArraySlice<Span>) -> Void) {
    var rest = list[...]
    while let column = rest.first?.column {
      let own = rest.prefix { $0.column == column }
      body(column, own)
      rest = rest[own.endIndex...]
    }
  }

  /// The samples of the picture that `map` gives.
  func shown(by map: MaskMap) -> MaskSpans {
    var columns: [[Span]] = []
    forEachColumn { column, spans in
      let places = map.across.places(showing: column..<column + 1)
      let pieces = places.isEmpty ? [] : spans.map { map.down.places(showing: $0.top..<$0.bottom) }
      let inOrder = (map.down.isReversed ? pieces.reversed() : pieces).filter { !$0.isEmpty }
      columns.append(
        places.flatMap { place in
          inOrder.map { Span(column: place, top: $0.lowerBound, bottom: $0.upperBound) }
        })
    }
    let list = (map.across.isReversed ? columns.reversed() : columns).flatMap(\.self)
    let shown = MaskSpans(size: map.transposes ? map.size.transposed : map.size, list: list)
    return map.transposes ? shown.transposed : shown
  }
}
