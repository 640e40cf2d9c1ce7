import CCodecs
import ImageModel
import System

/// One decode of a picture by a library, row by row in strips.
///
/// The samples are exact: a decode of the whole picture at the same scale gives equal samples in the region.
package struct PictureDecoder: SourceDecoder, ~Copyable {
  let handle: OpaquePointer
  private let buffers: BufferPool
  private let lent: WholePictureMemory
  /// The coded picture in a HEIF container, for an engine that decodes such pictures; nil for other engines.
  private let coded: CodedPictureMemory?

  /// A decoder of the file open at `descriptor`, or of the picture in a `range` of the file's bytes. The
  /// decoder reads nothing outside the range. `digest` hashes all bytes read, and memory comes from
  /// `buffers`. If the engine decodes the coded pictures of HEIC or AVIF, the entries of icons, or XBM, this call
  /// finds the data of `page`. The decode request must then be for the same page.
  ///
  /// Throws `memory`; for engines of coded pictures also what ``CodedPicture/read(from:page:)`` throws, and for
  /// icons and XBM `bad_header`, `zero_size` and `io_error`.
  package init(
    _ engine: DecodingEngine, descriptor: Int32, page: Int = 0, range: Range<Int> = 0..<Int.max,
    digest: borrowing SHA256?, from buffers: BufferPool = BufferPool()
  ) throws(ImageError) {
    if let absence = engine.optionalLibrary?.absence { throw ImageError(absence) }
    let coded = engine.takesCodedPictures ? try Self.coded(descriptor, page) : nil
    let part = try engine.part(of: page, in: descriptor)
    try self.init(
      library: part?.library ?? engine.library, coded, descriptor: descriptor,
      range: part?.range ?? range, digest: part == nil ? context(of: digest) : nil, from: buffers)
  }

  /// A decoder of the coded picture `picture` in the file open at `descriptor`. Nothing is hashed, and memory
  /// comes from `buffers`.
  ///
  /// Throws `memory`.
  package init(
    _ engine: DecodingEngine, of picture: CodedPicture, descriptor: Int32, from buffers: BufferPool
  ) throws(ImageError) {
    if let absence = engine.optionalLibrary?.absence { throw ImageError(absence) }
    try self.init(
      library: engine.library, CodedPictureMemory(picture), descriptor: descriptor, range: 0..<Int.max,
      digest: nil, from: buffers)
  }

  /// A decoder by an engine in C, for tests that compare engines. With `isCoded`, the engine decodes the coded
  /// picture of HEIC or AVIF.
  package init(
    library: OpaquePointer?, isCoded: Bool = false, descriptor: Int32, digest: borrowing SHA256?
  ) throws(ImageError) {
    let coded = isCoded ? try Self.coded(descriptor, 0) : nil
    try self.init(
      library: library, coded, descriptor: descriptor, range: 0..<Int.max, digest: context(of: digest),
      from: BufferPool())
  }

  private init(
    library: OpaquePointer?, _ coded: CodedPictureMemory?, descriptor: Int32, range: Range<Int>,
    digest: UnsafeMutableRawPointer?, from buffers: BufferPool
  ) throws(ImageError) {
    let lent = WholePictureMemory(buffers)
    var source = shim_decoder_source(
      fd: descriptor, range: shim_range(begin: Int64(range.lowerBound), end: Int64(range.upperBound)),
      digest: digest, lender: lent.lender)
    guard let library, let handle = shim_decoder_create(library, &source) else {
      throw ImageError(.noMemory)
    }
    self.handle = handle
    self.buffers = buffers
    self.lent = lent
    self.coded = coded
    if var picture = coded?.shim { shim_decoder_set_picture(handle, &picture) }
  }

  private static func coded(_ descriptor: Int32, _ page: Int) throws(ImageError) -> CodedPictureMemory {
    CodedPictureMemory(try CodedPicture.read(from: ByteSource(descriptor: descriptor), page: page))
  }

  deinit { shim_decoder_destroy(handle) }

  /// Decodes the region and passes it to `body` in strips, from the first row to the last.
  ///
  /// Throws `corrupt`, `decode_failed`, `source_changed`, `io_error`, `timeout`, `too_many_scans` and
  /// `memory`, and whatever `body` throws.
  package func decode(
    _ request: DecodeRequest, _ body: (StripRows) throws(ImageError) -> Void
  ) throws(ImageError) {
    let buffer = try start(request)
    try readRows(request, buffer, body)
    if request.verify == .full { try readRest(request, into: buffer.rows) }
  }

  /// Rows of each plane, and the decoded column at which they begin.
  package struct RowBuffer {
    fileprivate let rows: Plane<UInt8>
    fileprivate let firstColumn: Int
  }

  /// Begins a decode. Throws what ``decode(_:_:)`` throws.
  package func start(_ request: DecodeRequest) throws(ImageError) -> RowBuffer {
    var asked = shim_decode_request(request)
    var layout = shim_decode_layout()
    try check(shim_decoder_start(handle, &asked, &layout))
    let rows = try Plane<UInt8>(
      width: Int(layout.row_width) * request.pixels.depth.bytes,
      height: StripHeight.rows * request.pixels.planes,
      from: buffers)
    return RowBuffer(rows: rows, firstColumn: Int(layout.first_column))
  }

  /// Composes the next of the frames that `start` was asked for, and returns the time for which it is shown, in
  /// milliseconds. Throws what ``decode(_:_:)`` throws.
  package func nextFrame() throws(ImageError) -> Int {
    var duration: Int32 = 0
    try check(shim_decoder_next_frame(handle, &duration))
    return Int(duration)
  }

  /// Passes the region of the picture, or of the composed frame, to `body` in strips. Throws what
  /// ``decode(_:_:)`` throws.
  package func readRows(
    _ request: DecodeRequest, _ buffer: RowBuffer, _ body: (StripRows) throws(ImageError) -> Void
  ) throws(ImageError) {
    var row = request.region.y
    while row < request.region.bottom {
      let count = min(StripHeight.rows, request.region.bottom - row)
      try read(count, into: buffer.rows)
      try body(
        StripRows(
          firstRow: row, count: count, firstColumn: buffer.firstColumn, pixels: request.pixels,
          planes: buffer.rows))
      row += count
    }
  }

  /// Decodes the rows below the region, only to find damage in them.
  private func readRest(_ request: DecodeRequest, into buffer: borrowing Plane<UInt8>) throws(ImageError) {
    let bottom = request.scale.decodedSize(of: request.storedSize).height
    for row in stride(from: request.region.bottom, to: bottom, by: StripHeight.rows) {
      try read(min(StripHeight.rows, bottom - row), into: buffer)
    }
  }

  /// Reads the next `count` rows of each plane, at most ``StripHeight/rows``. Planes lie one below the other
  /// in `buffer`.
  private func read(_ count: Int, into buffer: borrowing Plane<UInt8>) throws(ImageError) {
    try check(
      shim_decoder_read(
        handle, buffer.row(0).baseAddress, buffer.rowBytes, buffer.rowBytes * StripHeight.rows, Int32(count)))
  }

  /// Reads the rest of the file or of the decoder's range, so that the digest covers all bytes. `limit` is
  /// the most bytes of the file to read, earlier reads included.
  ///
  /// Throws `io_error`. Throws `corrupt` if the picture ends early and the decode's request treats damage as
  /// an error.
  package func drain(limit: Int) throws(ImageError) { try check(shim_decoder_drain(handle, Int64(limit))) }

  /// Starts to measure ``readTime``.
  package func timeReads() { shim_decoder_time_reads(handle) }

  /// The time spent reading and hashing, in nanoseconds; 0 if it isn't measured.
  package var readTime: Int64 { shim_decoder_read_time(handle) }

  /// The picture's ICC profile, as the library returns it. Nil if the picture has no profile, or if the
  /// library returns none. Valid after a decode has begun.
  package var profile: [UInt8]? {
    var size = 0
    guard let bytes = shim_decoder_profile(handle, &size) else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: size))
  }

  /// The palette of a PNG whose labels are decoded: each colour as red, green, blue and alpha. Empty if there is none.
  /// Valid after a decode has begun.
  var palette: [[UInt8]] {
    var colors = [(UInt8, UInt8, UInt8, UInt8)](repeating: (0, 0, 0, 0), count: Palette.most)
    let count = colors.withUnsafeMutableBufferPointer { shim_decoder_palette(handle, $0.baseAddress) }
    return colors.prefix(Int(count)).map { [$0.0, $0.1, $0.2, $0.3] }
  }

  /// Warnings about the damage that the decoder found. Each kind of damage has one finding `damaged`. The
  /// findings are sorted by the kinds' names.
  package var warnings: [Finding] {
    var findings: [Finding] = []
    var kind: Int32 = 0
    while let name = shim_decoder_damage_name(handle, kind) {
      let count = shim_decoder_damage_count(handle, kind)
      if count > 0 {
        let times = count == 1 ? "once" : "\(count) times"
        findings.append(Finding(.damaged, "decoder warning \(String(cString: name)), \(times)"))
      }
      kind += 1
    }
    return findings
  }

  package var notes: [Finding] {
    let count = shim_decoder_clipped(handle)
    return count > 0 ? [.samplesClipped(Int(count))] : []
  }

  func check(_ status: shim_status) throws(ImageError) {
    if status == SHIM_OK { return }
    let message = String(cString: shim_decoder_message(handle))
    throw ImageError(Finding(status, message: message, readError: shim_decoder_errno(handle)))
  }
}

extension Finding {
  /// The finding for the status of a decode step; `message` and `code` (an errno value) come from the
  /// decoder.
  fileprivate init(_ status: shim_status, message: String, readError code: Int32) {
    switch status {
    case SHIM_CORRUPT: self.init(.corrupt, "damaged image data", because: message)
    case SHIM_READ_ERROR: self = .ioError(code)
    case SHIM_TIMEOUT: self = .timeout
    case SHIM_TOO_MANY_SCANS: self.init(.tooManyScans, "has more scans than any camera writes")
    case SHIM_NO_MEMORY: self.init(.memory, "memory for decoding can't be had")
    case SHIM_CHANGED: self.init(.sourceChanged, "changed after it was planned")
    default: self.init(.decodeFailed, "can't be decoded", because: message)
    }
  }

  /// A finding that says `fault`, and gives the library's `reason` if there is one.
  init(_ code: Code, _ fault: String, because reason: String) {
    self.init(
      code, reason.allSatisfy(\.isWhitespace) ? "\(fault), and no reason is given" : "\(fault): \(reason)")
  }

  static var noMemory: Finding { Finding(.memory, "memory for a decoder can't be had") }

  /// The finding for an image that took longer than its time limit.
  package static var timeout: Finding { Finding(.timeout, "took longer than limits.seconds_per_image") }
}

/// The context for C code that hashes bytes; nil if nothing is hashed.
func context(of digest: borrowing SHA256?) -> UnsafeMutableRawPointer? {
  switch digest {
  case .some(let digest): UnsafeMutableRawPointer(digest.context)
  case .none: nil
  }
}
