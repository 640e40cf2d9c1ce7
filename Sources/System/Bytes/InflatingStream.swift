import CZlib
import Glibc

/// Inflates compressed data piece by piece.
package final class InflatingStream {
  /// What stands around the data. The raw value is what zlib calls the bits of the window.
  package enum Wrapping: Int32, Hashable, Sendable, CaseIterable {
    /// RFC 1952.
    case gzip = 31
    /// RFC 1950.
    case zlib = 15
    /// RFC 1951, without a checksum.
    case raw = -15
  }

  enum State: Hashable {
    case goesOn
    /// The end of the data came, and its checksum fits.
    case ended
    case damaged
  }

  /// The most bytes that are given at a time, and the most that come out.
  static let step = 64 << 10

  // At one place, because zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutableBufferPointer<UInt8>

  init(_ wrapping: Wrapping) throws(SystemError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    input = .allocate(capacity: Self.step)
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, wrapping.rawValue, ZLIB_VERSION, size) == Z_OK else {
      throw SystemError(ENOMEM)
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// The number of given bytes that weren't looked at.
  var left: Int { Int(stream.pointee.avail_in) }

  /// Gives the next bytes of the data, at most ``step``. The ones before must have been looked at.
  func give(_ packed: [UInt8]) {
    let bytes = packed.prefix(input.count)
    _ = input.update(fromContentsOf: bytes)
    stream.pointee.next_in = input.baseAddress
    stream.pointee.avail_in = uInt(bytes.count)
  }

  /// The next inflated bytes. None come if more bytes must be given.
  func next() -> (bytes: [UInt8], state: State) {
    var status = Z_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.step) { output, count in
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = uInt(output.count)
      status = inflate(stream, Z_NO_FLUSH)
      count = output.count - Int(stream.pointee.avail_out)
    }
    switch status {
    case Z_OK, Z_BUF_ERROR: return (bytes, .goesOn)
    case Z_STREAM_END: return (bytes, .ended)
    default: return (bytes, .damaged)
    }
  }

  /// Begins with the next member, which has the same wrapping.
  func beginAnew() { inflateReset(stream) }
}
