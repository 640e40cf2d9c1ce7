import ImageModel

/// What of a frame is decoded: whole MCUs, of which each component's region is a part.
struct DecodeLayout {
  struct Component {
    let frame: Frame.Component
    let points: Int
    let region: PixelRect<Decoded>
    /// The blocks that are kept, whole MCUs of them; where the picture ends within an MCU some may not exist.
    var columns = 0..<0
    var rows = 0..<0

    /// Whether a progressive decode has use for scans of AC coefficients.
    func takesAC(looksAtAll: Bool) -> Bool { points > 1 || looksAtAll }
  }

  let frame: Frame
  private(set) var components: [Component]

  /// Nil where the request isn't one for this frame.
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
  /// What a progressive decode holds: the coefficients that are kept of the region, and for each block that is decoded
  /// which are refined. With `looksAtAll` that is all of them.
  func heldBytes(looksAtAll: Bool) -> Int {
    components.reduce(0) { sum, part in
      let blocks = part.columns.count * part.rows.count
      let takesAC = part.takesAC(looksAtAll: looksAtAll)
      let rows = looksAtAll ? part.frame.rows : takesAC ? part.rows.upperBound : 0
      return sum + blocks * CoefficientPlane.blockBytes(size: part.points, hasRest: takesAC)
        + part.frame.columns * rows * 8
    }
  }

  /// The units of a scan of some of the frame's components.
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
  /// The units of `length` that this touches.
  fileprivate func outward(to length: Int) -> Range {
    lowerBound / length..<upperBound.divided(by: length)
  }

  fileprivate func scaled(by factor: Int) -> Range { lowerBound * factor..<upperBound * factor }

  /// From where the first of both begins to where the last one ends; of nothing, `other`.
  fileprivate func spanning(_ other: Range) -> Range {
    isEmpty
      ? other : Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
