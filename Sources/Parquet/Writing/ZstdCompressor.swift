import CZstd

/// Compresses pages by zstd, always at the same level.
final class ZstdCompressor {
  /// zstd's own default. Higher levels take longer, and gain little on texts and numbers.
  static let level: Int32 = 3

  private let context = ZSTD_createCCtx()

  deinit { ZSTD_freeCCtx(context) }

  /// The compressed bytes, in one frame. Throws if memory is short.
  func compressed(_ bytes: [UInt8]) throws(ParquetFault) -> [UInt8] {
    var isWhole = false
    let most = ZSTD_compressBound(bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: most) { output, count in
      let got = ZSTD_compressCCtx(context, output.baseAddress, most, bytes, bytes.count, Self.level)
      isWhole = ZSTD_isError(got) == 0
      count = isWhole ? got : 0
    }
    guard isWhole else { throw .tooLarge("there is no memory to compress a page") }
    return packed
  }
}
