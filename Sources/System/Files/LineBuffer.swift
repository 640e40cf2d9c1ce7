/// Bytes that come in pieces and go out as lines.
package struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// What isn't given out: `bytes` from here on.
  private var start = 0
  /// Up to here there is no end of a line.
  private var searched = 0

  private static let longest = 64 << 20

  package init() {}

  /// Bytes that aren't given out.
  package var count: Int { bytes.count - start }

  /// True where a line is longer than 64 MiB.
  package var isTooLong: Bool { count > Self.longest }

  /// True where a whole line is there.
  package var hasLine: Bool { bytes[searched...].contains(UInt8(ascii: "\n")) }

  /// The next line that is whole, without its end, which is LF alone; nil where there is none yet.
  package mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return bytes[start..<end]
  }

  /// What is left of a last line that just stops; nil where nothing is.
  package mutating func rest() -> ArraySlice<UInt8>? {
    if start == bytes.count { return nil }
    defer { (start, searched) = (bytes.count, bytes.count) }
    return bytes[start...]
  }

  /// Takes in a piece; what was given out is let go.
  package mutating func append(_ piece: some Collection<UInt8>) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes += piece
  }
}
