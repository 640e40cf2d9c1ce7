import CCodecs
import Hashing
import ImageModel

/// One decode of a PNG by libpng, at full size. 16 bits a sample are rounded to 8.
///
/// Of an interlaced picture all is held, 4 bytes a pixel at most.
package struct PNGDecoder: StripDecoder, ~Copyable {
  private let handle: OpaquePointer
  package let buffers: BufferPool
  private let memory: LentMemory

  /// A decoder of the file open at `descriptor`; bytes read pass through `digest`, and memory comes from `buffers`.
  ///
  /// Throws `memory`.
  package init(
    descriptor: Int32, digest: borrowing SHA256?, from buffers: BufferPool = BufferPool()
  ) throws(Finding) {
    let memory = LentMemory(buffers)
    guard let handle = shim_png_decoder_create(descriptor, context(of: digest), memory.lender) else {
      throw Finding(.memory, "memory for a decoder can't be had")
    }
    self.handle = handle
    self.buffers = buffers
    self.memory = memory
  }

  deinit { shim_png_decoder_destroy(handle) }

  package func start(_ request: DecodeRequest) throws(Finding) -> shim_decode_layout {
    var asked = shim_decode_request(request)
    var layout = shim_decode_layout()
    try check(shim_png_decoder_start(handle, &asked, &layout))
    return layout
  }

  package func read(_ count: Int, into buffer: borrowing Plane<UInt8>) throws(Finding) {
    try check(
      shim_png_decoder_read(
        handle, buffer.row(0).baseAddress, buffer.rowBytes, buffer.rowBytes * StripHeight.rows, Int32(count)))
  }

  package func drain(limit: Int) throws(Finding) { try check(shim_png_decoder_drain(handle, Int64(limit))) }

  package func timeReads() { shim_png_decoder_time_reads(handle) }

  package var readTime: Int64 { shim_png_decoder_read_time(handle) }

  package var profile: [UInt8]? {
    var size = 0
    guard let bytes = shim_png_decoder_profile(handle, &size) else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: size))
  }

  package var warnings: [Finding] {
    ["png_data", "png_end", "png_warning"].enumerated().compactMap { kind, name in
      Finding(damage: name, count: shim_png_decoder_damage(handle, Int32(kind)))
    }
  }

  private func check(_ status: shim_status) throws(Finding) {
    if status == SHIM_OK { return }
    let message = String(cString: shim_png_decoder_message(handle))
    throw Finding(status, message: message, readError: shim_png_decoder_errno(handle))
  }
}
