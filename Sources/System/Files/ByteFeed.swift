import Glibc

/// The bytes of a file, in pieces.
package struct ByteFeed {
  /// Fills the buffer from its start and returns the number of bytes; 0 at the end of the file.
  private let fill: (UnsafeMutableRawBufferPointer) throws(FileFault) -> Int
  /// The size of the buffer, in bytes.
  private let room: Int

  /// The number of bytes that are requested at a time.
  package static let pieceBytes = 1 << 16

  /// A feed whose `fill` puts bytes at the start of a non-empty buffer.
  package init(_ fill: @escaping (UnsafeMutableRawBufferPointer) throws(FileFault) -> Int) {
    self.init(room: Self.pieceBytes, fill)
  }

  private init(room: Int, _ fill: @escaping (UnsafeMutableRawBufferPointer) throws(FileFault) -> Int) {
    self.fill = fill
    self.room = room
  }

  /// A feed of bytes in memory.
  package init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    // The room is at least the length of a byte order mark.
    self.init(room: min(Self.pieceBytes, max(4, bytes.count))) { buffer in
      let piece = rest.prefix(buffer.count)
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  /// The bytes of the open file `number`, from its current offset. The file must stay open meanwhile.
  package init(reading number: Int32) {
    self.init { buffer throws(FileFault) in
      do throws(SystemError) {
        return try SystemError.check { Glibc.read(number, buffer.baseAddress, buffer.count) }
      } catch { throw FileFault("can't be read: \(error.message)") }
    }
  }

  /// Calls `body` with all bytes in order in non-empty pieces, without a byte order mark at the start.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(FileFault) -> Void) throws(FileFault) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
    defer { buffer.deallocate() }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    // The first piece must hold a whole byte order mark, unless the file is shorter.
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

  /// Calls `body` with all bytes in order, without a byte order mark at the start. Each piece has
  /// ``pieceBytes`` bytes; only the last piece may be shorter. The sizes of the pieces that `fill` returns
  /// don't matter.
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
