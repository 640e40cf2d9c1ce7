/// The position in a scan: the next unit and the restart interval (ITU-T T.81, B.2.1 and E.2.4).
///
/// Units are MCUs. In a scan of one component they are single blocks (A.2.2).
struct IntervalCursor {
  private let window: EntropyWindow
  /// Units per interval; 0 if the scan is one interval.
  private let length: Int
  var reader: BitReader
  /// The next unit, counted from the scan's first. The caller must not move it past a restart marker.
  var unit: Int
  /// The unit at which the window's data begins.
  private let first: Int
  /// The unit after the next restart marker.
  private var nextRestart: Int
  /// The last three bits of the next restart marker.
  private var number: UInt8

  /// A cursor at unit `first` of the scan. That unit must begin an interval.
  init(_ window: EntropyWindow, interval: Int, from first: Int = 0) {
    (self.window, length) = (window, interval)
    (self.first, unit) = (first, first)
    nextRestart = interval > 0 ? first + interval : .max
    number = interval > 0 ? UInt8(first / interval & 7) : 0
    reader = window.begin()
  }

  /// The `count` of units to decode next: up to `target`, or up to the next restart if that comes first.
  /// `isFresh` is true if the decoder must reset its state. With `mayJump`, intervals that end at or before
  /// `target` are skipped without decoding; `count` may then be 0.
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

  /// Ends the interval if the current unit is the first of the next interval.
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

  /// Ends the scan and returns the next marker, 0 for the end of the file. `isComplete` is true if all
  /// units were decoded; otherwise the rest is skipped.
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
