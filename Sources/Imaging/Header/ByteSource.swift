import CKernel
import Glibc
import ImageModel
import System

/// A file's bytes, read by position and never as a whole.
package struct ByteSource: Sendable {
  private enum Storage {
    case descriptor(Int32)
    case bytes([UInt8])
    case ranges(RangedBytes)
  }

  private let storage: Storage
  /// The offsets of the file at which the source begins and ends. A source of a whole file has no `end`.
  private var start = 0
  private var end: Int?
  /// The source's size in bytes: the file's when the source was made, or that of a part.
  package private(set) var size: Int
  /// Offsets of the directories of a TIFF's pages, as far as known. With these offsets a page is read without
  /// following the chain again.
  var directories: [Int] = []
  /// The most bytes that are read to count the frames of a GIF, which lie between their data.
  package var bytesForFrames = FixedLimits.Header.bytes

  /// A source of bytes in memory.
  package init(_ bytes: [UInt8]) {
    storage = .bytes(bytes)
    size = bytes.count
  }

  /// A source of a file that comes by ranges.
  package init(_ ranges: RangedBytes) {
    storage = .ranges(ranges)
    size = ranges.size
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

  /// The part in `range`, as far as the source has it. Offsets count from the part's first byte.
  package func part(_ range: Range<Int>) -> ByteSource {
    var part = self
    let begin = min(max(range.lowerBound, 0), size)
    part.size = min(max(range.upperBound, begin), size) - begin
    part.start += begin
    part.end = part.start + part.size
    part.directories = []
    return part
  }

  /// The bytes from `offset`, at most `count`; fewer, or none, at the end. A reader that reads ahead says in `least`
  /// how many bytes it needs: of a file that comes by ranges it may get fewer than `count`.
  ///
  /// - Throws: `io_error` if the file can't be read.
  package func read(at offset: Int, count: Int, least: Int? = nil) throws(ImageError) -> [UInt8] {
    let (first, most) = (start + max(offset, 0), max(count, 0))
    switch storage {
    case .bytes(let bytes):
      let end = end ?? bytes.count
      let first = min(first, end)
      return Array(bytes[first..<first + min(most, end - first)])
    case .descriptor(let descriptor):
      let count = end.map { min(most, max($0 - first, 0)) } ?? most
      return try Self.read(descriptor, at: first, count: count)
    case .ranges(let ranges):
      let count = end.map { min(most, max($0 - first, 0)) } ?? most
      return try ranges.read(at: first, count: count, least: min(least ?? count, count))
    }
  }

  /// False if the file comes by ranges, and not all of the `count` bytes at `offset` have come.
  func isKnown(_ count: Int, at offset: Int) -> Bool {
    guard case .ranges(let ranges) = storage else { return true }
    return ranges.isKnown(start + offset..<start + offset + count)
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
