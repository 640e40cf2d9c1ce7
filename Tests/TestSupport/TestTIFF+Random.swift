extension TestTIFF {
  /// A picture of random kind, size, content, layout and compression.
  package static func random(
    _ random: inout some RandomNumberGenerator, sides: ClosedRange<Int> = 1...40
  ) -> TestTIFF {
    let kinds = [(0, 1), (1, 1), (2, 3), (3, 1), (5, 4)]
    let (photometric, colors) = kinds.randomElement(using: &random) ?? (2, 3)
    let depths = photometric == 3 ? [1, 2, 4, 8] : [1, 2, 4, 8, 8, 8, 16, 16]
    let bits = depths.randomElement(using: &random) ?? 8
    let (width, height) = (Int.random(in: sides, using: &random), Int.random(in: sides, using: &random))
    let extras = max(0, Int.random(in: -2...2, using: &random))
    // Noise, a flat picture, a gradient: strings of all lengths.
    let noise = Int.random(in: 0..<1 << bits, using: &random)
    let slope = Int.random(in: 0...5, using: &random)
    var numbers = SplitMix64(seed: random.next())
    var tiff = TestTIFF(width, height, photometric: photometric, channels: colors + extras, bits: bits) {
      x, y, channel in
      (slope * (x + 3 * y + channel) + Int.random(in: 0...noise, using: &numbers)) & (1 << bits - 1)
    }
    tiff.extra = (0..<extras).map { _ in Int.random(in: 0...2, using: &random) }
    if photometric == 3 { tiff.map = (0..<3 << bits).map { $0 * 7919 & 65535 } }
    tiff.isBigEndian = Bool.random(using: &random)
    tiff.isPredicted = bits >= 8 && Bool.random(using: &random)
    tiff.rowsPerStrip = Int.random(in: 1...height, using: &random)
    tiff.isReversed = Int.random(in: 0..<10, using: &random) == 0
    tiff.isPlanar = Int.random(in: 0..<10, using: &random) == 0
    if Int.random(in: 0..<10, using: &random) == 0 { tiff.tile = (16, 32) }
    tiff.compression = [.lzw, .lzw, .lzw, .deflate].randomElement(using: &random) ?? .lzw
    let (lzw, deflate) = (TestLZW.random(&random), TestDeflate.random(&random))
    tiff.compress = tiff.compression == .lzw ? lzw.compress : deflate.compress
    return tiff
  }
}

/// A writer of LZW data (TIFF 6.0, section 13).
package struct TestLZW {
  /// The table is cleared when it has this number of codes, at most 4,094.
  package var mostCodes = 4094
  package var hasEnd = true
  /// Data begins with a Clear.
  package var hasClear = true

  package init() {}

  package static func random(_ random: inout some RandomNumberGenerator) -> TestLZW {
    var lzw = TestLZW()
    if Bool.random(using: &random) { lzw.mostCodes = .random(in: 259...4094, using: &random) }
    lzw.hasEnd = Int.random(in: 0..<20, using: &random) > 0
    lzw.hasClear = Int.random(in: 0..<20, using: &random) > 0
    return lzw
  }

  /// The stream of `data`.
  package func compress(_ data: [UInt8]) -> [UInt8] {
    var (stream, rest, count): ([UInt8], Int, Int) = ([], 0, 0)
    var (table, next, width): ([Int: Int], Int, Int) = ([:], 258, 9)
    func put(_ code: Int) {
      (rest, count) = (rest << width | code, count + width)
      while count >= 8 {
        count -= 8
        stream.append(UInt8(rest >> count & 255))
      }
      rest &= 1 << count - 1
    }
    if hasClear { put(256) }
    var string: Int?
    for byte in data {
      guard let prefix = string else {
        string = Int(byte)
        continue
      }
      let key = prefix << 8 | Int(byte)
      if let longer = table[key] {
        string = longer
        continue
      }
      put(prefix)
      string = Int(byte)
      table[key] = next
      next += 1
      // The width grows one code early; a reader's table is one code behind.
      if next == 1 << width, width < 12 { width += 1 }
      if next > mostCodes {
        put(256)
        (table, next, width) = ([:], 258, 9)
      }
    }
    if let string {
      put(string)
      next += 1
      if next == 1 << width, width < 12 { width += 1 }
    }
    if hasEnd { put(257) }
    return stream + (count > 0 ? [UInt8(rest << (8 - count) & 255)] : [])
  }
}
