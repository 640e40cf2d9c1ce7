import TestSupport
import Testing

/// A PNG of labels, as a file holds it (PNG, third edition). Upright's rows have no filter.
struct LabelFile: Equatable {
  /// 0 for grey levels, 3 for indices of a palette.
  var type: Int
  var depth: Int
  /// The labels row by row.
  var rows: [[Int]]
  /// The bytes of PLTE and tRNS; nil for a missing chunk.
  var palette: [UInt8]?
  var alphas: [UInt8]?

  init(_ rows: [[Int]], type: Int = 0, depth: Int = 8, palette: [UInt8]? = nil, alphas: [UInt8]? = nil) {
    (self.rows, self.type, self.depth) = (rows, type, depth)
    (self.palette, self.alphas) = (palette, alphas)
  }

  /// Reads a file.
  init(_ file: [UInt8]) throws {
    let number = { (place: Int) in file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    (depth, type) = (Int(file[24]), Int(file[25]))
    let bytes = TestDeflate.inflate(TestPNG.data(of: file))
    let rowBytes = 1 + (width * depth + 7) / 8
    try #require(bytes.count == height * rowBytes)
    var rows: [[Int]] = []
    for y in 0..<height {
      let row = Array(bytes[y * rowBytes..<(y + 1) * rowBytes])
      try #require(row[0] == 0)
      rows.append((0..<width).map { Self.label(row.dropFirst(), $0, depth: Int(file[24])) })
    }
    self.rows = rows
    palette = Self.chunk("PLTE", in: file)
    alphas = Self.chunk("tRNS", in: file)
  }

  /// The file, as another program may write it.
  func file(isInterlaced: Bool = false) -> [UInt8] {
    var png = TestPNG(rows[0].count, rows.count, type: type, depth: depth, isInterlaced: isInterlaced) {
      x, y, _ in rows[y][x]
    }
    png.chunks = [("PLTE", palette), ("tRNS", alphas)].compactMap { name, bytes in
      bytes.map { TestPNG.chunk(name, $0) }
    }
    return png.file
  }

  private static func label(_ row: ArraySlice<UInt8>, _ x: Int, depth: Int) -> Int {
    let row = Array(row)
    if depth == 16 { return Int(row[2 * x]) << 8 | Int(row[2 * x + 1]) }
    let bits = Int(row[x * depth / 8]) >> (8 - depth - x * depth % 8)
    return bits & (1 << depth - 1)
  }

  private static func chunk(_ name: String, in file: [UInt8]) -> [UInt8]? {
    var place = 8
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if file[place + 4..<place + 8].elementsEqual(name.utf8) {
        return Array(file[(place + 8)...].prefix(length))
      }
      place += 12 + length
    }
    return nil
  }
}
