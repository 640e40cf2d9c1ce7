import CBZip2
import Glibc
import System

/// Unpacks streams of bzip2, one behind the other. A stream isn't entered in its middle: its blocks begin within bytes,
/// and libbz2 has no entry to them. So a file of one stream has no restart points, and a file of pbzip2 has many.
final class BzipUnpacker: Unpacker {
  // At one place, because libbz2 keeps the address.
  private let stream: UnsafeMutablePointer<bz_stream>
  private var isOpen = false

  init() throws(SystemError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: bz_stream())
  }

  deinit {
    close()
    stream.deallocate()
  }

  private func close() {
    if isOpen { BZ2_bzDecompressEnd(stream) }
    isOpen = false
  }

  func begin(_ state: [UInt8]) -> Bool {
    close()
    return state.isEmpty
  }

  func state() -> [UInt8]? { isOpen ? nil : [] }

  func unpack(
    _ input: inout PackedInput, to output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep {
    if !isOpen, let step = try open(&input) { return step }
    while true {
      let (status, given, isOver) = try input.feed { bytes in inflate(bytes, to: output) }
      switch status {
      case BZ_OK:
        if given > 0 { return UnpackStep(count: given) }
        if isOver { return UnpackStep(end: .cut) }
      case BZ_STREAM_END:
        close()
        return UnpackStep(count: given)
      case BZ_MEM_ERROR: throw SystemError(ENOMEM)
      default: return .fault(.data, after: given)
      }
    }
  }

  /// Begins with a stream. Returns the end of the data where none begins.
  private func open(_ input: inout PackedInput) throws(SystemError) -> UnpackStep? {
    let start = try input.peek(3)
    if start.isEmpty { return UnpackStep(end: input.offset == 0 ? .cut : .whole) }
    if input.offset > 0 && !start.starts(with: "BZh".utf8.prefix(start.count)) { return .fault(.follows) }
    stream.pointee = bz_stream()
    guard BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK else { throw SystemError(ENOMEM) }
    isOpen = true
    return nil
  }

  private func inflate(
    _ bytes: UnsafeBufferPointer<UInt8>, to output: UnsafeMutableBufferPointer<UInt8>
  ) -> (taken: Int, value: (status: Int32, given: Int, isOver: Bool)) {
    stream.pointee.next_in = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(
      to: CChar.self)
    stream.pointee.avail_in = UInt32(bytes.count)
    stream.pointee.next_out = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
    stream.pointee.avail_out = UInt32(output.count)
    let status = BZ2_bzDecompress(stream)
    let given = output.count - Int(stream.pointee.avail_out)
    return (bytes.count - Int(stream.pointee.avail_in), (status, given, bytes.isEmpty))
  }
}
