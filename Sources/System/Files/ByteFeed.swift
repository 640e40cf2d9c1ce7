import Glibc

/// The bytes of a file, piece by piece.
package struct ByteFeed {
  /// Fills a part of the buffer from its front and returns how much of it; 0 at the end of the file.
  private let fill: (UnsafeMutableRawBufferPointer) throws(FileFault) -> Int
  /// Bytes of the buffer.
  private let room: Int

  /// What is asked for at once, in bytes.
  package static let pieceBytes = 1 << 16

  /// Bytes that `fill` puts at the front of a buffer that isn't empty.
  package init(_ fill: @escaping (UnsafeMutableRawBufferPointer) throws(FileFault) -> Int) {
    self.init(room: Self.pieceBytes, fill)
  }

  private init(room: Int, _ fill: @escaping (UnsafeMutableRawBufferPointer) throws(FileFault) -> Int) {
    self.fill = fill
    self.room = room
  }

  /// The bytes of `bytes`.
  package init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    // At least a byte order mark, as below.
    self.init(room: min(Self.pieceBytes, max(4, bytes.count))) { buffer in
      let piece = rest.prefix(buffer.count)
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  /// The bytes of the open file `number` from its offset on; it must stay open meanwhile.
  package init(reading number: Int32) {
    self.init { buffer throws(FileFault) in
      do throws(SystemError) {
        return try SystemError.check { Glibc.read(number, buffer.baseAddress, buffer.count) }
      } catch { throw FileFault("can't be read: \(error.message)") }
    }
  }

  /// Calls `body` with all bytes in order but for a byte order mark at the front, none of the pieces empty.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(FileFault) -> Void) throws(FileFault) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
    defer { buffer.deallocate() }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    // The first piece is as long as the mark or more, where the file is.
    var end = 0
    while end < mark.count {
      let count = try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
      if count == 0 { break }
      end += count
    }
    let start = buffer[..<end].starts(with: mark) ? mark.count : 0
    if start < end { try body(UnsafeRawBufferPointer(rebasing: buffer[start..<end])) }
    while end > 0 {
      end = try fill(buffer)
      if end > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<end])) }
    }
  }

  /// Calls `body` with the same bytes in pieces of ``pieceBytes``, the last one shorter, however the feed comes.
  package func forEachFullPiece(_ body: (UnsafeRawBufferPointer) throws(FileFault) -> Void) throws(FileFault)
  {
    var rest: [UInt8] = []
    func take(_ count: Int) throws(FileFault) {
      let result = rest.withUnsafeBytes { bytes in
        Result { () throws(FileFault) in try body(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
      }
      try result.get()
      rest.removeFirst(count)
    }
    try forEachPiece { piece throws(FileFault) in
      rest += piece
      while rest.count >= Self.pieceBytes { try take(Self.pieceBytes) }
    }
    if !rest.isEmpty { try take(rest.count) }
  }
}
