import Glibc
import ImageModel
import Synchronization

/// The known pieces of a file that comes by ranges, such as an object on a server.
///
/// A reader that needs an unknown byte fails, and ``wanted`` names the bytes. The caller fetches these bytes,
/// adds them, and lets the reader begin again: a reader of headers takes microseconds and keeps nothing. A
/// reader may turn the failure into a warning, so only a reading that leaves `wanted` nil counts.
package final class RangedBytes: Sendable {
  fileprivate struct Piece {
    var start: Int
    var bytes: [UInt8]
    var end: Int { start + bytes.count }
  }

  fileprivate struct Known {
    /// Sorted by `start`. No two pieces touch.
    var pieces: [Piece] = []
    var wanted: Range<Int>?
  }

  /// The file's size in bytes.
  package let size: Int
  private let known = Mutex(Known())

  package init(size: Int) { self.size = size }

  /// The first unknown bytes that a reader needed since bytes were last added; nil if none were unknown.
  package var wanted: Range<Int>? { known.withLock { $0.wanted } }

  /// The number of known bytes.
  package var count: Int { known.withLock { $0.pieces.reduce(0) { $0 + $1.bytes.count } } }

  /// All bytes of the file; nil if some are unknown, or if it has none.
  package var whole: [UInt8]? {
    known.withLock { known in
      guard let first = known.pieces.first, first.bytes.count == size else { return nil }
      return first.bytes
    }
  }

  /// True if all bytes of `range` are known, as far as the file has them.
  func isKnown(_ range: Range<Int>) -> Bool {
    let range = range.clamped(to: 0..<size)
    if range.isEmpty { return true }
    return known.withLock { known in
      known.pieces.contains { $0.start <= range.lowerBound && range.upperBound <= $0.end }
    }
  }

  /// Adds the bytes of the file from `offset` on. Bytes behind the file's end are dropped; known bytes stay as
  /// they are.
  package func add(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, offset <= size else { return }
    let new = Piece(
      start: offset, bytes: bytes.count > size - offset ? Array(bytes.prefix(size - offset)) : bytes)
    known.withLock { known in
      known.wanted = nil
      known.insert(new)
    }
  }

  /// The bytes from `offset`, at most `count`. Fewer come if the file ends, or if at least `least` bytes are known
  /// and the next one isn't.
  ///
  /// - Throws: `io_error` if fewer than `least` bytes are known. ``wanted`` then names the bytes.
  func read(at offset: Int, count: Int, least: Int) throws(ImageError) -> [UInt8] {
    guard offset < size, count > 0 else { return [] }
    let end = offset + min(count, size - offset)
    let found = known.withLock { known -> [UInt8]? in
      let piece = known.pieces.last { $0.start <= offset && offset < $0.end }
      let knownEnd = min(end, piece?.end ?? offset)
      let needed = offset + min(least, end - offset)
      guard knownEnd >= needed, let piece else {
        known.wanted = known.wanted ?? knownEnd..<needed
        return nil
      }
      return Array(piece.bytes[offset - piece.start..<knownEnd - piece.start])
    }
    guard let found else { throw ImageError(.ioError(ENODATA)) }
    return found
  }
}

extension RangedBytes.Known {
  /// Inserts a piece, and joins it with those that it touches.
  fileprivate mutating func insert(_ new: RangedBytes.Piece) {
    guard !new.bytes.isEmpty else { return }
    var joined = new
    let first = pieces.firstIndex { $0.end >= new.start } ?? pieces.count
    let end = pieces[first...].firstIndex { $0.start > new.end } ?? pieces.count
    for piece in pieces[first..<end] {
      if piece.start < joined.start {
        joined = RangedBytes.Piece(
          start: piece.start, bytes: piece.bytes + joined.bytes.dropFirst(piece.end - joined.start))
      } else if piece.end > joined.end {
        joined.bytes += piece.bytes.suffix(piece.end - joined.end)
      }
    }
    pieces.replaceSubrange(first..<end, with: [joined])
  }
}
