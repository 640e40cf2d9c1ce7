/// A scan header (ITU-T T.81, B.2.3).
struct ScanHeader {
  struct Part {
    /// The component's index in the frame.
    let component: Int
    let dcTable: Int
    let acTable: Int
  }

  let parts: [Part]
  /// The range of coefficients in zigzag order.
  let band: ClosedRange<Int>
  /// Successive approximation: `high` is the lowest bit that earlier scans have coded, 0 if there are none.
  /// `low` is the lowest bit that this scan codes.
  let high: Int
  let low: Int

  /// The number of a component's blocks in a unit of the scan, horizontally and vertically. It is 1 x 1 if
  /// the scan has one component (ITU-T T.81, A.2.2).
  func unit(of component: Frame.Component) -> (horizontal: Int, vertical: Int) {
    parts.count == 1 ? (1, 1) : (component.horizontal, component.vertical)
  }
}
