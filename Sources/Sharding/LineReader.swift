import Execution
import Glibc

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
  /// What was read and not given out: from ``offset`` on, in `bytes[start...]`.
  private var bytes: [UInt8] = []
  private var start = 0
  private var file: FileIdentity?

  /// The longest line, in bytes.
  static let longest = 64 << 20

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
    var searched = start
    while true {
      if let newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { advance(to: newline + 1) }
        return bytes[start..<newline]
      }
      searched = bytes.count - start
      guard try fill() else { break }
      if bytes.count > Self.longest { throw SystemError(EFBIG) }
    }
    if start == bytes.count { return nil }
    defer { advance(to: bytes.count) }
    return bytes[start...]
  }

  private mutating func advance(to place: Int) {
    offset += place - start
    start = place
  }

  /// Reads on; false at the end. What was given out is let go.
  private mutating func fill() throws(SystemError) -> Bool {
    bytes.removeFirst(start)
    start = 0
    let from = offset + bytes.count
    let count = min(piece, end - from)
    if count <= 0 { return false }
    let descriptor = try Descriptor.open(path, O_RDONLY)
    let identity = FileIdentity(try descriptor.status())
    if let file, file != identity { throw SystemError(ESTALE) }
    file = identity
    let more = try FileBytes.read(descriptor.number, count: count, at: from)
    bytes += more
    return !more.isEmpty
  }
}
