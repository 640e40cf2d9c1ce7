import System
import TestSupport
import Testing

@testable import Parquet

/// Blocks that were made by hand, by the descriptions of the formats.
@Suite struct CodecTests {
  private static let leaf = ParquetLeaf(
    index: 0, path: "a", type: .byteArray, valueBytes: nil, meaning: .binary, definition: 0, repetition: 0)

  private func decoded(_ codec: ParquetCodec, _ packed: [UInt8], _ size: Int) -> String? {
    (try? codec.decoded(packed[...], size: size, of: Self.leaf)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Snappy: literals with and without a length of their own, and all three kinds of copies")
  func snappy() {
    let abc = Array("abc".utf8)
    #expect(decoded(.snappy, [11, 0x08] + abc + [0x11, 3], 11) == "abcabcabcab")
    #expect(decoded(.snappy, [6, 0x08] + abc + [0x0A, 3, 0], 6) == "abcabc")
    #expect(decoded(.snappy, [5, 0x08] + abc + [0x07, 3, 0, 0, 0], 5) == "abcab")
    let long = Array(repeating: UInt8(ascii: "x"), count: 61)
    #expect(decoded(.snappy, [61, 0xF0, 60] + long, 61) == String(repeating: "x", count: 61))
    #expect(decoded(.snappy, [61, 0xF4, 60, 0] + long, 61) == String(repeating: "x", count: 61))
    // A distance of 256 and more has its upper bits in the tag.
    let many = Array(repeating: UInt8(ascii: "y"), count: 256)
    let packed = [0x85, 2, 0xF0, 0, UInt8(ascii: "x"), 0xF0, 255] + many + [0x21, 1]
    #expect(decoded(.snappy, packed, 261) == "x" + String(repeating: "y", count: 256) + "xyyy")
  }

  @Test("LZ4: a repeated part, a long length, and the last literals")
  func lz4() {
    let block: [UInt8] = [0x34] + Array("abc".utf8) + [3, 0, 0x50] + Array("vwxyz".utf8)
    #expect(decoded(.lz4, block, 16) == "abcabcabcabvwxyz")
    let long: [UInt8] = [0x1F, UInt8(ascii: "a"), 1, 0, 255, 1, 0x10, UInt8(ascii: "b")]
    #expect(decoded(.lz4, long, 277) == String(repeating: "a", count: 276) + "b")
    let frame: [UInt8] = [0, 0, 0, 16, 0, 0, 0, UInt8(block.count)] + block
    #expect(decoded(.oldLZ4, frame + frame, 32) == "abcabcabcabvwxyzabcabcabcabvwxyz")
    #expect(decoded(.oldLZ4, block, 16) == "abcabcabcabvwxyz")
  }

  @Test("gzip: one member of the program gzip")
  func gzip() throws {
    let text = String(repeating: "abc", count: 50_000)
    let packed = try GzipProgram.compressed(Array(text.utf8))
    #expect(decoded(.gzip, packed, 150_000) == text)
    #expect(decoded(.gzip, packed, 149_999) == nil)
    #expect(decoded(.gzip, packed, 150_001) == nil)
    #expect(decoded(.gzip, packed.dropLast(9), 150_000) == nil)
  }

  @Test("zstd: a frame of the program zstd 1.5.4, and one of our own")
  func zstd() throws {
    // printf abcabcabcabcabcabcabcabc | zstd -q --no-check
    let frame: [UInt8] = [
      0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58, 0x4D, 0x00, 0x00, 0x18, 0x61, 0x62, 0x63, 0x01, 0x00, 0x7E, 0x6E,
      0x08,
    ]
    #expect(decoded(.zstd, frame, 24) == String(repeating: "abc", count: 8))
    let text = String(repeating: "abc", count: 50_000)
    #expect(decoded(.zstd, try ZstdCompressor().compressed(Array(text.utf8)), 150_000) == text)
  }

  @Test(
    "Blocks that end early, or name bytes that aren't there, are refused",
    arguments: [
      (ParquetCodec.snappy, [11, 0x08, 97, 98, 99, 0x11, 4] as [UInt8], 11),
      (.snappy, [11, 0x08, 97, 98, 99, 0x11, 0], 11), (.snappy, [11, 0x08, 97, 98], 11),
      (.snappy, [4, 0x08, 97, 98, 99], 4), (.snappy, [2, 0x08, 97, 98, 99], 2),
      (.snappy, [11, 0x08, 97, 98, 99, 0x11], 11), (.snappy, [0x80, 0x80], 11),
      (.snappy, [12, 0x08, 97, 98, 99, 0x11, 3], 11),
      (.snappy, [11, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 1], 11), (.lz4, [0x34, 97, 98, 99, 4, 0, 0x10, 97], 12),
      (.lz4, [0x34, 97, 98, 99, 0, 0, 0x10, 97], 12), (.lz4, [0x34, 97, 98, 99, 3, 0], 11),
      (.lz4, [0x34, 97, 98, 99, 3], 11), (.lz4, [0xF0, 255, 255], 9), (.lz4, [0x1F, 97, 1, 0, 255], 11),
      (.lz4, [0x50, 97, 98, 99], 5), (.oldLZ4, [0, 0, 0, 9, 0, 0, 0, 1, 0x10], 9),
      (.zstd, [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58], 24), (.zstd, [1, 2, 3], 24),
      (.gzip, [0x1F, 0x8B, 8, 0], 24), (.uncompressed, [1, 2], 3), (.uncompressed, [1, 2], 1),
    ])
  func damage(_ codec: ParquetCodec, _ packed: [UInt8], _ size: Int) {
    let fault = #expect(throws: ParquetFault.self) {
      try codec.decoded(packed[...], size: size, of: Self.leaf)
    }
    #expect(fault?.kind == .damaged)
  }

  @Test(
    "A size that the bytes can't have is refused",
    arguments: [ParquetCodec.uncompressed, .snappy, .gzip, .lz4, .oldLZ4, .zstd])
  func lies(_ codec: ParquetCodec) {
    let most = codec == .zstd ? 32768 : codec == .gzip ? 1032 : 256
    let fault = #expect(throws: ParquetFault.self) {
      try codec.decoded([0x28, 0xB5, 0x2F, 0xFD], size: 4 * most + 1, of: Self.leaf)
    }
    #expect(fault?.message == "a page of 'a' names a size that its bytes can't have")
  }
}
