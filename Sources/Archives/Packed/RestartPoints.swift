import System

/// The places of a compressed file from which a decoder can go on, in ascending order.
struct RestartPoints: Equatable {
  struct Point: Equatable {
    /// The offset in the compressed file.
    var packed: UInt64
    /// The offset in the unpacked data.
    var unpacked: UInt64
    /// The state with which the decoder goes on.
    var state: [UInt8]

    var memory: Int { MemoryLayout<Self>.size + state.count }
  }

  private(set) var list: [Point] = []
  /// The least number of unpacked bytes from one point to the next.
  private(set) var distance: UInt64
  private let most: Int
  private var memory = 0

  /// Points that take at most `most` bytes of memory.
  init(distance: UInt64, most: Int = FixedLimits.Archive.pointBytes) {
    (self.distance, self.most) = (max(1, distance), most)
  }

  /// Points in ascending order.
  init(_ list: [Point], distance: UInt64) {
    self.init(distance: distance)
    self.list = list
    memory = list.reduce(0) { $0 + $1.memory }
  }

  /// True if a point at this place of the unpacked data is far enough behind the last one.
  func hasRoom(at unpacked: UInt64) -> Bool {
    let last = list.last?.unpacked ?? 0
    return unpacked >= last && unpacked - last >= distance
  }

  /// Adds a point for which there is room. If all take too much memory, every second one goes.
  mutating func append(_ point: Point) {
    list.append(point)
    memory += point.memory
    while memory > most, !list.isEmpty {
      list = list.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      memory = list.reduce(0) { $0 + $1.memory }
      distance = distance.multipliedReportingOverflow(by: 2).partialValue
    }
  }

  /// The last point at this place of the unpacked data, or before it; nil if there is none.
  func last(to unpacked: UInt64) -> Point? {
    let place = list.indices.firstPlace { list[$0].unpacked > unpacked }
    return place > 0 ? list[place - 1] : nil
  }
}
