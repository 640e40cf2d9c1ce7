import Glibc

/// Lines that arrive over an open file, pipe or socket.
package struct LineInput: ~Copyable {
  private let number: Int32
  private let stop: StopRequest
  private var buffer = LineBuffer()
  private var isAtEnd = false

  private static let piece = 1 << 16
  /// Milliseconds between two checks for a stop.
  private static let patience: Int32 = 100

  /// Prepares to read lines from the open descriptor `number`, until `stop` is requested.
  package init(_ number: Int32, unless stop: StopRequest) {
    self.number = number
    self.stop = stop
  }

  /// True if a line, or the end, is available without waiting.
  package var isReady: Bool { isAtEnd || buffer.hasLine || hasBytes(within: 0) }

  /// The next line without its end; nil after the last line, and after a stop request. Throws `EFBIG` if a
  /// line is too long.
  package mutating func next() throws(SystemError) -> ArraySlice<UInt8>? {
    while stop.reason == nil {
      if let line = buffer.next() { return line }
      if isAtEnd { return buffer.rest() }
      if hasBytes(within: Self.patience) { try fill() }
      if buffer.isTooLong { throw SystemError(EFBIG) }
    }
    return nil
  }

  private mutating func fill() throws(SystemError) {
    var piece = [UInt8](repeating: 0, count: Self.piece)
    let count = Glibc.read(number, &piece, piece.count)
    if count < 0 && errno != EINTR && errno != EAGAIN { throw .last }
    if count > 0 { buffer.append(piece[..<count]) }
    isAtEnd = count == 0
  }

  private func hasBytes(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}
