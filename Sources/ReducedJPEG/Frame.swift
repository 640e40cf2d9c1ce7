/// A frame header (ITU-T T.81, B.2.2).
struct Frame {
  /// The supported coding processes (ITU-T T.81, table B.1).
  enum Process { case sequential, progressive }

  struct Component {
    let id: UInt8
    /// Sampling factors, 1...4 (ITU-T T.81, A.1.1).
    let horizontal: Int
    let vertical: Int
    /// The index of the component's quantization table.
    let table: Int
    /// The numbers of the component's own blocks across and down. Blocks that only fill up MCUs aren't
    /// counted (ITU-T T.81, A.2.2 and A.2.4).
    var columns = 0
    var rows = 0
  }

  let process: Process
  let width: Int
  let height: Int
  private(set) var components: [Component]
  /// The numbers of MCUs across and down in a scan of all components (ITU-T T.81, A.2.3).
  let mcuColumns: Int
  let mcuRows: Int

  /// Nil if sides or sampling factors are invalid.
  init?(_ process: Process, width: Int, height: Int, _ components: [Component]) {
    guard width > 0, height > 0, !components.isEmpty,
      components.allSatisfy({ (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) })
    else { return nil }
    let horizontal = components.map(\.horizontal).max() ?? 1
    let vertical = components.map(\.vertical).max() ?? 1
    (self.process, self.width, self.height, self.components) = (process, width, height, components)
    mcuColumns = width.divided(by: 8 * horizontal)
    mcuRows = height.divided(by: 8 * vertical)
    for index in components.indices {
      let component = components[index]
      self.components[index].columns = (width * component.horizontal).divided(by: 8 * horizontal)
      self.components[index].rows = (height * component.vertical).divided(by: 8 * vertical)
    }
  }
}

extension Int {
  /// The quotient, rounded up.
  func divided(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
