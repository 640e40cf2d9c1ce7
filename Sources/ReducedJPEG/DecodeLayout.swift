import ImageModel

/// The part of a frame to decode: whole MCUs that cover each component's region.
struct DecodeLayout {
  struct Component {
    let frame: Frame.Component
    let points: Int
    let region: PixelRect<Decoded>
    /// The lowest frequencies that are kept of a block, in each direction. They serve all forms of the component.
    var side: Int
    /// The kept blocks, in whole MCUs. If the picture ends within an MCU, some of the blocks may not exist.
    var columns = 0..<0
    var rows = 0..<0
    /// Those of ``columns`` and ``rows`` from which samples are made.
    var renderedColumns = 0..<0
    var renderedRows = 0..<0

    fileprivate init(_ frame: Frame.Component, _ wanted: ReducedRequest.Component) {
      (self.frame, points, region) = (frame, wanted.points, wanted.region)
      side = points
    }

    fileprivate var isPossible: Bool {
      (1...8).contains(points) && !region.isEmpty && region.x >= 0 && region.y >= 0
        && region.right <= frame.columns * points && region.bottom <= frame.rows * points
    }

    /// The columns and rows of MCUs that cover the region.
    fileprivate var units: Area {
      (
        (region.x..<region.right).outward(to: points * frame.horizontal),
        (region.y..<region.bottom).outward(to: points * frame.vertical)
      )
    }

    /// True if a progressive decode needs this component's scans of AC coefficients. With `looksAtAll`, the
    /// decode covers all blocks.
    func takesAC(looksAtAll: Bool) -> Bool { side > 1 || looksAtAll }
  }

  let frame: Frame
  private(set) var components: [Component]
  /// The second form of the first component.
  private(set) var second: Component?

  /// Nil if the request doesn't fit the frame.
  init?(_ frame: Frame, _ request: ReducedRequest) {
    let count = request.takesFirstAlone ? 1 : frame.components.count
    guard frame.width == request.storedSize.width, frame.height == request.storedSize.height,
      request.components.count == count
    else { return nil }
    self.frame = frame
    components = zip(frame.components, request.components).map { Component($0, $1) }
    // A scan may hold all components. The others are decoded at the cheapest scale.
    components += frame.components[count...].map { Component($0, .wholeAtOnePoint($0)) }
    second = request.second.map { Component(frame.components[0], $0) }
    guard components.allSatisfy(\.isPossible), second?.isPossible != false else { return nil }
    let rendered = Self.units(of: components)
    let kept = Self.units(of: components + [second].compactMap(\.self))
    for index in components.indices { components[index].keep(kept, rendering: rendered) }
    second?.keep(kept, rendering: kept)
    components[0].side = max(components[0].points, second?.points ?? 0)
    second?.side = components[0].side
  }

  /// Columns and rows of MCUs, or of blocks.
  typealias Area = (columns: Range<Int>, rows: Range<Int>)

  /// The MCUs that cover the regions of all `components`.
  private static func units(of components: [Component]) -> Area {
    (components.map(\.units.columns).spanned, components.map(\.units.rows).spanned)
  }
}

extension DecodeLayout.Component {
  /// Keeps MCUs, and makes samples from some of them.
  fileprivate mutating func keep(_ kept: DecodeLayout.Area, rendering rendered: DecodeLayout.Area) {
    columns = kept.columns.scaled(by: frame.horizontal)
    rows = kept.rows.scaled(by: frame.vertical)
    renderedColumns = rendered.columns.scaled(by: frame.horizontal)
    renderedRows = rendered.rows.scaled(by: frame.vertical)
  }
}

extension ReducedRequest.Component {
  fileprivate static func wholeAtOnePoint(_ component: Frame.Component) -> Self {
    Self(points: 1, region: PixelRect(x: 0, y: 0, width: component.columns, height: component.rows))
  }
}

extension DecodeLayout {
  /// Bytes that a progressive decode holds: the region's kept coefficients, and a bit for each coefficient
  /// of each decoded block. With `looksAtAll`, all blocks are decoded.
  func heldBytes(looksAtAll: Bool) -> Int {
    components.reduce(0) { sum, part in
      let blocks = part.columns.count * part.rows.count
      let takesAC = part.takesAC(looksAtAll: looksAtAll)
      let rows = looksAtAll ? part.frame.rows : takesAC ? part.rows.upperBound : 0
      return sum + blocks * CoefficientPlane.blockBytes(size: part.side, hasRest: takesAC)
        + part.frame.columns * rows * 8
    }
  }

  /// The units of a scan. `scan` holds the indices of the scan's components.
  func units(of scan: [Int]) -> ScanUnits {
    let component = components[scan[0]]
    let part = component.frame
    if scan.count == 1 {
      return ScanUnits(
        across: part.columns, down: part.rows, columns: component.columns.clamped(to: 0..<part.columns),
        rows: component.rows.clamped(to: 0..<part.rows))
    }
    return ScanUnits(
      across: frame.mcuColumns, down: frame.mcuRows,
      columns: component.columns.lowerBound / part.horizontal..<component.columns.upperBound
        / part.horizontal,
      rows: component.rows.lowerBound / part.vertical..<component.rows.upperBound / part.vertical)
  }
}

extension DecodeLayout {
  /// The units of a scan from which the first forms of its components are made; the other kept units serve the second
  /// form alone. Nil if there is no second form.
  func renderedUnits(of scan: [Int]) -> Area? {
    if second == nil { return nil }
    let component = components[scan[0]]
    let (columns, rows) = (component.renderedColumns, component.renderedRows)
    if scan.count == 1 { return (columns, rows) }
    let part = component.frame
    return (
      columns.lowerBound / part.horizontal..<columns.upperBound / part.horizontal,
      rows.lowerBound / part.vertical..<rows.upperBound / part.vertical
    )
  }

  /// The side of the square of low frequencies that the second form needs of a component; 1 if it needs none.
  func lowestSide(of component: Int) -> Int { component == 0 ? second?.points ?? 1 : 1 }
}

extension Range<Int> {
  /// The numbers of the units that this range overlaps. Each unit has `length` elements.
  fileprivate func outward(to length: Int) -> Range {
    lowerBound / length..<upperBound.divided(by: length)
  }

  fileprivate func scaled(by factor: Int) -> Range { lowerBound * factor..<upperBound * factor }

}

extension [Range<Int>] {
  /// The range that covers all of these ranges.
  fileprivate var spanned: Range<Int> {
    let start = map(\.lowerBound).min() ?? 0
    return start..<Swift.max(map(\.upperBound).max() ?? 0, start)
  }
}
