/// Splits bytes that arrive in pieces into lines.
package struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// The start of the bytes that weren't returned yet.
  private var start = 0
  /// No line end lies before this index.
  private var searched = 0

  package init() {}

  /// The number of bytes that weren't returned yet.
  package var count: Int { bytes.count - start }

  /// True if a line is longer than 64 MiB.
  package var isTooLong: Bool { count > FixedLimits.Text.lineBytes }

  /// True if a whole line is there.
  package var hasLine: Bool { bytes[searched...].contains(UInt8(ascii: "\n")) }

  /// The next whole line, without the LF that ends it; nil if no whole line is there yet. A CR before the LF
  /// belongs to the line.
  package mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return bytes[start..<end]
  }

  /// The last line, if the input ends without an LF; nil if there is no such line.
  package mutating func rest() -> ArraySlice<UInt8>? {
    if start == bytes.count { return nil }
    defer { (start, searched) = (bytes.count, bytes.count) }
    return bytes[start...]
  }

  /// Adds a piece, and drops returned bytes.
  package mutating func append(_ piece: some Collection<UInt8>) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes += piece
  }
}
