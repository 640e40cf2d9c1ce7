/// What a scan header says (ITU-T T.81, B.2.3).
struct ScanHeader {
  struct Part {
    /// Which of the frame's components.
    let component: Int
    let dcTable: Int
    let acTable: Int
  }

  let parts: [Part]
  /// The coefficients, in zigzag order.
  let band: ClosedRange<Int>
  /// The bit before the first and the lowest one that it brings: successive approximation.
  let high: Int
  let low: Int

  /// Blocks of a unit of the scan across and down: one, where it has one component alone (ITU-T T.81, A.2.2).
  func unit(of component: Frame.Component) -> (horizontal: Int, vertical: Int) {
    parts.count == 1 ? (1, 1) : (component.horizontal, component.vertical)
  }
}
