/// TIFF files for tests, written without the code under test: strips and tiles, samples together or in planes, of any depth,
/// with the simplest streams of each compression, unless told otherwise (TIFF 6.0; RFC 1950 and 1951).
package struct TestTIFF {
  /// Values of the tag Compression.
  package enum Compression: Int, CaseIterable, Sendable {
    case none = 1
    case lzw = 5
    case deflate = 8
    case packBits = 32773
  }

  package var width: Int
  package var height: Int
  /// Samples of a pixel, and the bits of each.
  package var channels: Int
  package var bits: Int
  /// PhotometricInterpretation: 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK.
  package var photometric: Int
  /// SampleFormat (section 19): 1 unsigned, 2 signed, 3 floating-point. Samples are bit patterns.
  package var format = 1
  /// What each sample beyond the colours is: 1 alpha that is multiplied in, 2 alpha, 0 unknown.
  package var extra: [Int] = []
  package var compression = Compression.none
  /// Makes a strip's or tile's data, instead of the simplest stream.
  package var compress: (([UInt8]) -> [UInt8])?
  /// Stores each sample's difference from its left neighbour (section 14); samples have 8, 16 or 32 bits.
  package var isPredicted = false
  package var isPlanar = false
  package var rowsPerStrip = 5
  /// Nil for strips.
  package var tile: (width: Int, height: Int)?
  package var isBigEndian = false
  /// FillOrder 2.
  package var isReversed = false
  /// Three times 1 << bits values of 16 bits: all reds, all greens, all blues.
  package var map: [Int] = []
  /// Fields beside those of the picture.
  package var fields: [TIFFBuilder.Field] = []
  /// Pictures whose directories its field SubIFDs names.
  package var copies: [TestTIFF] = []
  /// Rows without gaps, channels interleaved, each 0..<1 << bits.
  package var samples: [Int]

  /// A picture whose samples a function of column, row and channel gives.
  package init(
    _ width: Int, _ height: Int, photometric: Int, channels: Int, bits: Int,
    _ sample: (Int, Int, Int) -> Int
  ) {
    (self.width, self.height, self.photometric) = (width, height, photometric)
    (self.channels, self.bits) = (channels, bits)
    samples = []
    for y in 0..<height {
      for x in 0..<width { for channel in 0..<channels { samples.append(sample(x, y, channel)) } }
    }
  }

  /// With NewSubfileType: 1 is a smaller copy, 4 a mask, 0 a picture.
  package func marked(_ kind: UInt8) -> TestTIFF {
    var marked = self
    let value = isBigEndian ? [0, 0, 0, kind] : [kind, 0, 0, 0]
    marked.fields.append(TIFFBuilder.Field(tag: 0xFE, type: 4, count: 1, value: value))
    return marked
  }

  /// The file: its strips or tiles, then its directory.
  package var file: [UInt8] { Self.file([self]) }

  /// The file of several pages of one byte order.
  package static func file(_ pages: [TestTIFF]) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: pages.first?.isBigEndian ?? false)
    var next = 0
    for page in pages.reversed() { next = page.append(to: &tiff, next: next) }
    tiff.setMain(next)
    return tiff.bytes
  }

  /// The file with its strips or tiles at its end, where a cut leaves the directory whole.
  package var fileEndingWithData: [UInt8] {
    var moved = self
    moved.shift = file.count - 8
    let file = moved.file
    return file + file[8..<8 + dataBytes]
  }

  /// Bytes of all strips or tiles; each begins at an even place.
  package var dataBytes: Int { blocks.reduce(0) { ($0 + 1) / 2 * 2 + $1.count } }

  /// Added to the offsets of strips or tiles.
  private var shift = 0

  /// Appends strips or tiles, then the directory, which is returned.
  private func append(to tiff: inout TIFFBuilder, next: Int) -> Int {
    let places = copies.map { $0.append(to: &tiff, next: 0) }
    var (offsets, counts): ([Int], [Int]) = ([], [])
    for block in blocks {
      offsets.append(tiff.append(block) + shift)
      counts.append(block.count)
    }
    let order = tiff
    let longs = { (tag: Int, values: [Int]) in
      TIFFBuilder.Field(tag: tag, type: 4, count: values.count, value: values.flatMap { order.number($0, 4) })
    }
    let shorts = { (tag: Int, values: [Int]) in
      TIFFBuilder.Field(tag: tag, type: 3, count: values.count, value: values.flatMap { order.number($0, 2) })
    }
    var all = [
      tiff.long(0x100, width), tiff.long(0x101, height),
      shorts(0x102, [Int](repeating: bits, count: channels)), tiff.short(0x103, compression.rawValue),
      tiff.short(0x106, photometric), tiff.short(0x115, channels), tiff.short(0x11C, isPlanar ? 2 : 1),
    ]
    if let tile {
      all += [tiff.long(0x142, tile.width), tiff.long(0x143, tile.height)]
      all += [longs(0x144, offsets), longs(0x145, counts)]
    } else {
      all += [longs(0x111, offsets), tiff.long(0x116, rowsPerStrip), longs(0x117, counts)]
    }
    if isReversed { all.append(tiff.short(0x10A, 2)) }
    if isPredicted { all.append(tiff.short(0x13D, 2)) }
    if format != 1 { all.append(shorts(0x153, [Int](repeating: format, count: channels))) }
    if !extra.isEmpty { all.append(shorts(0x152, extra)) }
    if !map.isEmpty { all.append(shorts(0x140, map)) }
    if !copies.isEmpty { all.append(longs(0x14A, places)) }
    let own = Set(fields.map(\.tag))
    all = all.filter { !own.contains($0.tag) } + fields
    return tiff.directory(all.sorted { $0.tag < $1.tag }, next: next)
  }

  /// Strips or tiles as they are stored, those of one plane after the other.
  package var blocks: [[UInt8]] {
    let size = tile ?? (width, rowsPerStrip)
    var blocks: [[UInt8]] = []
    for plane in 0..<(isPlanar ? channels : 1) {
      for y in stride(from: 0, to: height, by: size.height) {
        for x in stride(from: 0, to: width, by: size.width) {
          let rows = tile == nil ? min(size.height, height - y) : size.height
          let block = (y..<y + rows).map { row in
            packed(predicted((x..<x + size.width).map { pixel($0, row, isPlanar ? plane : nil) }))
          }
          let stored = compressed(block)
          blocks.append(isReversed ? stored.map(Self.reversed) : stored)
        }
      }
    }
    return blocks
  }

  /// The samples of a pixel, or one of them; what fills up tiles is 0.
  private func pixel(_ x: Int, _ y: Int, _ plane: Int?) -> [Int] {
    guard x < width, y < height else { return [Int](repeating: 0, count: plane == nil ? channels : 1) }
    let place = (y * width + x) * channels
    return plane.map { [samples[place + $0]] } ?? Array(samples[place..<place + channels])
  }

  /// The samples of a row of pixels, or their differences.
  private func predicted(_ pixels: [[Int]]) -> [Int] {
    guard isPredicted else { return pixels.flatMap { $0 } }
    return pixels.indices.flatMap { place in
      place == 0 ? pixels[0] : zip(pixels[place], pixels[place - 1]).map { ($0 - $1) & (1 << bits - 1) }
    }
  }

  /// Samples in whole bytes, the first one in the highest bits.
  private func packed(_ values: [Int]) -> [UInt8] {
    if bits >= 16 {
      let bytes = bits / 8
      return values.flatMap { isBigEndian ? PictureBuilder.big($0, bytes) : PictureBuilder.little($0, bytes) }
    }
    if bits == 12 { return packed12(values) }
    let perByte = 8 / bits
    var bytes = [UInt8](repeating: 0, count: (values.count + perByte - 1) / perByte)
    for (place, value) in values.enumerated() {
      bytes[place / perByte] |= UInt8(value << (8 - bits * (place % perByte + 1)))
    }
    return bytes
  }

  /// Each two samples in three bytes.
  private func packed12(_ values: [Int]) -> [UInt8] {
    let digits = values.flatMap { [$0 >> 8, $0 >> 4 & 15, $0 & 15] } + (values.count % 2 == 1 ? [0] : [])
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private func compressed(_ rows: [[UInt8]]) -> [UInt8] {
    if let compress { return compress(rows.flatMap { $0 }) }
    return switch compression {
    case .none: rows.flatMap { $0 }
    case .lzw: Self.lzw(rows.flatMap { $0 })
    case .deflate: TestPNG.stored(rows.flatMap { $0 })
    case .packBits: rows.flatMap(Self.packBits)
    }
  }

  /// Section 9: runs of bytes that differ.
  private static func packBits(_ row: [UInt8]) -> [UInt8] {
    stride(from: 0, to: row.count, by: 128).flatMap { place -> [UInt8] in
      let run = row[place..<min(place + 128, row.count)]
      return [UInt8(run.count - 1)] + run
    }
  }

  /// Section 13: a table that is cleared before codes get longer than 9 bits, so that each byte stands for itself.
  private static func lzw(_ bytes: [UInt8]) -> [UInt8] {
    var codes: [Int] = []
    for (place, byte) in bytes.enumerated() { codes += (place % 200 == 0 ? [256] : []) + [Int(byte)] }
    var (stream, rest, count): ([UInt8], Int, Int) = ([], 0, 0)
    for code in codes + [257] {
      (rest, count) = (rest << 9 | code, count + 9)
      while count >= 8 {
        count -= 8
        stream.append(UInt8(rest >> count & 255))
      }
      rest &= 1 << count - 1
    }
    return stream + (count > 0 ? [UInt8(rest << (8 - count) & 255)] : [])
  }

  private static func reversed(_ byte: UInt8) -> UInt8 {
    (0..<8).reduce(0) { $0 | (byte >> UInt8($1) & 1) << UInt8(7 - $1) }
  }
}
