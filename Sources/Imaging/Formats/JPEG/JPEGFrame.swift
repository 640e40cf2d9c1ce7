import ImageModel

extension JPEGHeaderReader {
  /// The largest number of components in one scan (ITU-T T.81, B.2.3).
  private static let mostInScan = 4

  /// Reads a frame header (ITU-T T.81, B.2.2).
  mutating func startOfFrame(_ marker: UInt8) throws(ImageError) {
    let length = try input.next16()
    let precision = Int(try input.next())
    let height = try input.next16()
    let width = try input.next16()
    let count = Int(try input.next())
    guard header.components.isEmpty else { throw .badHeader("it has two frame headers") }
    guard width > 0, height > 0 else { throw ImageError(.zeroSize, "its size is \(width)x\(height)") }
    guard count > 0 else { throw ImageError(.componentCount, "JPEG with 0 components is not supported") }
    guard length == 8 + 3 * count else { throw .badHeader("its frame header has a wrong length") }
    header.storedSize = PixelSize(width: width, height: height)
    header.precision = precision
    header.process = Self.process(marker)
    header.isArithmetic = marker >= 0xC9
    header.components = try components(count)
  }

  private mutating func components(_ count: Int) throws(ImageError) -> [JPEGHeader.Component] {
    var components: [JPEGHeader.Component] = []
    for _ in 0..<count {
      let id = try input.next()
      let sampling = Int(try input.next())
      input.skip(1)
      components.append(JPEGHeader.Component(id: id, horizontal: sampling >> 4, vertical: sampling & 15))
    }
    return components
  }

  private static func process(_ marker: UInt8) -> JPEGHeader.Process {
    switch marker {
    case 0xC0: .baseline
    case 0xC1, 0xC9: .extended
    case 0xC2, 0xCA: .progressive
    case 0xC3, 0xCB: .lossless
    default: .hierarchical
    }
  }

  /// Reads the first scan header (ITU-T T.81, B.2.3). Returns the JPEG's header, which ends there.
  mutating func scan() throws(ImageError) -> JPEGHeader {
    guard !header.components.isEmpty else {
      throw .badHeader("its picture begins without a frame header")
    }
    let length = try input.next16()
    let count = Int(try input.next())
    guard (1...Self.mostInScan).contains(count), length == 6 + 2 * count else {
      throw .badHeader("its scan header has a wrong length")
    }
    try scanComponents(count)
    for component in header.components
    where !(1...4).contains(component.horizontal) || !(1...4).contains(component.vertical) {
      throw .badHeader("its sampling factors \(component.horizontal)x\(component.vertical) are not in 1...4")
    }
    // Three more bytes end the scan header (ITU-T T.81, B.2.3).
    header.scanOffset = input.position + 3
    header.isMultiScan = count < header.components.count || header.process == .progressive
    return header
  }

  /// Finds each of a scan's components in the frame. If identifiers repeat, the search follows libjpeg: for
  /// the scan's component `n`, it skips the frame's first `n` components. Both count from 0.
  private mutating func scanComponents(_ count: Int) throws(ImageError) {
    var found: [Int] = []
    for _ in 0..<count {
      let id = try input.next()
      input.skip(1)
      let place = header.components.prefix(Self.mostInScan).indices.first {
        header.components[$0].id == id && $0 >= found.count
      }
      guard let place, !found.contains(place) else {
        throw .badHeader("its scan header names a component \(id) that it can't have")
      }
      found.append(place)
    }
  }
}
