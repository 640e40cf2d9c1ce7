import CCodecs
import ImageModel

/// Writes one file with the codec library of its format. All planes have one size, except that the chroma
/// planes of a JPEG may already be subsampled.
package struct PictureEncoder: ~Copyable {
  private let handle: OpaquePointer
  private let format: OutputFormat
  private let deadline: Int64
  private let sink: (UnsafeRawBufferPointer) throws(ImageError) -> Void

  /// An encoder that passes the file's bytes to `sink` as soon as they are made. After `deadline`, in
  /// nanoseconds of CLOCK_MONOTONIC, the next rows fail with `timeout`. Encoders of AVIF and lossless WebP
  /// finish the picture before they look at the clock. Throws `memory`.
  package init(
    _ format: OutputFormat, deadline: Int64 = .max,
    sink: @escaping (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) throws(ImageError) {
    guard let handle = shim_encoder_create(format.rawValue) else {
      throw ImageError(.memory, "memory for an encoder can't be had")
    }
    self.handle = handle
    self.format = format
    self.deadline = deadline
    self.sink = sink
  }

  deinit { shim_encoder_destroy(handle) }

  /// Writes the whole file from `planes` in the format `pixels`. All planes have one size, or the chroma
  /// planes are already subsampled as `options` says. Returns warnings about metadata that the format's
  /// library can't store.
  ///
  /// Throws `encode_failed`, `memory`, `timeout`, and what the sink throws.
  @discardableResult package func encode(
    _ planes: [Channel], _ pixels: PixelFormat, options: EncodeOptions, metadata: KeptMetadata
  ) throws(ImageError) -> [Finding] {
    try encode(planes, pixels, options: options, metadata: metadata, gainMap: nil)
  }

  /// Writes the whole file, with a gain map in it if there is one. Only AVIF has a place for it.
  @discardableResult package func encode(
    _ planes: [Channel], _ pixels: PixelFormat, options: EncodeOptions, metadata: KeptMetadata,
    gainMap: borrowing CodedGainMap?
  ) throws(ImageError) -> [Finding] {
    guard let size = planes.first?.size else { return [] }
    var planes = planes
    var request = shim_encode_request(size, pixels, options)
    request.orientation = Int32(metadata.orientation.rawValue)
    if options.palette == true, let rows = PixelRows(planes, pixels) {
      let indexed = try IndexedPicture(rows)
      request.take(indexed.palette)
      planes = [Channel(indexed.indices)]
    }
    let shared = try subsampling(of: planes, options)
    if format == .jpeg, SmallJPEG.takes(planes, pixels, options, subsampling: shared, metadata) {
      if shim_now() > deadline { throw ImageError(.timeout) }
      try SmallJPEG.write(planes, quality: options.quality ?? 0, subsampling: shared, metadata, to: sink)
      return metadata.losses(in: format)
    }
    if format == .jpeg, planes.count == 1 || shared == options.chroma ?? .none {
      request.is_raw = 1
      for case .eight(let content) in planes { content.plane.repeatEdge(toMultipleOf: 8) }
    }
    let refused = try start(&request, metadata)
    switch gainMap {
    case .none: break
    case .some(let map):
      let block = map.metadata.iso
      try check(
        shim_encoder_gain_map(
          handle, map.encoder.handle, map.metadata.isBaseHDR ? 0 : 1, block, block.count))
    }
    try write(planes, size, shared)
    try finish()
    return refused
  }

  /// Writes a PNG of `labels`, each with `bits` bits: indices of `palette`, or grey levels if it is nil. Throws as
  /// ``encode(_:_:options:metadata:)`` does.
  func encode(labels: Channel, palette: Palette?, bits: Int, level: Int) throws(ImageError) {
    var request = shim_encode_request()
    (request.width, request.height) = (Int32(labels.size.width), Int32(labels.size.height))
    request.take(palette ?? Palette([]))
    (request.sample_bytes, request.label_bits) = (Int32(LabelLayout.depth(bits).bytes), Int32(bits))
    request.level = Int32(level)
    try start(&request, KeptMetadata())
    try write([labels], labels.size, .none)
    try finish()
  }

  /// Writes all rows of a picture.
  private func write(
    _ planes: [Channel], _ size: PixelSize, _ shared: ChromaSubsampling
  ) throws(ImageError) {
    for row in stride(from: 0, to: size.height, by: Self.rowsAtOnce) {
      let rows = planes.enumerated().map { $1.row($0 == 0 ? row : row / shared.vertical) }
      let starts = rows.map { $0.start?.assumingMemoryBound(to: UInt8.self) }
      let count = min(Self.rowsAtOnce, size.height - row)
      try check(shim_encoder_write(handle, starts, rows.map(\.bytes), Int32(count)))
      try flush()
    }
  }

  /// Begins an animation of `frames` frames that is shown `plays` times, 0 for no end. Returns warnings about metadata
  /// that the format's library can't store.
  ///
  /// Throws `encode_failed`, `memory` and `timeout`.
  package func startFrames(
    _ size: PixelSize, _ pixels: PixelFormat, frames: Int, plays: Int, options: EncodeOptions,
    metadata: KeptMetadata
  ) throws(ImageError) -> [Finding] {
    var request = shim_encode_request(size, pixels, options)
    (request.frames, request.plays) = (Int32(clamping: frames), Int32(clamping: plays))
    return try start(&request, metadata)
  }

  /// Writes the next frame of an animation, which is shown for `duration` milliseconds. Throws as ``startFrames``, and
  /// what the sink throws.
  package func add(_ frame: [Channel], duration: Int) throws(ImageError) {
    guard let size = frame.first?.size else { return }
    try write(frame, size, .none)
    try check(shim_encoder_end_frame(handle, Int32(clamping: duration)))
    try flush()
  }

  /// True if the encoder wants all frames once more, beginning with the first one. Call it after the last frame, until
  /// it is false. Throws `timeout`.
  package func beginsAgain() throws(ImageError) -> Bool {
    if shim_now() > deadline { throw ImageError(.timeout) }
    return shim_encoder_begins_again(handle) != 0
  }

  /// Writes the end of an animation. Throws as ``startFrames``, and what the sink throws.
  package func finishFrames() throws(ImageError) { try finish() }

  /// Writes the file up to its pixels. Returns warnings about metadata that the format's library can't
  /// store.
  @discardableResult func start(
    _ request: inout shim_encode_request, _ metadata: KeptMetadata
  ) throws(ImageError) -> [Finding] {
    request.deadline = deadline
    var refused = metadata.losses(in: format)
    if let (unit, x, y) = format == .png ? metadata.resolution?.pixelsPerMetre : metadata.resolution?.jfif {
      (request.resolution.unit, request.resolution.x, request.resolution.y) = (unit, x, y)
    }
    try check(shim_encoder_start(handle, &request))
    for piece in metadata.pieces(for: format) {
      let status = shim_encoder_metadata(handle, piece.kind, piece.bytes, piece.bytes.count)
      if status == SHIM_REFUSED {
        refused.append(Finding(piece.kind, format))
      } else {
        try check(status)
      }
      try flush()
    }
    return refused
  }

  /// Writes the end of the file.
  func finish() throws(ImageError) {
    try check(shim_encoder_finish(handle))
    try flush()
  }

  /// The subsampling that the chroma planes already have. Throws `encode_failed` if planes don't fit
  /// together.
  private func subsampling(
    of planes: [Channel], _ options: EncodeOptions
  ) throws(ImageError) -> ChromaSubsampling {
    guard let luma = planes.first?.size, planes.contains(where: { $0.size != luma }) else { return .none }
    guard let chroma = options.chroma, planes.count == 3,
      let size = ChromaGrid(chroma, of: luma, turn: .topLeft)?.size,
      planes.dropFirst().allSatisfy({ $0.size == size })
    else { throw ImageError(.encodeFailed, "can't be encoded: its planes are of different sizes") }
    return chroma
  }

  /// The encoder takes this many rows at a time. They are whole MCU rows, even with 4:2:0 chroma.
  private static let rowsAtOnce = 64

  private func flush() throws(ImageError) {
    var count = 0
    let bytes = shim_encoder_take(handle, &count)
    if count > 0 { try sink(UnsafeRawBufferPointer(start: bytes, count: count)) }
  }

  private func check(_ status: shim_status) throws(ImageError) {
    switch status {
    case SHIM_OK: return
    case SHIM_NO_MEMORY: throw ImageError(.memory, "memory for encoding can't be had")
    case SHIM_TIMEOUT: throw ImageError(.timeout)
    case SHIM_CORRUPT:
      throw ImageError(
        Finding(.corrupt, "damaged image data", because: String(cString: shim_encoder_message(handle))))
    case SHIM_CHANGED: throw ImageError(.sourceChanged, "changed after it was planned")
    default:
      throw ImageError(
        Finding(.encodeFailed, "can't be encoded", because: String(cString: shim_encoder_message(handle))))
    }
  }
}

extension Finding {
  /// The warning that an output of `format` loses metadata of `kind`, because the library can't store it.
  fileprivate init(_ kind: shim_metadata, _ format: OutputFormat) {
    switch kind {
    case SHIM_COMMENT where format == .tiff:
      self.init(.commentDropped, "a comment can't be kept: a TIFF has no place for it")
    case SHIM_ICC: self.init(.iccDropped, "the ICC profile can't be kept: it is broken")
    case SHIM_XMP: self.init(.xmpDropped, "XMP can't be kept: it is broken")
    case SHIM_COMMENT:
      self.init(.commentDropped, "a comment can't be kept: it is broken, or its format has none")
    default: self.init(.exifDropped, "EXIF can't be kept: it is broken")
    }
  }
}

extension TIFFCompression {
  fileprivate var shim: shim_tiff_compression {
    switch self {
    case .none: SHIM_TIFF_NONE
    case .lzw: SHIM_TIFF_LZW
    case .deflate: SHIM_TIFF_DEFLATE
    }
  }
}

extension shim_encode_request {
  fileprivate init(_ size: PixelSize, _ pixels: PixelFormat, _ options: EncodeOptions) {
    self.init()
    (width, height) = (Int32(size.width), Int32(size.height))
    (color, has_alpha, sample_bytes) = (
      pixels.color.shim, pixels.hasAlpha ? 1 : 0, Int32(pixels.depth.bytes)
    )
    quality = Int32(options.quality ?? 0)
    chroma_horizontal = Int32(options.chroma?.horizontal ?? 1)
    chroma_vertical = Int32(options.chroma?.vertical ?? 1)
    progressive = options.progressive == true ? 1 : 0
    optimize = options.optimize == true ? 1 : 0
    level = Int32(options.level ?? 0)
    compression = (options.compression ?? .none).shim
    lossless = options.lossless == true ? 1 : 0
    effort = Int32(options.effort ?? 0)
    speed = Int32(options.speed ?? 0)
    bits = Int32(options.depth ?? (pixels.depth == .eight ? 8 : 10))
  }

  /// Stores `palette` in the request, and declares the plane as indices into `palette`.
  fileprivate mutating func take(_ palette: Palette) {
    (color, has_alpha, sample_bytes) = (SHIM_GREY, 0, 1)
    colors = Int32(palette.colors.count)
    withUnsafeMutableBytes(of: &self.palette) { bytes in
      bytes.copyBytes(from: palette.colors.joined())
    }
  }
}
