import CCodecs
import Glibc
import Hashing
import ImageModel

/// One decode of a JPEG by libjpeg-turbo.
package struct JPEGDecoder: StripDecoder, ~Copyable {
  private let handle: OpaquePointer
  package let buffers: BufferPool
  private let coefficients: LentMemory

  /// A decoder of the file open at `descriptor`, or of the JPEG in a `range` of its bytes, of which nothing else is read
  /// then; bytes read pass through `digest`, and memory comes from `buffers`.
  ///
  /// Throws `memory`.
  package init(
    descriptor: Int32, range: Range<Int> = 0..<Int.max, digest: borrowing SHA256?,
    from buffers: BufferPool = BufferPool()
  ) throws(Finding) {
    let coefficients = LentMemory(buffers)
    let bytes = shim_range(begin: Int64(range.lowerBound), end: Int64(range.upperBound))
    guard let handle = shim_jpeg_decoder_create(descriptor, bytes, context(of: digest), coefficients.lender)
    else {
      throw Finding(.memory, "memory for a decoder can't be had")
    }
    self.handle = handle
    self.buffers = buffers
    self.coefficients = coefficients
  }

  deinit { shim_jpeg_decoder_destroy(handle) }

  package func read(_ count: Int, into buffer: borrowing Plane<UInt8>) throws(Finding) {
    try check(
      shim_jpeg_decoder_read(
        handle, buffer.row(0).baseAddress, buffer.rowBytes, buffer.rowBytes * StripHeight.rows, Int32(count)))
  }

  package func start(_ request: DecodeRequest) throws(Finding) -> shim_decode_layout {
    var asked = shim_decode_request(request)
    var layout = shim_decode_layout()
    try check(shim_jpeg_decoder_start(handle, &asked, &layout))
    return layout
  }

  package func drain(limit: Int) throws(Finding) {
    try check(shim_jpeg_decoder_drain(handle, Int64(limit)))
  }

  package func timeReads() { shim_jpeg_decoder_time_reads(handle) }

  package var readTime: Int64 { shim_jpeg_decoder_read_time(handle) }

  package var profile: [UInt8]? { nil }

  package var warnings: [Finding] {
    (0..<Int32(SHIM_DAMAGE_KINDS)).compactMap { kind in
      Finding(
        damage: String(cString: shim_damage_name(kind)), count: shim_jpeg_decoder_damage(handle, kind))
    }
  }

  private func check(_ status: shim_status) throws(Finding) {
    if status == SHIM_OK { return }
    let message = String(cString: shim_jpeg_decoder_message(handle))
    throw Finding(status, message: message, readError: shim_jpeg_decoder_errno(handle))
  }
}
