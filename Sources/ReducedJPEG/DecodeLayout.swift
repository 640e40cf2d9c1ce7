import ImageModel

/// The part of a frame to decode: whole MCUs that cover each component's region.
struct DecodeLayout {
  struct Component {
    let frame: Frame.Component
    let points: Int
    let region: PixelRect<Decoded>
    /// The kept blocks, in whole MCUs. If the picture ends within an MCU, some of the blocks may not exist.
    var columns = 0..<0
    var rows = 0..<0

    /// True if a progressive decode needs this component's scans of AC coefficients. With `looksAtAll`, the
    /// decode covers all blocks.
    func takesAC(looksAtAll: Bool) -> Bool { points > 1 || looksAtAll }
  }

  let frame: Frame
  private(set) var components: [Component]

  /// Nil if the request doesn't fit the frame.
  init?(_ frame: Frame, _ request: ReducedRequest) {
    guard frame.width == request.storedSize.width, frame.height == request.storedSize.height,
      frame.components.count == request.components.count
    else { return nil }
    var columns = Int.max..<Int.max
    var rows = columns
    components = []
    for (component, wanted) in zip(frame.components, request.components) {
      let (points, region) = (wanted.points, wanted.region)
      guard (1...8).contains(points), !region.isEmpty, region.x >= 0, region.y >= 0,
        region.right <= component.columns * points, region.bottom <= component.rows * points
      else { return nil }
      columns = columns.spanning(
        (region.x..<region.right).outward(to: points * component.horizontal))
      rows = rows.spanning((region.y..<region.bottom).outward(to: points * component.vertical))
      components.append(Component(frame: component, points: points, region: region))
    }
    self.frame = frame
    for index in components.indices {
      let part = components[index].frame
      components[index].columns = columns.scaled(by: part.horizontal)
      components[index].rows = rows.scaled(by: part.vertical)
    }
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
      return sum + blocks * CoefficientPlane.blockBytes(size: part.points, hasRest: takesAC)
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

extension Range<Int> {
  /// The numbers of the units that this range overlaps. Each unit has `length` elements.
  fileprivate func outward(to length: Int) -> Range {
    lowerBound / length..<upperBound.divided(by: length)
  }

  fileprivate func scaled(by factor: Int) -> Range { lowerBound * factor..<upperBound * factor }

  /// The range that covers this range and `other`; just `other` if this range is empty.
  fileprivate func spanning(_ other: Range) -> Range {
    isEmpty
      ? other : Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
