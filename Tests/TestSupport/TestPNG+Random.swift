import CZlib

extension TestPNG {
  /// Each colour type with a depth that it allows (PNG, third edition, table 11.1).
  package static let kinds = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16),
    (6, 8), (6, 16),
  ]

  /// A picture of random kind, size, content, filters and compression. Some have transparent colours, and some
  /// palettes lack colours that the picture uses.
  package static func random(
    _ random: inout some RandomNumberGenerator, sides: ClosedRange<Int> = 1...40
  ) -> TestPNG {
    let (type, depth) = kinds.randomElement(using: &random) ?? (2, 8)
    let (width, height) = (Int.random(in: sides, using: &random), Int.random(in: sides, using: &random))
    let most = 1 << depth
    // Noise, a flat picture, a gradient: no filter suits them all.
    let (noise, slope, base) = (
      Int.random(in: 0...most / 2, using: &random), Int.random(in: 0...9, using: &random),
      Int.random(in: 0..<most, using: &random)
    )
    var numbers = SplitMix64(seed: random.next())
    var png = TestPNG(width, height, type: type, depth: depth) { x, y, channel in
      (base + slope * (x + 2 * y + channel) + Int.random(in: 0...noise, using: &numbers)) & (most - 1)
    }
    png.isInterlaced = Int.random(in: 0..<8, using: &random) == 0
    if type == 3 {
      let isShort = Int.random(in: 0..<4, using: &random) == 0
      let colors = isShort ? Int.random(in: 1...most, using: &random) : most
      png.chunks = [chunk("PLTE", (0..<3 * colors).map { UInt8($0 * 37 & 255) })]
      if Bool.random(using: &random) {
        png.chunks.append(chunk("tRNS", (0..<(colors + 1) / 2).map { UInt8($0) }))
      }
    } else if type < 4, Int.random(in: 0..<4, using: &random) == 0 {
      png.chunks = [chunk("tRNS", png.samples.prefix(png.channels).flatMap { PictureBuilder.big($0, 2) })]
    }
    let filters = (0..<height).map { _ in Int.random(in: 0..<5, using: &random) }
    let same = Int.random(in: 0..<10, using: &random)
    png.filter = { same < 5 ? same : filters[$0] }
    let deflate = TestDeflate.random(&random)
    png.compress = deflate.compress
    png.chunkBytes = Bool.random(using: &random) ? .max : Int.random(in: 1...300, using: &random)
    return png
  }

  /// True if a decode gives alpha.
  package var hasAlpha: Bool { type >= 4 || chunks.contains { $0[4..<8].elementsEqual("tRNS".utf8) } }
}

/// zlib's Deflate, with parameters that make all kinds of blocks.
package struct TestDeflate {
  private let level, windowBits, memory, strategy: Int32

  /// The smallest streams.
  package static let smallest = TestDeflate(level: 9, windowBits: 15, memory: 9, strategy: Z_DEFAULT_STRATEGY)

  package static func random(_ random: inout some RandomNumberGenerator) -> TestDeflate {
    TestDeflate(
      level: .random(in: 0...9, using: &random), windowBits: .random(in: 9...15, using: &random),
      memory: .random(in: 1...9, using: &random),
      strategy: [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED].randomElement(using: &random)
        ?? Z_DEFAULT_STRATEGY)
  }

  /// The data of a zlib stream; empty if it is damaged or has more than `most` bytes.
  package static func inflate(_ stream: [UInt8], most: Int = 1 << 24) -> [UInt8] {
    var data = [UInt8](repeating: 0, count: most)
    var count = UInt(most)
    guard uncompress(&data, &count, stream, UInt(stream.count)) == Z_OK else { return [] }
    return Array(data.prefix(Int(count)))
  }

  /// A zlib stream of `data`.
  package func compress(_ data: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(&stream, level, Z_DEFLATED, windowBits, memory, strategy, ZLIB_VERSION, size) == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    var input = data
    var output = [UInt8](repeating: 0, count: 2 * data.count + 1000)
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { return [] }
        return Array(output.prefix(Int(stream.total_out)))
      }
    }
  }
}
