import CZlib
import Glibc
import System

/// Unpacks members of gzip (RFC 1952), one behind the other, maybe with zeros behind them. zlib can go on from the
/// start of each block of Deflate if it knows the 32 KiB before.
final class GzipUnpacker: Unpacker {
  private enum Place {
    /// In front of a member, or of the end of the file.
    case between
    case header
    case data
    case trailer
  }

  private static let raw = InflatingStream.Wrapping.raw.rawValue
  private static let windowBytes = 32 << 10
  /// The number of bits, their value, a CRC-32 and a number of bytes stand before the window.
  private static let fixedBytes = 10

  // At one place, because zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>
  private var place = Place.between
  /// The checksum of the member's bytes, and their number by 32 bits.
  private var sum: UInt32 = 0
  private var count: UInt32 = 0
  /// The last byte that was taken. The next block may begin in it.
  private var last: UInt8 = 0

  init() throws(SystemError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, Self.raw, ZLIB_VERSION, size) == Z_OK else { throw SystemError(ENOMEM) }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func begin(_ state: [UInt8]) -> Bool {
    place = .between
    if state.isEmpty { return true }
    let state = state[...]
    guard let bits: UInt8 = state.number(at: 0), bits < 8, let value: UInt8 = state.number(at: 1),
      let sum: UInt32 = state.number(at: 2), let count: UInt32 = state.number(at: 6),
      inflateReset2(stream, Self.raw) == Z_OK,
      inflatePrime(stream, Int32(bits), Int32(value) >> (8 - Int32(bits))) == Z_OK
    else { return false }
    let window = Array(state.dropFirst(Self.fixedBytes))
    guard window.count <= Self.windowBytes, inflateSetDictionary(stream, window, uInt(window.count)) == Z_OK
    else { return false }
    (place, last, self.sum, self.count) = (.data, value, sum, count)
    return true
  }

  func state() -> [UInt8]? {
    if place == .between { return [] }
    // zlib says so in two bits: the end of a block, which isn't the last one.
    guard place == .data, stream.pointee.data_type & 0xC0 == 0x80 else { return nil }
    let window = [UInt8](unsafeUninitializedCapacity: Self.windowBytes) { buffer, filled in
      var length: uInt = 0
      inflateGetDictionary(stream, buffer.baseAddress, &length)
      filled = Int(length)
    }
    var writer = ByteWriter()
    writer.number(UInt8(truncatingIfNeeded: stream.pointee.data_type & 7))
    writer.number(last)
    writer.number(sum)
    writer.number(count)
    writer.raw(window)
    return writer.bytes
  }

  func unpack(
    _ input: inout PackedInput, to output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep {
    while true {
      let step =
        switch place {
        case .between: try findMember(&input)
        case .header: try skipHeader(&input, output)
        case .data: try unpackData(&input, output)
        case .trailer: try checkTrailer(&input)
        }
      if let step { return step }
    }
  }

  private func findMember(_ input: inout PackedInput) throws(SystemError) -> UnpackStep? {
    let bytes = try input.peek(2)
    if bytes.isEmpty { return UnpackStep(end: input.offset == 0 ? .cut : .whole) }
    if input.offset > 0 {
      let zeros = bytes.prefix { $0 == 0 }.count
      input.skip(zeros)
      if zeros > 0 { return nil }
      if !bytes.starts(with: Inflation.gzipMagic.prefix(min(2, bytes.count))) { return .fault(.follows) }
    }
    guard inflateReset2(stream, InflatingStream.Wrapping.gzip.rawValue) == Z_OK else {
      throw SystemError(ENOMEM)
    }
    place = .header
    return nil
  }

  private func skipHeader(
    _ input: inout PackedInput, _ output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep? {
    let found = try inflate(&input, UnsafeMutableBufferPointer(start: output.baseAddress, count: 0))
    guard found.status == Z_OK || found.status == Z_BUF_ERROR else { return .fault(.data) }
    if stream.pointee.data_type & 0x80 != 0 {
      guard inflateReset2(stream, Self.raw) == Z_OK else { throw SystemError(ENOMEM) }
      (place, sum, count) = (.data, 0, 0)
      return nil
    }
    return found.isOver ? UnpackStep(end: .cut) : nil
  }

  private func unpackData(
    _ input: inout PackedInput, _ output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep? {
    let found = try inflate(&input, output)
    sum = UInt32(truncatingIfNeeded: crc32(uLong(sum), output.baseAddress, uInt(found.given)))
    count &+= UInt32(found.given)
    switch found.status {
    case Z_OK, Z_BUF_ERROR:
      if found.given == 0 && found.isOver { return UnpackStep(end: .cut) }
    case Z_STREAM_END: place = .trailer
    case Z_MEM_ERROR: throw SystemError(ENOMEM)
    default: return .fault(.data, after: found.given)
    }
    return found.given > 0 ? UnpackStep(count: found.given) : nil
  }

  /// Compares the checksum and the number of bytes (RFC 1952, section 2.3.1).
  private func checkTrailer(_ input: inout PackedInput) throws(SystemError) -> UnpackStep? {
    let bytes = try input.peek(8)
    guard let sum: UInt32 = bytes.number(at: 0), let count: UInt32 = bytes.number(at: 4) else {
      input.skip(bytes.count)
      return UnpackStep(end: .cut)
    }
    guard sum == self.sum, count == self.count else { return .fault(.checksum) }
    input.skip(8)
    place = .between
    return UnpackStep()
  }

  /// Unpacks up to the end of a block or of the header.
  private func inflate(
    _ input: inout PackedInput, _ output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> (status: Int32, given: Int, isOver: Bool) {
    try input.feed { bytes in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      stream.pointee.avail_in = uInt(bytes.count)
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = uInt(output.count)
      let status = CZlib.inflate(stream, Z_BLOCK)
      let taken = bytes.count - Int(stream.pointee.avail_in)
      if taken > 0 { last = bytes[taken - 1] }
      return (taken, (status, output.count - Int(stream.pointee.avail_out), bytes.isEmpty))
    }
  }
}
