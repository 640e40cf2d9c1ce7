/// Headers of formats other than JPEG for tests, byte by byte and without the code under test. They have no real
/// picture data, and checksums are 0.
package enum PictureBuilder {
  /// A number of `count` bytes, the lowest first.
  package static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 255) }
  }

  /// A number of `count` bytes, the highest first.
  package static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }
}

extension PictureBuilder {
  package static func pngChunk(_ type: String, _ payload: [UInt8] = []) -> [UInt8] {
    big(payload.count, 4) + type.utf8 + payload + [0, 0, 0, 0]
  }

  package static func ihdr(
    _ width: Int = 640, _ height: Int = 480, depth: UInt8 = 8, type: UInt8 = 2, interlace: UInt8 = 0
  ) -> [UInt8] {
    pngChunk("IHDR", big(width, 4) + big(height, 4) + [depth, type, 0, 0, interlace])
  }

  /// A PNG of these chunks between signature and `IEND`.
  package static func png(_ chunks: [[UInt8]]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.joined() + pngChunk("IEND")
  }

  /// An uncompressed `iTXt` with XMP.
  package static func xmpChunk(_ packet: String) -> [UInt8] {
    pngChunk("iTXt", Array("XML:com.adobe.xmp\0\0\0en\0\0".utf8) + Array(packet.utf8))
  }
}

extension PictureBuilder {
  /// A RIFF chunk, padded to an even length.
  package static func riffChunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    Array(type.utf8) + little(payload.count, 4) + payload + (payload.count % 2 == 1 ? [0] : [])
  }

  package static func webp(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.joined()
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  package static func vp8(_ width: Int, _ height: Int) -> [UInt8] {
    riffChunk("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2) + [1, 2, 3])
  }

  package static func vp8l(_ width: Int, _ height: Int, alpha: Bool) -> [UInt8] {
    riffChunk("VP8L", [0x2F] + little(width - 1 | (height - 1) << 14 | (alpha ? 1 << 28 : 0), 4) + [9])
  }

  package static func vp8x(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
    riffChunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
  }
}

extension PictureBuilder {
  /// A GIF with a global table of four colours, if any.
  package static func gif(_ width: Int, _ height: Int, table: Bool = true, _ blocks: [[UInt8]]) -> [UInt8] {
    Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [table ? 0x81 : 0, 0, 0]
      + [UInt8](repeating: 7, count: table ? 12 : 0) + blocks.joined() + [0x3B]
  }

  /// A graphic control extension.
  package static func gifControl(transparent: Bool) -> [UInt8] {
    [0x21, 0xF9, 4, transparent ? 1 : 0, 10, 0, 0, 0]
  }

  /// A frame with two sub-blocks of data; `table` is the bits of its own table.
  package static func gifFrame(
    _ width: Int, _ height: Int, at corner: (Int, Int) = (0, 0), table: Int? = nil, interlaced: Bool = false
  ) -> [UInt8] {
    let flags = (table.map { 0x80 | $0 - 1 } ?? 0) | (interlaced ? 0x40 : 0)
    return [0x2C] + [corner.0, corner.1, width, height].flatMap { little($0, 2) } + [UInt8(flags)]
      + [UInt8](repeating: 3, count: table.map { 3 << $0 } ?? 0) + [2, 3, 0x2C, 0x21, 0x3B, 1, 0x55, 0]
  }
}

extension PictureBuilder {
  /// A bitmap of OS/2 1.x.
  package static func coreBMP(_ width: Int, _ height: Int, depth: Int) -> [UInt8] {
    bmp(little(12, 4) + little(width, 2) + little(height, 2) + little(1, 2) + little(depth, 2))
  }

  /// A bitmap whose information header is `length` long; `masks` stand at its byte 40.
  package static func bmp(
    _ width: Int, _ height: Int, depth: Int, length: Int = 40, compression: Int = 0, masks: [Int] = []
  ) -> [UInt8] {
    let start =
      little(length, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(depth, 2)
      + little(compression, 4) + [UInt8](repeating: 0, count: 20) + masks.flatMap { little($0, 4) }
    return bmp(start + [UInt8](repeating: 0, count: max(0, length - start.count)))
  }

  /// The file header and what stands behind it.
  private static func bmp(_ header: [UInt8]) -> [UInt8] {
    Array("BM".utf8) + little(14 + header.count, 4) + [0, 0, 0, 0] + little(14 + header.count, 4) + header
  }
}
