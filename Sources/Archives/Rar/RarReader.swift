import CLibArchive
import Glibc
import System

/// Reads a RAR of version 4 or 5 by libarchive, member by member from front to back.
///
/// libarchive refuses a dictionary of RAR 5 above 64 MiB, and RAR 4 has at most 4 MiB. It doesn't compare the checksums
/// of all members, so ``RarHeaders`` gives these.
final class RarReader {
  /// Why reading ends early.
  enum Trouble: Error {
    case file(SystemError)
    case archive(UnpackStep.End)
  }

  struct Member {
    enum Kind {
      case file, folder, link, device, encrypted
    }

    let name: [UInt8]
    let kind: Kind
    /// In bytes.
    let size: UInt64
    /// The CRC-32, if the archive has one.
    let checksum: UInt32?
  }

  private let archive: OpaquePointer
  private let feed = RarFeed()
  private var headers: RarHeaders
  /// Names in RAR become bytes of the locale.
  private let locale: locale_t?

  /// Begins to read. The place of `input` is the start of the file.
  init(_ input: inout PackedInput) throws(Trouble) {
    let start: ArraySlice<UInt8>
    do throws(SystemError) { start = try input.peek(8) } catch { throw .file(error) }
    guard let headers = RarHeaders(start) else { throw .archive(.fault(.noRar)) }
    guard let archive = archive_read_new() else { throw .file(SystemError(ENOMEM)) }
    (self.archive, self.headers) = (archive, headers)
    locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    guard archive_read_support_format_rar(archive) == ARCHIVE_OK,
      archive_read_support_format_rar5(archive) == ARCHIVE_OK
    else { throw .file(SystemError(ENOMEM)) }
    let feed = Unmanaged.passUnretained(feed).toOpaque()
    let status = give(&input) {
      archive_read_open(archive, feed, nil, { RarFeed.read($1, $2) }, nil)
    }
    if status != ARCHIVE_OK { throw trouble(or: .noRar) }
  }

  deinit {
    archive_read_free(archive)
    if let locale { freelocale(locale) }
  }

  /// The next member; nil behind the last one.
  func next(_ input: inout PackedInput) throws(Trouble) -> Member? {
    let before = locale.map { uselocale($0) }
    defer { if let before { uselocale(before) } }
    var entry: OpaquePointer?
    let status = give(&input) { archive_read_next_header(archive, &entry) }
    let header: RarHeaders.File?
    do throws(SystemError) { header = try headers.next(input) } catch { throw .file(error) }
    if status == ARCHIVE_EOF {
      if headers.isPart { throw .archive(.fault(.parts)) }
      if headers.end == nil { throw .archive(.fault(.unended)) }
      return nil
    }
    // A warning tells of a name that is no text.
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
      if header?.isUnknown == true { throw .archive(.fault(.unpacking(.unsupported))) }
      throw trouble(or: headers.end == .secret ? .encrypted : nil)
    }
    let kind = Self.kind(entry)
    guard let header, kind != .file || header.size == UInt64(exactly: archive_entry_size(entry)) else {
      throw trouble(or: .unpacking(.data))
    }
    // A name that is no text is there as the archive has it.
    let name = (archive_entry_pathname(entry) ?? archive_entry_pathname_utf8(entry)).map { text in
      Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
    return Member(
      name: name ?? [], kind: kind == .file && header.isEncrypted ? .encrypted : kind, size: header.size,
      checksum: header.checksum)
  }

  private static func kind(_ entry: OpaquePointer) -> Member.Kind {
    if archive_entry_hardlink(entry) != nil { return .link }
    switch archive_entry_filetype(entry) & S_IFMT {
    // Some programs write no mode.
    case 0, S_IFREG: return archive_entry_is_data_encrypted(entry) != 0 ? .encrypted : .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .device
    }
  }

  /// Puts the next bytes of the member to the start of `output`, and returns their number. There must be more.
  func read(
    _ input: inout PackedInput, to output: UnsafeMutableBufferPointer<UInt8>
  ) throws(Trouble) -> Int {
    let count = give(&input) { archive_read_data(archive, output.baseAddress, output.count) }
    if count <= 0 { throw trouble(or: count < 0 ? nil : .unpacking(.data)) }
    return count
  }

  /// Calls libarchive, which takes bytes of `input`.
  private func give<Value>(_ input: inout PackedInput, _ call: () -> Value) -> Value {
    withUnsafeMutablePointer(to: &input) { place in
      feed.input = place
      defer { feed.input = nil }
      return call()
    }
  }

  /// Why a member can't be had. `kind` counts if the file could be read, and is a whole archive.
  private func trouble(or kind: ArchiveFault.Kind?) -> Trouble {
    if let error = feed.trouble { return .file(error) }
    if headers.isPart { return .archive(.fault(.parts)) }
    if let kind { return .archive(.fault(kind)) }
    if feed.isOver { return .archive(.cut) }
    switch archive_errno(archive) {
    case ENOMEM: return .archive(.fault(.unpacking(.memory)))
    case EILSEQ: return .archive(.fault(.unpacking(.data)))
    default: return .archive(.fault(.unpacking(.unsupported)))
    }
  }
}

/// Gives the bytes of a file to libarchive.
private final class RarFeed {
  private static let step = 64 << 10

  /// The file, during a call of libarchive.
  var input: UnsafeMutablePointer<PackedInput>?
  private(set) var trouble: SystemError?
  /// True if bytes behind the end of the file were wanted.
  private(set) var isOver = false
  // At one place until the next piece, because libarchive keeps the address.
  private let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: step)

  deinit { piece.deallocate() }

  /// Puts the address of the next bytes to `bytes`, and returns their number; 0 at the end of the file, -1 for an error.
  static func read(
    _ feed: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Int {
    guard let feed, let bytes else { return -1 }
    let own = Unmanaged<RarFeed>.fromOpaque(feed).takeUnretainedValue()
    bytes.pointee = UnsafeRawPointer(own.piece.baseAddress)
    return own.next()
  }

  private func next() -> Int {
    guard let input else { return -1 }
    do throws(SystemError) {
      let count = try input.pointee.feed(most: piece.count) { bytes in
        (bytes.count, piece.update(fromContentsOf: bytes))
      }
      if count == 0 { isOver = true }
      return count
    } catch {
      trouble = error
      return -1
    }
  }
}
