import CTurboJPEG
import ImageModel

/// Encodes small planes with libjpeg-turbo's TurboJPEG API. The planes lie whole in memory.
///
/// The bytes and the time equal those of the libjpeg API. TurboJPEG needs only one call, which can't leave
/// by `longjmp`.
package enum SmallJPEG {
  /// Environment variables that make TurboJPEG ignore the options it is given.
  package static let misleadingVariables = ["TJ_OPTIMIZE", "TJ_ARITHMETIC", "TJ_RESTART", "TJ_PROGRESSIVE"]

  /// The number of bytes that SOI and the JFIF segment take together. Metadata follows them.
  private static let headerBytes = 20

  /// The bytes of the file that hold the unit and the two densities of the JFIF segment (JFIF 1.02, "JFIF
  /// APP0 marker").
  private static let densityBytes = 13..<18

  /// True for small 8-bit planes that are coded in one pass. Each plane must already have the size that it
  /// has in the file.
  static func takes(
    _ planes: [Channel], _ pixels: PixelFormat, _ options: EncodeOptions, subsampling: ChromaSubsampling,
    _ metadata: KeptMetadata
  ) -> Bool {
    guard let size = planes.first?.size, size.area <= EncodeOptions.mostPixelsAtOnce, pixels.depth == .eight,
      !pixels.hasAlpha,
      options.progressive != true, options.optimize != true,
      metadata.segments.allSatisfy({ $0.payload.count <= MetadataSegment.longestPayload })
    else { return false }
    // TurboJPEG reads luma for whole samples of chroma. So the sides must be multiples of a chroma sample's
    // pixels.
    let isWhole = size.width % subsampling.horizontal == 0 && size.height % subsampling.vertical == 0
    return planes.count == 1 && pixels.color == .grey
      || planes.count == 3 && pixels.color == .ycbcr && subsampling == options.chroma ?? .none && isWhole
  }

  /// Encodes the planes, and passes the whole file with `metadata` to `sink`. Throws `encode_failed`,
  /// `memory`, and the errors of `sink`.
  static func write(
    _ planes: [Channel], quality: Int, subsampling: ChromaSubsampling, _ metadata: KeptMetadata,
    to sink: (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) throws(ImageError) {
    guard let size = planes.first?.size, let encoder = tjInitCompress() else { throw ImageError(.noMemory) }
    defer { tjDestroy(encoder) }
    let kind = planes.count == 1 ? TJSAMP_GRAY : subsampling.turboJPEG
    let (width, height) = (Int32(size.width), Int32(size.height))
    let rows = planes.map { $0.row(0) }
    var starts: [UnsafePointer<UInt8>?] = rows.map { $0.start?.assumingMemoryBound(to: UInt8.self) }
    let strides = rows.map { Int32($0.bytes) }
    var count = tjBufSize(width, height, Int32(kind.rawValue))
    var failure: ImageError?
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, used in
      var start = buffer.baseAddress
      let status = tjCompressFromYUVPlanes(
        encoder, &starts, width, strides, height, Int32(kind.rawValue), &start, &count, Int32(quality),
        TJFLAG_ACCURATEDCT | TJFLAG_NOREALLOC)
      if status == 0 {
        used = Int(count)
      } else {
        failure = ImageError(
          .encodeFailed, "can't be encoded: \(String(cString: tjGetErrorStr2(encoder)))")
      }
    }
    if let failure { throw failure }
    var header = Array(bytes.prefix(headerBytes))
    if let (unit, x, y) = metadata.resolution?.jfif, header.count == headerBytes {
      header.replaceSubrange(
        densityBytes, with: [UInt8(unit), UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 8), UInt8(y & 255)])
    }
    for segment in metadata.segments {
      let length = segment.payload.count + 2
      header += [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 255)]
      header += segment.payload
    }
    try header.withUnsafeBufferPointer { start throws(ImageError) in try sink(UnsafeRawBufferPointer(start)) }
    try bytes.dropFirst(headerBytes).withUnsafeBufferPointer { rest throws(ImageError) in
      try sink(UnsafeRawBufferPointer(rest))
    }
  }
}

extension ChromaSubsampling {
  fileprivate var turboJPEG: TJSAMP {
    switch self {
    case .none: TJSAMP_444
    case .half: TJSAMP_422
    case .quarter: TJSAMP_420
    }
  }
}
