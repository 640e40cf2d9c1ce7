extension TestTIFF {
  /// What a little-endian TIFF of strips says, read without the code under test: fields, and samples where strips are as they
  /// are or compressed by LZW, with the horizontal predictor or none (TIFF 6.0, sections 2, 13 and 14).
  package struct Content {
    /// Values of whole numbers, by tag.
    package var fields: [Int: [Int]] = [:]
    /// Channels interleaved; none where strips are compressed otherwise.
    package var samples: [Int] = []
  }

  /// Reads a file that is known to be sound.
  package static func content(_ file: [UInt8]) -> Content {
    let number = { (place: Int, count: Int) in
      (0..<count).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) }
    }
    var content = Content()
    let table = number(4, 4)
    for index in 0..<number(table, 2) {
      let field = table + 2 + 12 * index
      let (size, count) = ([1: 1, 3: 2, 4: 4, 7: 1][number(field + 2, 2)] ?? 0, number(field + 4, 4))
      let values = size * count <= 4 ? field + 8 : number(field + 8, 4)
      content.fields[number(field, 2)] = size == 0 ? [] : (0..<count).map { number(values + size * $0, size) }
    }
    let fields = content.fields
    let (bits, channels) = (fields[0x102]?[0] ?? 1, fields[0x115]?[0] ?? 1)
    let width = fields[0x100]?[0] ?? 0
    for (offset, count) in zip(fields[0x111] ?? [], fields[0x117] ?? []) {
      var bytes = Array(file[offset..<offset + count])
      switch fields[0x103]?[0] {
      case 1: break
      case 5: bytes = unpacked(bytes)
      default: return content
      }
      var samples = stride(from: 0, to: bytes.count, by: bits / 8).map {
        bits == 8 ? Int(bytes[$0]) : Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
      }
      for place in samples.indices where fields[0x13D] == [2] && place % (width * channels) >= channels {
        samples[place] = (samples[place] + samples[place - channels]) & (1 << bits - 1)
      }
      content.samples += samples
    }
    return content
  }

  /// Section 13: codes of 9 to 12 bits, the highest bit first, that get longer one code early.
  private static func unpacked(_ stream: [UInt8]) -> [UInt8] {
    let start: [[UInt8]] = (0..<258).map { $0 < 256 ? [UInt8($0)] : [] }
    var (table, last, out): ([[UInt8]], [UInt8], [UInt8]) = (start, [], [])
    var (place, width) = (0, 9)
    while place + width <= stream.count * 8 {
      var code = 0
      for bit in place..<place + width {
        let byte = Int(stream[bit / 8])
        code = code << 1 | byte >> (7 - bit % 8) & 1
      }
      place += width
      if code == 257 { break }
      if code == 256 {
        (table, last, width) = (start, [], 9)
        continue
      }
      let entry = code < table.count ? table[code] : last + [last[0]]
      out += entry
      if !last.isEmpty { table.append(last + [entry[0]]) }
      last = entry
      width = table.count >= 2047 ? 12 : table.count >= 1023 ? 11 : table.count >= 511 ? 10 : 9
    }
    return out
  }
}
