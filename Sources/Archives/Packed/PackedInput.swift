import System

/// The bytes of a compressed file, read in pieces from a place that moves on.
struct PackedInput {
  private static let step = 256 << 10

  private let file: any PackedFile
  private var piece: [UInt8] = []
  /// The number of bytes of the piece that lie before the place.
  private var taken = 0
  /// The offset of the piece in the file.
  private var base: UInt64 = 0
  /// The offset of the first byte that doesn't belong to the compressed data.
  private var end = UInt64.max

  init(_ file: any PackedFile) { self.file = file }

  /// The place, in bytes from the start of the file.
  var offset: UInt64 { base + UInt64(taken) }

  /// Goes to an offset. The bytes from `end` on don't belong to the data.
  mutating func seek(to offset: UInt64, before end: UInt64 = .max) {
    (piece, taken, base, self.end) = ([], 0, offset, end)
  }

  /// The number of bytes of the file.
  func size() throws(SystemError) -> UInt64 { UInt64(clamping: try file.size()) }

  /// The bytes in `range`, wherever the place is; fewer at the end of the file.
  func read(_ range: Range<UInt64>) throws(SystemError) -> [UInt8] {
    try file.read(range.count, at: Int(clamping: range.lowerBound))
  }

  /// The bytes from the place on: `count` or more, fewer only at the end of the file. `count` is less than 256 KiB.
  mutating func peek(_ count: Int) throws(SystemError) -> ArraySlice<UInt8> {
    if piece.count - taken < count {
      let rest = piece[taken...]
      let next = offset + UInt64(rest.count)
      let step = Int(min(UInt64(Self.step), end - min(end, next)))
      let more = try file.read(step, at: Int(clamping: next))
      (piece, taken, base) = (rest + more, 0, offset)
    }
    return piece[taken...]
  }

  /// Moves on by bytes that were seen.
  mutating func skip(_ count: Int) { taken += count }

  /// Gives the next bytes to `use`, at most `most` of them, and moves on by the number that it takes. It gets none only
  /// at the end of the file.
  mutating func feed<Value>(
    most: Int = .max, _ use: (UnsafeBufferPointer<UInt8>) -> (taken: Int, value: Value)
  ) throws(SystemError) -> Value {
    let (count, value) = try peek(1).prefix(most).withUnsafeBufferPointer(use)
    taken += count
    return value
  }
}
