import Glibc

/// An open file descriptor, closed when it goes out of scope.
package struct Descriptor: ~Copyable {
  package let number: Int32

  /// Takes over an open descriptor.
  package init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens `path`, never a terminal of its own, and closed in programs that are started.
  package static func open(
    _ path: UnsafePointer<CChar>, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    let number = Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
    guard number >= 0 else { throw .last }
    return Descriptor(owning: number)
  }

  /// What the file is.
  package func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return status
  }

  /// Writes all of `bytes` at the offset of the open file `number`.
  package static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes all of `bytes`.
  package static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try write(bytes, to: number) }
    }
    try result.get()
  }

  /// Reads up to `count` bytes from `offset`; fewer at the end of the file.
  package func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try FileBytes.read(number, count: count, at: offset)
  }
}

extension stat {
  /// When the file was last changed, in nanoseconds since 1970.
  package var modified: Int { st_mtim.tv_sec * 1_000_000_000 + st_mtim.tv_nsec }

  /// True for anything but a regular file.
  package var isSpecial: Bool { st_mode & S_IFMT != S_IFREG }

  /// True for a folder.
  package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}
