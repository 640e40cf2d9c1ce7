import Glibc

/// Reads a small file, or a part of a larger file, into memory.
package enum FileBytes {
  /// The first `limit` bytes of the regular file at `path`. Throws ``SystemError/special`` for anything
  /// else, without waiting.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    try Descriptor.openRegular(path).read(limit, at: 0)
  }

  /// The first `limit` bytes of the file or pipe at `path`.
  package static func readStream(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open(path, O_RDONLY)
    return try readStream(file.number, limit: limit)
  }

  /// The next `limit` bytes of the file or pipe that is open as `number`.
  package static func readStream(_ number: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    try filled(limit) { start, room, _ in Glibc.read(number, start, room) }
  }

  /// The lines in the first 64 KiB of a small system file; none if it can't be read.
  static func lines(_ path: String) -> [Substring] {
    guard let bytes = try? read(path, limit: 1 << 16) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Reads up to `count` bytes from `offset` on, fewer if the file ends first. `number` is the file's
  /// descriptor.
  package static func read(_ number: Int32, count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try filled(count) { start, room, done in pread(number, start, room, off_t(offset + done)) }
  }

  /// Up to `count` bytes; fewer at the end of the file. `read` gets the place for the next bytes, the room
  /// there, and the number of bytes read so far.
  private static func filled(
    _ count: Int, _ read: (UnsafeMutablePointer<UInt8>, Int, Int) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let start = buffer.baseAddress {
        let got = read(start + filled, count - filled, filled)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = .last }
        if got <= 0 { return }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
