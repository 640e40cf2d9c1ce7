import CCodecs
import Hashing
import ImageModel

/// One decode of a picture by a library, row by row in strips.
///
/// Exact: a region's samples equal those of the same box of a full decode at that scale.
package protocol StripDecoder: ~Copyable {
  /// Where memory for strips comes from.
  var buffers: BufferPool { get }

  /// Reads the header and goes to the region's first row.
  func start(_ request: DecodeRequest) throws(Finding) -> shim_decode_layout

  /// Reads the next `count` rows of each plane, at most ``StripHeight/rows``; planes lie one below the other in `buffer`.
  func read(_ count: Int, into buffer: borrowing Plane<UInt8>) throws(Finding)

  /// Reads what is left of the file, or of its range, so that the digest covers all of it, up to `limit` bytes of the
  /// file in all.
  ///
  /// Throws `io_error`, and, as the decode's request wants it, `corrupt` when the file ends before its picture
  /// does, whatever was decoded of it.
  func drain(limit: Int) throws(Finding)

  /// From now on measures ``readTime``.
  func timeReads()

  /// The time that reading took, the digest included, in nanoseconds; 0 where nobody asked.
  var readTime: Int64 { get }

  /// The ICC profile where the library hands it out; nil elsewhere, and where there is none. For when a decode has begun.
  var profile: [UInt8]? { get }

  /// The damage that was met: one `damaged` for each kind, sorted by the kinds' names.
  var warnings: [Finding] { get }
}

extension StripDecoder where Self: ~Copyable {
  /// Decodes the region and hands it on in strips, from its first row to its last.
  ///
  /// Throws `corrupt`, `decode_failed`, `source_changed`, `io_error`, `timeout`, `too_many_scans` and
  /// `memory`, and whatever `body` throws.
  package func decode(
    _ request: DecodeRequest, _ body: (StripRows) throws(Finding) -> Void
  ) throws(Finding) {
    let layout = try start(request)
    let buffer = try Plane<UInt8>(
      width: Int(layout.row_width), height: StripHeight.rows * request.planes, from: buffers)
    var row = request.region.y
    while row < request.region.bottom {
      let count = min(StripHeight.rows, request.region.bottom - row)
      try read(count, into: buffer)
      try body(
        StripRows(
          firstRow: row, count: count, firstColumn: Int(layout.first_column), color: request.color,
          hasAlpha: request.hasAlpha, planes: buffer))
      row += count
    }
    if request.verify == .full { try readRest(request, into: buffer) }
  }

  /// Decodes the rows below the region, for the damage in them alone.
  private func readRest(_ request: DecodeRequest, into buffer: borrowing Plane<UInt8>) throws(Finding) {
    let bottom = request.scale.decodedSize(of: request.storedSize).height
    for row in stride(from: request.region.bottom, to: bottom, by: StripHeight.rows) {
      try read(min(StripHeight.rows, bottom - row), into: buffer)
    }
  }
}

extension Finding {
  /// What a step of a decode ended with; `message` and `code` (an errno value) are the decoder's.
  init(_ status: shim_status, message: String, readError code: Int32) {
    switch status {
    case SHIM_CORRUPT: self.init(.corrupt, "damaged image data: \(message)")
    case SHIM_READ_ERROR: self = .ioError(code)
    case SHIM_TIMEOUT: self = .timeout
    case SHIM_TOO_MANY_SCANS: self.init(.tooManyScans, "has more scans than any camera writes")
    case SHIM_NO_MEMORY: self.init(.memory, "memory for decoding can't be had")
    case SHIM_CHANGED: self.init(.sourceChanged, "changed after it was planned")
    default: self.init(.decodeFailed, "can't be decoded: \(message)")
    }
  }

  /// Damage of the kind `name` that was met so often; nil for none.
  init?(damage name: String, count: Int32) {
    guard count > 0 else { return nil }
    self.init(.damaged, "decoder warning \(name), \(count == 1 ? "once" : "\(count) times")")
  }

  /// An image that takes too long.
  package static var timeout: Finding { Finding(.timeout, "took longer than limits.seconds_per_image") }
}

/// What C code feeds bytes to; nil where nothing is hashed.
func context(of digest: borrowing SHA256?) -> UnsafeMutableRawPointer? {
  switch digest {
  case .some(let digest): UnsafeMutableRawPointer(digest.context)
  case .none: nil
  }
}
