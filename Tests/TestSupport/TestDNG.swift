/// DNGs for tests, written without the code under test (Adobe DNG Specification 1.4; ITU-T T.81, process 14). The
/// camera's colours are linear sRGB, so that values can be computed by hand.
package struct TestDNG {
  /// How the raw data is stored.
  package enum Storage: Hashable, Sendable, CaseIterable {
    /// Samples of 16 bits.
    case plain
    /// Samples of ``TestDNG/bits`` bits without gaps, each row in whole bytes.
    case packed
    /// Lossless JPEG.
    case jpeg
  }

  /// A JPEG in a directory of its own. The first preview stands in IFD0, the others in SubIFDs.
  package struct Preview: Sendable {
    package var stream: [UInt8]
    package var width: Int
    package var height: Int
    /// The orientation tag of its directory, beside that of IFD0.
    package var tag: Int?
    package var kind = 1
    /// PreviewColorSpace.
    package var colors = 2

    package init(_ stream: [UInt8], _ width: Int, _ height: Int) {
      (self.stream, self.width, self.height) = (stream, width, height)
    }
  }

  /// The colours of a cell of 2x2 pixels: 0 red, 1 green, 2 blue.
  package static let patterns = [[0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1], [2, 1, 1, 0]]

  package var width: Int
  package var height: Int
  package var bits = 14
  package var storage = Storage.plain
  /// Counted from the active area; nil for three samples in each pixel.
  package var pattern: [Int]? = [0, 1, 1, 2]
  /// One level, or one for each pixel of a cell.
  package var black = [512]
  package var white = 16383
  /// AsShotNeutral in thousandths.
  package var neutral = [1000, 1000, 1000]
  package var orientation: Int?
  /// Top, left, bottom and right.
  package var activeArea: [Int]?
  /// Left, top, width and height in the active area.
  package var crop: [Int]?
  package var tile: (width: Int, height: Int)?
  package var rowsPerStrip: Int?
  package var previews: [Preview] = []
  package var isBigEndian = false
  package var camera = ("Upright", "Test")
  /// Fields of the raw picture's directory in place of its own.
  package var fields: [TIFFBuilder.Field] = []
  /// True for a file without DNGVersion, as makers' own formats are.
  package var isBare = false
  /// The share of the way from black to white, 0...1, for column, row and colour.
  package var light: (Int, Int, Int) -> Double

  /// A picture of the light that a function of column, row and colour gives.
  package init(_ width: Int, _ height: Int, _ light: @escaping (Int, Int, Int) -> Double) {
    (self.width, self.height, self.light) = (width, height, light)
  }

  /// The samples of a pixel as the sensor gives them.
  package func samples(_ x: Int, _ y: Int) -> [Int] {
    let (left, top) = (activeArea?[1] ?? 0, activeArea?[0] ?? 0)
    // Odd places before the active area count too.
    let place = (y - top) & 1 * 2 | (x - left) & 1
    let colors = pattern.map { [$0[place]] } ?? [0, 1, 2]
    return colors.map { color in
      let level = black[black.count == 4 ? place : 0]
      let share = light(x - left, y - top, color) * Double(neutral[color]) / 1000
      return level + Int((share * Double(white - level)).rounded())
    }
  }

  /// The file: raw data, previews and directories.
  package var file: [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    let raw = append(to: &tiff)
    let common = commonFields(tiff)
    guard let first = previews.first else {
      tiff.setMain(tiff.directory(sorted(raw + common)))
      return tiff.bytes
    }
    var places = [tiff.directory(sorted(raw))]
    for preview in previews.dropFirst() {
      let fields = directory(of: preview, &tiff)
      places.append(tiff.directory(sorted(fields)))
    }
    let order = tiff
    let sub = TIFFBuilder.Field(
      tag: 0x14A, type: 4, count: places.count, value: places.flatMap { order.number($0, 4) })
    let fields = directory(of: first, &tiff)
    tiff.setMain(tiff.directory(sorted(fields + common + [sub])))
    return tiff.bytes
  }

  private func sorted(_ fields: [TIFFBuilder.Field]) -> [TIFFBuilder.Field] {
    fields.sorted { $0.tag < $1.tag }
  }

  private func commonFields(_ tiff: TIFFBuilder) -> [TIFFBuilder.Field] {
    let matrix = [32405, -15371, -4985, -9693, 18760, 416, 556, -2040, 10572]
    var fields = [
      tiff.ascii(0x10F, camera.0), tiff.ascii(0x110, camera.1), tiff.ascii(0x132, "2026:11:26 10:00:00"),
      TIFFBuilder.Field(
        tag: 0xC621, type: 10, count: 9, value: matrix.flatMap { tiff.number($0, 4) + tiff.number(10000, 4) }),
      tiff.short(0xC65A, 21),
      TIFFBuilder.Field(
        tag: 0xC628, type: 5, count: 3, value: neutral.flatMap { tiff.number($0, 4) + tiff.number(1000, 4) }),
    ]
    if !isBare { fields.append(TIFFBuilder.Field(tag: 0xC612, type: 1, count: 4, value: [1, 4, 0, 0])) }
    if let orientation { fields.append(tiff.short(0x112, orientation)) }
    return fields
  }

  private func directory(of preview: Preview, _ tiff: inout TIFFBuilder) -> [TIFFBuilder.Field] {
    let place = tiff.append(preview.stream)
    var fields = [
      tiff.long(0xFE, preview.kind), tiff.long(0x100, preview.width), tiff.long(0x101, preview.height),
      TIFFBuilder.Field(tag: 0x102, type: 3, count: 3, value: (0..<3).flatMap { _ in tiff.number(8, 2) }),
      tiff.short(0x103, 7), tiff.short(0x106, 6), tiff.long(0x111, place), tiff.short(0x115, 3),
      tiff.long(0x116, preview.height), tiff.long(0x117, preview.stream.count),
      tiff.long(0xC71A, preview.colors),
    ]
    if let tag = preview.tag { fields.append(tiff.short(0x112, tag)) }
    return fields
  }

  /// Appends the raw data, and gives the fields of its directory.
  private func append(to tiff: inout TIFFBuilder) -> [TIFFBuilder.Field] {
    let (blocks, size) = (self.blocks, (width: width, height: height))
    var (offsets, counts): ([Int], [Int]) = ([], [])
    // Strips lie without gaps; a place in a TIFF is even.
    let isWhole = tile == nil && storage != .jpeg
    var place = isWhole ? tiff.append(blocks.flatMap { $0 }) : 0
    for block in blocks {
      if !isWhole { place = tiff.append(block) }
      offsets.append(place)
      counts.append(block.count)
      place += block.count
    }
    let order = tiff
    func field(_ tag: Int, _ type: Int, _ values: [Int]) -> TIFFBuilder.Field {
      let bytes = [1: 1, 3: 2, 4: 4][type] ?? 4
      return TIFFBuilder.Field(
        tag: tag, type: type, count: values.count, value: values.flatMap { order.number($0, bytes) })
    }
    let channels = pattern == nil ? 3 : 1
    var all = [
      field(0xFE, 4, [0]), field(0x100, 4, [size.width]), field(0x101, 4, [size.height]),
      field(0x102, 3, [Int](repeating: storage == .plain ? 16 : bits, count: channels)),
      field(0x103, 3, [storage == .jpeg ? 7 : 1]), field(0x106, 3, [pattern == nil ? 34892 : 32803]),
      field(0x115, 3, [channels]), field(0xC61D, 4, [Int](repeating: white, count: channels)),
      field(0xC61A, 4, black.count == 4 ? black : [Int](repeating: black[0], count: channels)),
    ]
    if black.count == 4 { all.append(field(0xC619, 3, [2, 2])) }
    if let pattern { all += [field(0x828D, 3, [2, 2]), field(0x828E, 1, pattern)] }
    if let activeArea { all.append(field(0xC68D, 4, activeArea)) }
    if let crop { all += [field(0xC61F, 4, Array(crop[..<2])), field(0xC620, 4, Array(crop[2...]))] }
    if let tile {
      all += [field(0x142, 4, [tile.width]), field(0x143, 4, [tile.height])]
      all += [field(0x144, 4, offsets), field(0x145, 4, counts)]
    } else {
      all += [field(0x111, 4, offsets), field(0x116, 4, [rowsPerStrip ?? height]), field(0x117, 4, counts)]
    }
    let own = Set(fields.map(\.tag))
    return all.filter { !own.contains($0.tag) } + fields
  }

  /// Strips or tiles as they are stored.
  private var blocks: [[UInt8]] {
    let size = tile ?? (width, rowsPerStrip ?? height)
    var blocks: [[UInt8]] = []
    for top in stride(from: 0, to: height, by: size.height) {
      for left in stride(from: 0, to: width, by: size.width) {
        let rows = tile == nil ? min(size.height, height - top) : size.height
        blocks.append(
          stored(
            (top..<top + rows).map { y in
              (left..<left + size.width).flatMap { samples(min($0, width - 1), min(y, height - 1)) }
            }))
      }
    }
    return blocks
  }

  private func stored(_ rows: [[Int]]) -> [UInt8] {
    switch storage {
    case .plain:
      return rows.flatMap {
        $0.flatMap { isBigEndian ? PictureBuilder.big($0, 2) : PictureBuilder.little($0, 2) }
      }
    case .packed:
      return rows.flatMap { row in
        var writer = BitWriter()
        for sample in row { writer.put(sample, bits) }
        return writer.finished(with: 0)
      }
    case .jpeg:
      return LosslessJPEG(rows, channels: pattern == nil ? 3 : 2, bits: bits).file
    }
  }
}

/// Puts numbers behind each other, the highest bit first.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var (held, count) = (0, 0)

  mutating func put(_ value: Int, _ bits: Int) {
    for place in (0..<bits).reversed() {
      held = held << 1 | value >> place & 1
      count += 1
      if count < 8 { continue }
      bytes.append(UInt8(held))
      (held, count) = (0, 0)
    }
  }

  /// The bytes, the last one filled up with a bit.
  mutating func finished(with bit: Int) -> [UInt8] {
    while count > 0 { put(bit, 1) }
    return bytes
  }
}

/// A lossless JPEG of one scan with predictor 1 (ITU-T T.81, H.1). Each class of differences has a code of 5 bits.
private struct LosslessJPEG {
  let file: [UInt8]

  /// Rows of samples, `channels` interleaved.
  init(_ rows: [[Int]], channels: Int, bits: Int) {
    var writer = BitWriter()
    for (y, row) in rows.enumerated() {
      for (x, sample) in row.enumerated() {
        let predicted = x >= channels ? row[x - channels] : y > 0 ? rows[y - 1][x] : 1 << (bits - 1)
        let difference = sample - predicted
        let size = Int.bitWidth - abs(difference).leadingZeroBitCount
        writer.put(size, 5)
        writer.put(difference < 0 ? difference + 1 << size - 1 : difference, size)
      }
    }
    let data = writer.finished(with: 1).flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }
    let sizes = [0, 0, 0, 0, 17] + [UInt8](repeating: 0, count: 11)
    let table = JPEGBuilder.segment(0xC4, [0] + sizes + (0..<17))
    let width = (rows.first?.count ?? 0) / channels
    let components: [UInt8] = (0..<UInt8(channels)).flatMap { [$0, 0x11, 0] }
    let size = PictureBuilder.big(rows.count, 2) + PictureBuilder.big(width, 2)
    let frame = JPEGBuilder.segment(0xC3, [UInt8(bits)] + size + [UInt8(channels)] + components)
    let tables: [UInt8] = (0..<UInt8(channels)).flatMap { [$0, 0] }
    let scan = JPEGBuilder.segment(0xDA, [UInt8(channels)] + tables + [1, 0, 0])
    let head: [UInt8] = [0xFF, 0xD8] + table + frame + scan
    file = head + data + [0xFF, 0xD9]
  }
}
