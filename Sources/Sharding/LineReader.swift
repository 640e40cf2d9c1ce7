import Glibc
import System

/// The lines of a file, one after the other.
///
/// The reader reads the file piece by piece, and opens the file anew for each piece. So thousands of files
/// can be read in parallel. A reader holds one piece in memory, or the longest line.
struct LineReader {
  /// The offset of the next line.
  private(set) var offset: Int
  private let path: String
  private let end: Int
  private let piece: Int
  /// The bytes read from ``offset`` on.
  private var buffer = LineBuffer()
  private var file: FileIdentity?

  /// Reads the lines from `offset`, the start of a line, to `end` or the file's end, `piece` bytes at a
  /// time.
  init(_ path: String, from offset: Int = 0, to end: Int = .max, piece: Int = 1 << 16) {
    self.path = path
    self.offset = offset
    self.end = end
    self.piece = piece
  }

  /// The next line without its line end; nil after the last. A last line without a line end counts.
  ///
  /// Throws `ESTALE` if another file has replaced the one being read, and `EFBIG` for a line that is too
  /// long.
  mutating func next() throws(SystemError) -> ArraySlice<UInt8>? {
    while true {
      if let line = buffer.next() {
        offset += line.count + 1
        return line
      }
      if buffer.isTooLong { throw SystemError(EFBIG) }
      guard try fill() else { break }
    }
    let rest = buffer.rest()
    offset += rest?.count ?? 0
    return rest
  }

  /// Reads more bytes; false at the end.
  private mutating func fill() throws(SystemError) -> Bool {
    let from = offset + buffer.count
    let count = min(piece, end - from)
    if count <= 0 { return false }
    let descriptor = try Descriptor.openRegular(path)
    let identity = try descriptor.status().identity
    if let file, file != identity { throw SystemError(ESTALE) }
    file = identity
    let more = try FileBytes.read(descriptor.number, count: count, at: from)
    buffer.append(more)
    return !more.isEmpty
  }
}
