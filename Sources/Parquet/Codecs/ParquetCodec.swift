import CZstd
import System

/// How a column's pages are compressed (`CompressionCodec` in `parquet.thrift`).
enum ParquetCodec: Hashable, Sendable {
  case uncompressed, snappy, gzip, zstd
  /// A block of LZ4.
  case lz4
  /// The name that came before `lz4`. Hadoop means blocks, each behind its two sizes. Others mean a block.
  case oldLZ4
  /// A codec that isn't read here.
  case unsupported(String)

  init(number: Int) {
    switch number {
    case 0: self = .uncompressed
    case 1: self = .snappy
    case 2: self = .gzip
    case 3: self = .unsupported("LZO")
    case 4: self = .unsupported("Brotli")
    case 5: self = .oldLZ4
    case 6: self = .zstd
    case 7: self = .lz4
    default: self = .unsupported("an unknown codec (\(number))")
    }
  }

  /// The most bytes that one compressed byte can stand for. A size above this is a lie.
  private var mostExpansion: Int {
    switch self {
    case .uncompressed, .unsupported: 1
    // A copy of 64 bytes takes 3 bytes.
    case .snappy: 22
    // Deflate: 258 bytes take 2 bits.
    case .gzip: 1032
    // A byte adds 255 to a length.
    case .lz4, .oldLZ4: 255
    // A block of 128 KiB takes 4 bytes.
    case .zstd: 32768
    }
  }

  /// The `size` bytes for which `packed` stands. Throws if it stands for anything else.
  func decoded(_ packed: ArraySlice<UInt8>, size: Int, of leaf: ParquetLeaf) throws(ParquetFault) -> [UInt8] {
    if case .unsupported(let name) = self { throw .unsupported("'\(leaf.path)' is compressed by \(name)") }
    if size == 0 { return [] }
    let (most, isOver) = packed.count.multipliedReportingOverflow(by: mostExpansion)
    guard isOver || size <= most else {
      throw .damaged("a page of '\(leaf.path)' names a size that its bytes can't have")
    }
    let bytes: [UInt8]?
    switch self {
    case .uncompressed: bytes = packed.count == size ? Array(packed) : nil
    case .snappy: bytes = packed.withUnsafeBytes { SnappyBlock.decoded($0, size: size) }
    case .lz4: bytes = packed.withUnsafeBytes { LZ4Block.decoded($0, size: size) }
    case .oldLZ4:
      bytes = packed.withUnsafeBytes {
        LZ4Block.decodedFrames($0, size: size) ?? LZ4Block.decoded($0, size: size)
      }
    case .zstd: bytes = Self.zstd(packed, size: size)
    case .gzip: bytes = Inflation.gunzipped(packed, exactly: size)
    case .unsupported: bytes = nil
    }
    guard let bytes else { throw .damaged("a page of '\(leaf.path)' can't be decompressed") }
    return bytes
  }

  private static func zstd(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { output, count in
      let got = packed.withUnsafeBytes { ZSTD_decompress(output.baseAddress, size, $0.baseAddress, $0.count) }
      isWhole = ZSTD_isError(got) == 0 && got == size
      count = isWhole ? size : 0
    }
    return isWhole ? bytes : nil
  }
}
