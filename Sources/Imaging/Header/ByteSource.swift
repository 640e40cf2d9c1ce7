import CKernel
import Glibc
import ImageModel
import System

/// A file's bytes, read by position and never as a whole.
package struct ByteSource: Sendable {
  private enum Storage {
    case descriptor(Int32)
    case bytes([UInt8])
  }

  private let storage: Storage
  /// The file's size in bytes when the source was made.
  package let size: Int
  /// Offsets of the directories of a TIFF's pages, as far as known. With these offsets a page is read without
  /// following the chain again.
  var directories: [Int] = []

  /// A source of bytes in memory.
  package init(_ bytes: [UInt8]) {
    storage = .bytes(bytes)
    size = bytes.count
  }

  /// A source of the bytes in an open regular file. The caller keeps the descriptor; its file position is
  /// neither used nor moved.
  ///
  /// - Throws: `io_error` if the system can't tell the file's size.
  package init(descriptor: Int32) throws(ImageError) {
    do throws(SystemError) { size = try FileStatus(of: descriptor).bytes } catch {
      throw ImageError(.ioError(error.code))
    }
    storage = .descriptor(descriptor)
  }

  /// The bytes from `offset`, at most `count`; fewer, or none, at the end.
  ///
  /// - Throws: `io_error` if the file can't be read.
  package func read(at offset: Int, count: Int) throws(ImageError) -> [UInt8] {
    switch storage {
    case .bytes(let bytes):
      let start = min(max(offset, 0), bytes.count)
      return Array(bytes[start...].prefix(max(count, 0)))
    case .descriptor(let descriptor):
      return try Self.read(descriptor, at: max(offset, 0), count: max(count, 0))
    }
  }

  private static func read(_ descriptor: Int32, at offset: Int, count: Int) throws(ImageError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        filled += got
      }
    }
    guard failure == 0 else { throw ImageError(.ioError(failure)) }
    return bytes
  }
}

extension ByteSource {
  /// The payloads of segments. Throws `io_error`.
  func payloads(of segments: some Sequence<MetadataSegment>) throws(ImageError) -> [[UInt8]] {
    var payloads: [[UInt8]] = []
    for segment in segments { payloads.append(try read(at: segment.offset, count: segment.length)) }
    return payloads
  }
}

extension Finding {
  /// The finding for an open file that can't be read; `code` is the errno value.
  package static func ioError(_ code: Int32) -> Finding {
    Finding(.ioError, "can't be read: \(String(cString: strerror(code)))")
  }
}
