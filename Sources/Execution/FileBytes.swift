import Glibc

/// Whole reads of small files, and of parts of larger ones.
package enum FileBytes {
  /// The first `limit` bytes of the file at `path`.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    try Descriptor.open(path, O_RDONLY).read(limit, at: 0)
  }

  /// Up to `count` bytes of an open file from `offset`; fewer at its end.
  package static func read(_ number: Int32, count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let start = buffer.baseAddress {
        let got = pread(number, start + filled, count - filled, off_t(offset + filled))
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
