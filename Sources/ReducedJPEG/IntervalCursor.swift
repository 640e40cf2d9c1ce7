/// Where a decode is in a scan: which unit comes next, and in which restart interval (ITU-T T.81, B.2.1 and E.2.4).
///
/// Units are MCUs, which in a scan of one component are single blocks (A.2.2).
struct IntervalCursor {
  private let window: EntropyWindow
  /// Units of an interval; 0 for one alone.
  private let length: Int
  var reader: BitReader
  /// Counted from the scan's first one on; it must not pass a restart.
  var unit: Int
  /// The unit that the window's data begins with.
  private let first: Int
  /// The unit before which the next restart marker stands.
  private var nextRestart: Int
  /// The last three bits of that marker.
  private var number: UInt8

  /// At unit `first` of the scan, with which an interval begins.
  init(_ window: EntropyWindow, interval: Int, from first: Int = 0) {
    (self.window, length) = (window, interval)
    (self.first, unit) = (first, first)
    nextRestart = interval > 0 ? first + interval : .max
    number = interval > 0 ? UInt8(first / interval & 7) : 0
    reader = window.begin()
  }

  /// Where the next units before `target` are to be decoded: how many come before the next restart, and whether the
  /// decoder's state is to begin anew with them. `mayJump` allows to leave units out where an interval ends before `target`:
  /// none may come then.
  mutating func next(before target: Int, mayJump: Bool) throws(DecodeEnd) -> (count: Int, isFresh: Bool) {
    var isFresh = unit == first
    if unit == nextRestart {
      try endInterval()
      isFresh = true
    }
    while mayJump && nextRestart <= target {
      unit = nextRestart
      try restart(behind: window.skipRest())
      isFresh = true
    }
    return (min(target, nextRestart) - unit, isFresh)
  }

  /// Ends the interval before the next one's first unit, which is the current one.
  mutating func endInterval() throws(DecodeEnd) {
    if unit == nextRestart { try restart(behind: window.end(reader)) }
  }

  private mutating func restart(behind marker: UInt8) throws(DecodeEnd) {
    if marker == 0 { throw .damaged(.endsEarly) }
    guard marker == 0xD0 + number else { throw .damaged(.restart) }
    number = (number + 1) & 7
    nextRestart += length
    reader = window.begin()
  }

  /// Ends the scan and gives the marker that follows it, 0 for the end of the file. `isComplete` says that all units were
  /// decoded; else the rest is passed over.
  mutating func end(isComplete: Bool) throws(DecodeEnd) -> UInt8 {
    if isComplete { return try window.end(reader) }
    try window.check(reader)
    var marker = try window.skipRest()
    while (0xD0...0xD7).contains(marker) {
      _ = window.begin()
      marker = try window.skipRest()
    }
    return marker
  }
}
