import Glibc
import System

/// The lines of a file, one after the other.
///
/// The file is open only while a piece is read, so that thousands can be read side by side. Memory: a piece, or the
/// longest line.
struct LineReader {
  /// Where the next line begins, from the file's start.
  private(set) var offset: Int
  private let path: String
  private let end: Int
  private let piece: Int
  /// What was read from ``offset`` on.
  private var buffer = LineBuffer()
  private var file: FileIdentity?

  /// A reader of the lines from `offset` on, which is the beginning of one, to `end`, or to the file's end, which takes so
  /// much at a time.
  init(_ path: String, from offset: Int = 0, to end: Int = .max, piece: Int = 1 << 16) {
    self.path = path
    self.offset = offset
    self.end = end
    self.piece = piece
  }

  /// The next line without its end; nil behind the last. A last one without an end counts.
  ///
  /// Throws `ESTALE` where another file has taken the place of the one that was begun, and `EFBIG` for too long a line.
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

  /// Reads on; false at the end.
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
