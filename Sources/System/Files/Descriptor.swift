import Glibc

/// An open file descriptor, closed when it goes out of scope.
package struct Descriptor: ~Copyable {
  package let number: Int32

  /// Takes over an open descriptor.
  package init(owning number: Int32) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// Opens `path`. A terminal doesn't become the controlling one, and other programs don't inherit the file.
  ///
  /// A relative path starts from the open `folder`.
  package static func open(
    _ path: UnsafePointer<CChar>, _ flags: Int32, below folder: Int32 = AT_FDCWD, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try SystemError.check { openat(folder, path, flags | O_CLOEXEC | O_NOCTTY, mode) })
  }

  /// Opens the regular file at `path` for reading, without waiting for a FIFO or device. Throws
  /// ``SystemError/special`` for a file of another kind.
  package static func openRegular(_ path: UnsafePointer<CChar>) throws(SystemError) -> Descriptor {
    let file = try open(path, O_RDONLY | O_NONBLOCK)
    if try file.status().isSpecial { throw .special }
    return file
  }

  /// Closes the file, and reports errors of delayed writes.
  package consuming func close() throws(SystemError) {
    let number = number
    discard self
    // Even if it is interrupted, close(2) releases the descriptor.
    if Glibc.close(number) != 0 && errno != EINTR { throw .last }
  }

  /// Flushes written data to the disk. After a failure the state of the data is unknown, and a second call
  /// may wrongly succeed.
  package func sync() throws(SystemError) {
    let number = number
    try SystemError.check { fsync(number) }
  }

  /// The status of `name` in an open folder; links aren't followed.
  package func status(of name: String) throws(SystemError) -> FileStatus {
    try FileStatus(of: name, in: number)
  }

  /// Removes the file `name` from an open folder; a missing file is no error.
  package func remove(_ name: String) throws(SystemError) {
    let number = number
    try SystemError.check(allowing: ENOENT) { unlinkat(number, name, 0) }
  }

  /// The names in an open folder, without `.` and `..`.
  package func names() throws(SystemError) -> [String] {
    let own = try Descriptor.open(".", O_RDONLY | O_DIRECTORY, below: number)
    guard let stream = fdopendir(own.release()) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw .last }
    return names
  }

  /// Releases ownership of the descriptor.
  private consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// The file's status.
  package func status() throws(SystemError) -> FileStatus { try FileStatus(of: number) }

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

  /// Removes all bytes of the open file `number`, and moves its offset to the start.
  package static func clear(_ number: Int32) throws(SystemError) {
    try SystemError.check { ftruncate(number, 0) }
    try SystemError.check { Int32(clamping: lseek(number, 0, SEEK_SET)) }
  }

  /// Writes all of `bytes` at `offset` of the open file `number`, without moving the file's own offset.
  package static func write(_ bytes: [UInt8], to number: Int32, at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        pwrite(number, $0.baseAddress, $0.count, off_t(offset + done))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .last }
      done += count
    }
  }

  /// Appends 64 KiB to the open file `number`. Returns the error of that write; nil if the disk accepts the
  /// bytes.
  package static func errorOfGrowing(_ number: Int32) -> SystemError? {
    let bytes = [UInt8](repeating: 0, count: 64 << 10)
    do throws(SystemError) {
      var end = try FileStatus(of: number).bytes
      let last = end + bytes.count
      while end < last {
        let count = try SystemError.check { pwrite(number, bytes, last - end, end) }
        if count == 0 { break }
        end += count
      }
      return nil
    } catch { return error }
  }

  /// Writes all of `bytes`.
  package static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try write(bytes, to: number) }
    }
    try result.get()
  }

  /// Sets the time of the last access to now, and leaves the time of the last change as it is.
  package func noteUse() {
    var (now, status) = (timespec(), stat())
    guard clock_gettime(CLOCK_REALTIME, &now) == 0, fstat(number, &status) == 0 else { return }
    futimens(number, [now, status.st_mtim])
  }

  /// Copies `count` of the file's bytes, from `start` on, to the offset of the open file `number`. Throws `EIO` if the
  /// file has fewer bytes.
  package func copy(_ count: Int, from start: Int = 0, to number: Int32) throws(SystemError) {
    var offset = off_t(start)
    while offset < start + count {
      let own = self.number
      let copied = try SystemError.check { sendfile(number, own, &offset, start + count - Int(offset)) }
      if copied == 0 { throw SystemError(EIO) }
    }
  }

  /// Reads up to `count` bytes from `offset`; fewer at the end of the file.
  package func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try FileBytes.read(number, count: count, at: offset)
  }
}
