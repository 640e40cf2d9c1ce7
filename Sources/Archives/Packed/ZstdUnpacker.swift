import CZstd
import Glibc
import System

/// Unpacks frames of Zstandard (RFC 8878), one behind the other. A frame can't be entered in its middle.
final class ZstdUnpacker: Unpacker {
  /// The binary logarithm of ``FixedLimits/Archive/unpackMemory``.
  private static let windowLog = Int32(FixedLimits.Archive.unpackMemory.trailingZeroBitCount)

  private let context: OpaquePointer
  /// The bytes that the decoder asks for. With no more than these it stops after each block, so damage loses no bytes.
  private var wanted = 0
  private var isBetween = true

  init() throws(SystemError) {
    guard let context = ZSTD_createDStream() else { throw SystemError(ENOMEM) }
    self.context = context
    _ = begin([])
  }

  deinit { ZSTD_freeDStream(context) }

  func begin(_ state: [UInt8]) -> Bool {
    ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLog)
    (wanted, isBetween) = (1, true)
    return state.isEmpty
  }

  func state() -> [UInt8]? { isBetween ? [] : nil }

  func unpack(
    _ input: inout PackedInput, to output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep {
    while true {
      let offset = input.offset
      let (result, given, isOver) = try input.feed(most: wanted) { bytes in
        var source = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = ZSTD_decompressStream(context, &target, &source)
        return (source.pos, (result, target.pos, bytes.isEmpty))
      }
      if isOver && isBetween { return UnpackStep(end: offset == 0 ? .cut : .whole) }
      if ZSTD_isError(result) != 0 { return Self.fault(result, isFirst: offset == 0 || !isBetween) }
      // With room left in the output, the decoder has nothing more to give.
      if isOver && given == 0 { return UnpackStep(end: .cut) }
      isBetween = result == 0
      wanted = max(1, result)
      if given > 0 || isBetween { return UnpackStep(count: given) }
    }
  }

  /// The fault of an error. The file `zstd_errors.h` fixes the numbers.
  private static func fault(_ result: Int, isFirst: Bool) -> UnpackStep {
    switch -result {
    case 10: .fault(isFirst ? .data : .follows)
    case 14, 30, 32: .fault(.unsupported)
    case 16: .fault(.memory)
    case 22: .fault(.checksum)
    default: .fault(.data)
    }
  }
}
