/// Splits bytes that arrive in pieces into lines.
enum JournalLines {
  /// Bytes that are read at a time.
  static let piece = 1 << 18

  /// Calls `body` with each line in `range` and the line's offset, until `body` returns false. Lines come
  /// without their newline.
  ///
  /// Bytes without a newline are no line. A line that is too long ends the loop. Memory: one piece, or twice
  /// the longest line. `read` returns up to the given number of bytes from an offset, and none at the end.
  static func forEach<Failure: Error>(
    in range: Range<Int>, piece: Int = piece, read: (Int, Int) throws(Failure) -> [UInt8],
    _ body: (ArraySlice<UInt8>, Int) throws(Failure) -> Bool
  ) throws(Failure) {
    var held: [UInt8] = []
    var start = range.lowerBound
    while held.count < JournalText.limit {
      let next = start + held.count
      let fresh = try read(min(max(piece, held.count), range.upperBound - next), next)
      if fresh.isEmpty { return }
      held.append(contentsOf: fresh)
      var first = 0
      while let newline = held[first...].place(of: JournalText.newline) {
        guard try body(held[first..<newline], start + first) else { return }
        first = newline + 1
      }
      held.removeFirst(first)
      start += first
    }
  }

  /// True if a second line begins in `range`, or if `range` is longer than a line may be.
  static func goOn<Failure: Error>(
    in range: Range<Int>, read: (Int, Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Bool {
    if range.count >= JournalText.limit { return true }
    if range.isEmpty { return false }
    var found = false
    try forEach(in: range.lowerBound..<range.upperBound - 1, read: read) { _, _ throws(Failure) in
      found = true
      return false
    }
    return found
  }
}
