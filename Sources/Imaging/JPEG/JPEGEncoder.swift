import CCodecs
import ImageModel

/// One JPEG file being written by libjpeg-turbo, from planes of equal size.
package struct JPEGEncoder: ~Copyable {
  private let handle: OpaquePointer
  private let sink: (UnsafeRawBufferPointer) throws(Finding) -> Void

  /// An encoder whose bytes go to `sink` as they are made. Throws `memory`.
  package init(sink: @escaping (UnsafeRawBufferPointer) throws(Finding) -> Void) throws(Finding) {
    guard let handle = shim_jpeg_encoder_create() else {
      throw Finding(.memory, "memory for an encoder can't be had")
    }
    self.handle = handle
    self.sink = sink
  }

  deinit { shim_jpeg_encoder_destroy(handle) }

  /// Writes the whole file: `planes` is grey, or Y, Cb and Cr, all of one size.
  ///
  /// Markers follow the JFIF header. Throws `encode_failed`, `memory`, and what the sink throws.
  package func encode(
    _ planes: [Plane<UInt8>], options: EncodeOptions, markers: [KeptMetadata.Segment]
  ) throws(Finding) {
    guard let first = planes.first else { return }
    var request = shim_encode_request(
      width: Int32(first.width), height: Int32(first.height), components: Int32(planes.count),
      quality: Int32(options.quality), chroma_horizontal: Int32(options.chroma.horizontal),
      chroma_vertical: Int32(options.chroma.vertical), progressive: options.progressive ? 1 : 0,
      optimize: options.optimize ? 1 : 0)
    try check(shim_jpeg_encoder_start(handle, &request))
    for segment in markers {
      try check(
        shim_jpeg_encoder_marker(handle, Int32(segment.marker), segment.payload, segment.payload.count))
      try flush()
    }
    for row in stride(from: 0, to: first.height, by: Self.rowsAtOnce) {
      try write(planes, from: row, count: min(Self.rowsAtOnce, first.height - row))
      try flush()
    }
    try check(shim_jpeg_encoder_finish(handle))
    try flush()
  }

  /// Rows encoded between two writes: whole MCU rows of 4:2:0.
  private static let rowsAtOnce = 64

  private func write(_ planes: [Plane<UInt8>], from row: Int, count: Int) throws(Finding) {
    let starts = planes.map { UnsafePointer($0.row(row).baseAddress) }
    let strides = planes.map(\.rowBytes)
    try check(shim_jpeg_encoder_write(handle, starts, strides, Int32(count)))
  }

  private func flush() throws(Finding) {
    var count = 0
    let bytes = shim_jpeg_encoder_take(handle, &count)
    if count > 0 { try sink(UnsafeRawBufferPointer(start: bytes, count: count)) }
  }

  private func check(_ status: shim_status) throws(Finding) {
    switch status {
    case SHIM_OK: return
    case SHIM_NO_MEMORY: throw Finding(.memory, "memory for encoding can't be had")
    default:
      throw Finding(.encodeFailed, "can't be encoded: \(String(cString: shim_jpeg_encoder_message(handle)))")
    }
  }
}
