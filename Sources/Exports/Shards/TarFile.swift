import CLibArchive
import Glibc
import System

/// A tar file written by libarchive, member by member, in GNU's format, which allows names of any length.
/// Members have no owner and the time 0, so that equal members give equal bytes.
final class TarFile {
  private let archive: OpaquePointer

  /// A file is copied into the tar file in pieces of this number of bytes.
  private static let piece = 1 << 18
  /// Members begin and end at multiples of this number of bytes.
  private static let block = 512

  /// The longest name that a header holds, in bytes.
  private static let longestName = 100

  /// The bytes that a member takes in the tar file. `bytes` is the length of the member's content.
  static func room(_ name: String, _ bytes: Int) -> Int {
    let name = name.utf8.count
    // A longer name is stored as a member of its own, with a final zero.
    return padded(bytes) + (name > longestName ? padded(name + 1) : 0)
  }

  private static func padded(_ bytes: Int) -> Int { block + (bytes + block - 1) / block * block }

  /// The number of bytes after the last member.
  static let tail = 2 * block

  /// Begins a tar file; its bytes go to the open descriptor `number`.
  init(to number: Int32) throws(SystemError) {
    guard let archive = archive_write_new() else { throw SystemError(ENOMEM) }
    self.archive = archive
    try check(archive_write_set_format_gnutar(archive))
    try check(archive_write_open_fd(archive, number))
  }

  deinit {
    // Without this call libarchive would write the end of the file.
    archive_write_fail(archive)
    archive_write_free(archive)
  }

  /// Adds a member with these bytes.
  func add(_ name: String, _ bytes: [UInt8]) throws(SystemError) {
    try begin(name, bytes.count)
    try append(bytes)
  }

  /// Adds a member with the first `count` bytes of an open file. Throws `EIO` if the file has fewer bytes.
  func add(_ name: String, _ count: Int, of file: borrowing Descriptor) throws(SystemError) {
    try begin(name, count)
    var offset = 0
    while offset < count {
      let bytes = try file.read(min(Self.piece, count - offset), at: offset)
      if bytes.isEmpty { throw SystemError(EIO) }
      try append(bytes)
      offset += bytes.count
    }
  }

  /// Writes the end of the tar file.
  func close() throws(SystemError) { try check(archive_write_close(archive)) }

  private func begin(_ name: String, _ count: Int) throws(SystemError) {
    guard let entry = archive_entry_new() else { throw SystemError(ENOMEM) }
    defer { archive_entry_free(entry) }
    archive_entry_copy_pathname(entry, name)
    archive_entry_set_size(entry, la_int64_t(count))
    archive_entry_set_filetype(entry, S_IFREG as mode_t)
    archive_entry_set_perm(entry, 0o644)
    archive_entry_set_mtime(entry, 0, 0)
    try check(archive_write_header(archive, entry))
  }

  private func append(_ bytes: [UInt8]) throws(SystemError) {
    guard archive_write_data(archive, bytes, bytes.count) == bytes.count else { throw failure }
  }

  private func check(_ result: Int32) throws(SystemError) {
    if result != ARCHIVE_OK { throw failure }
  }

  /// Why the last call failed. A failure without errno is a bug of this program.
  private var failure: SystemError {
    let code = archive_errno(archive)
    return SystemError(code > 0 ? code : EIO)
  }
}
