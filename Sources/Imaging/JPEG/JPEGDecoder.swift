import CLibJPEGShims
import Glibc
import Hashing
import ImageModel

/// What to decode of a JPEG.
package struct JPEGDecodeRequest {
  /// The size in pixels that the plan was made for.
  package var storedSize: PixelSize
  package var color: JPEGColor
  package var scale: DCTScale
  /// Decoded samples, inside the decoded picture.
  package var region: PixelRect<Decoded>
  /// Nanoseconds of CLOCK_MONOTONIC after which the decode ends with `timeout`.
  package var deadline: Int64
  /// Which damage ends the decode with `corrupt`.
  package var onCorrupt: CorruptionPolicy
  /// Whether rows below the region are decoded too.
  package var verify: VerifyExtent

  /// A request; the defaults are those of a job file.
  package init(
    storedSize: PixelSize, color: JPEGColor, scale: DCTScale, region: PixelRect<Decoded>, deadline: Int64,
    onCorrupt: CorruptionPolicy = .error, verify: VerifyExtent = .crop
  ) {
    self.storedSize = storedSize
    self.color = color
    self.scale = scale
    self.region = region
    self.deadline = deadline
    self.onCorrupt = onCorrupt
    self.verify = verify
  }
}

/// One decode of a JPEG by libjpeg-turbo, row by row in strips.
///
/// Exact: a region's samples equal those of the same box of a full decode at that scale.
package struct JPEGDecoder: ~Copyable {
  private let handle: OpaquePointer
  private let buffers: BufferPool
  private let coefficients: CoefficientMemory

  /// A decoder of the file open at `descriptor`, or of the JPEG in a `range` of its bytes, of which nothing else is read
  /// then; bytes read pass through `digest`, and memory comes from `buffers`.
  ///
  /// Throws `memory`.
  package init(
    descriptor: Int32, range: Range<Int> = 0..<Int.max, digest: borrowing SHA256?,
    from buffers: BufferPool = BufferPool()
  ) throws(Finding) {
    let context: UnsafeMutableRawPointer? =
      switch digest {
      case .some(let digest): UnsafeMutableRawPointer(digest.context)
      case .none: nil
      }
    let coefficients = CoefficientMemory(buffers)
    let bytes = shim_range(begin: Int64(range.lowerBound), end: Int64(range.upperBound))
    guard let handle = shim_decoder_create(descriptor, bytes, context, coefficients.lender) else {
      throw Finding(.memory, "memory for a decoder can't be had")
    }
    self.handle = handle
    self.buffers = buffers
    self.coefficients = coefficients
  }

  deinit { shim_decoder_destroy(handle) }

  /// Decodes the region and hands it on in strips, from its first row to its last.
  ///
  /// Throws `corrupt`, `decode_failed`, `source_changed`, `io_error`, `timeout`, `too_many_scans` and
  /// `memory`, and whatever `body` throws.
  package func decode(
    _ request: JPEGDecodeRequest, _ body: (StripRows) throws(Finding) -> Void
  ) throws(Finding) {
    let layout = try start(request)
    // The planes one below the other.
    let buffer = try Plane<UInt8>(
      width: Int(layout.row_width), height: StripHeight.rows * request.color.samples, from: buffers)
    var row = request.region.y
    while row < request.region.bottom {
      let count = min(StripHeight.rows, request.region.bottom - row)
      try read(count, into: buffer)
      try body(
        StripRows(
          firstRow: row, count: count, firstColumn: Int(layout.first_column), color: request.color,
          planes: buffer))
      row += count
    }
    if request.verify == .full { try readRest(request, into: buffer) }
  }

  /// Decodes the rows below the region, for the damage in them alone.
  private func readRest(_ request: JPEGDecodeRequest, into buffer: borrowing Plane<UInt8>) throws(Finding) {
    let bottom = request.scale.decodedSize(of: request.storedSize).height
    for row in stride(from: request.region.bottom, to: bottom, by: StripHeight.rows) {
      try read(min(StripHeight.rows, bottom - row), into: buffer)
    }
  }

  private func read(_ count: Int, into buffer: borrowing Plane<UInt8>) throws(Finding) {
    try check(
      shim_decoder_read(
        handle, buffer.row(0).baseAddress, buffer.rowBytes, buffer.rowBytes * StripHeight.rows, Int32(count)))
  }

  private func start(_ request: JPEGDecodeRequest) throws(Finding) -> shim_decode_layout {
    var asked = shim_decode_request(
      width: Int32(request.storedSize.width), height: Int32(request.storedSize.height),
      color: request.color.shim, eighths: Int32(request.scale.eighths),
      x: Int32(request.region.x), y: Int32(request.region.y),
      region_width: Int32(request.region.width), region_height: Int32(request.region.height),
      deadline: request.deadline, on_corrupt: request.onCorrupt.shim)
    var layout = shim_decode_layout()
    try check(shim_decoder_start(handle, &asked, &layout))
    return layout
  }

  /// Reads what is left of the file, or of its range, so that the digest covers all of it, up to `limit` bytes of the
  /// file in all.
  ///
  /// Throws `io_error`, and, as the decode's request wants it, `corrupt` when the file ends before its picture
  /// does, whatever was decoded of it.
  package func drain(limit: Int) throws(Finding) {
    try check(shim_decoder_drain(handle, Int64(limit)))
  }

  /// From now on measures ``readTime``.
  package func timeReads() { shim_decoder_time_reads(handle) }

  /// The time that reading took, the digest included, in nanoseconds; 0 where nobody asked.
  package var readTime: Int64 { shim_decoder_read_time(handle) }

  /// The damage that was met: one `damaged` for each kind, sorted by the kinds' names.
  package var warnings: [Finding] {
    (0..<Int32(SHIM_DAMAGE_KINDS)).compactMap { kind in
      let count = shim_decoder_damage(handle, kind)
      guard count > 0 else { return nil }
      let times = count == 1 ? "once" : "\(count) times"
      return Finding(.damaged, "decoder warning \(String(cString: shim_damage_name(kind))), \(times)")
    }
  }

  private var message: String { String(cString: shim_decoder_message(handle)) }

  private func check(_ status: shim_status) throws(Finding) {
    switch status {
    case SHIM_OK: return
    case SHIM_CORRUPT: throw Finding(.corrupt, "damaged image data: \(message)")
    case SHIM_READ_ERROR: throw .ioError(shim_decoder_errno(handle))
    case SHIM_TIMEOUT: throw .timeout
    case SHIM_TOO_MANY_SCANS: throw Finding(.tooManyScans, "has more scans than any camera writes")
    case SHIM_NO_MEMORY: throw Finding(.memory, "memory for decoding can't be had")
    case SHIM_CHANGED: throw Finding(.sourceChanged, "changed after it was planned")
    default: throw Finding(.decodeFailed, "can't be decoded: \(message)")
    }
  }
}

extension JPEGColor {
  fileprivate var shim: shim_color {
    switch self {
    case .grey: SHIM_GREY
    case .ycbcr: SHIM_YCBCR
    case .rgb: SHIM_RGB
    }
  }
}

extension CorruptionPolicy {
  fileprivate var shim: shim_on_corrupt {
    switch self {
    case .warning: SHIM_FAIL_ON_WARNING
    case .error: SHIM_FAIL_ON_ERROR
    case .truncated: SHIM_FAIL_ON_TRUNCATED
    case .none: SHIM_FAIL_ON_NOTHING
    }
  }
}

extension Finding {
  /// An image that takes too long.
  package static var timeout: Finding { Finding(.timeout, "took longer than limits.seconds_per_image") }
}
