import CTestJPEG

extension TestJPEG {
  /// One scan: what T.81 B.2.3 calls Ss, Se, Ah and Al of some components.
  package struct Scan: Hashable, Sendable {
    /// Indices into the frame's, ascending.
    package var components: [Int]
    /// Places in the zigzag order.
    package var band: ClosedRange<Int>
    /// The bits that earlier scans left, and those that this one leaves; 0 in what is first or last.
    package var high: Int
    package var low: Int

    package init(_ components: [Int], _ band: ClosedRange<Int> = 0...63, high: Int = 0, low: Int = 0) {
      self.components = components
      self.band = band
      self.high = high
      self.low = low
    }

    var entry: ctest_scan {
      var entry = ctest_scan()
      entry.count = Int32(components.count)
      let places = (0..<4).map { components.indices.contains($0) ? Int32(components[$0]) : 0 }
      entry.components = (places[0], places[1], places[2], places[3])
      (entry.first, entry.last) = (Int32(band.lowerBound), Int32(band.upperBound))
      (entry.high, entry.low) = (Int32(high), Int32(low))
      return entry
    }
  }
}

extension TestJPEG.Process {
  /// The scans of so many components; none where libjpeg has its own.
  func scans(_ components: Int) -> [TestJPEG.Scan] {
    switch self {
    case .baseline, .progressive: []
    case .planar: (0..<components).map { TestJPEG.Scan([$0]) }
    case .scans(let count): Self.many(count)
    case .script(let scans): scans
    }
  }

  /// The DC, then each AC coefficient by itself, all but its lowest bit; the lowest bits come in scans of their own
  /// as long as there are scans left. What doesn't fit into `count` scans stays out of the file.
  private static func many(_ count: Int) -> [TestJPEG.Scan] {
    let first = (1...63).map { TestJPEG.Scan([0], $0...$0, low: 1) }
    let last = (1...63).map { TestJPEG.Scan([0], $0...$0, high: 1) }
    return Array(([TestJPEG.Scan([0], 0...0)] + first + last).prefix(count))
  }
}

extension TestJPEG.Scan: CustomStringConvertible {
  package var description: String {
    let names = components.map { String($0) }.joined(separator: ",")
    return "\(names):\(band.lowerBound)-\(band.upperBound),\(high),\(low)"
  }
}
