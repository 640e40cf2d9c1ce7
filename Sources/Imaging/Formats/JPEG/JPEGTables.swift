import ImageModel

/// These functions read tables only to refuse the broken tables that libjpeg refuses.
extension JPEGHeaderReader {
  /// Reads Huffman tables (ITU-T T.81, B.2.4.2).
  mutating func huffmanTables() throws(ImageError) {
    var left = try input.next16() - 2
    while left > 16 {
      let index = try input.next()
      var count = 0
      for _ in 0..<16 { count += Int(try input.next()) }
      left -= 17
      guard count <= 256, count <= left, index & 0xEF < 4 else { throw badTable("Huffman") }
      input.skip(count)
      left -= count
    }
    guard left == 0 else { throw badTable("Huffman") }
  }

  /// Reads quantization tables (ITU-T T.81, B.2.4.1).
  mutating func quantizationTables() throws(ImageError) {
    var left = try input.next16() - 2
    while left > 0 {
      let head = try input.next()
      guard head & 15 < 4 else { throw badTable("quantization") }
      let bytes = head >> 4 == 0 ? 64 : 128
      input.skip(bytes)
      left -= 1 + bytes
    }
    guard left == 0 else { throw badTable("quantization") }
  }

  /// Reads the conditions of arithmetic coding (ITU-T T.81, B.2.4.3).
  mutating func arithmeticConditions() throws(ImageError) {
    var left = try input.next16() - 2
    while left > 0 {
      let index = try input.next()
      let value = try input.next()
      left -= 2
      guard index < 32, index >= 16 || value & 15 <= value >> 4 else { throw badTable("arithmetic coding") }
    }
    guard left == 0 else { throw badTable("arithmetic coding") }
  }

  /// Reads the restart interval (ITU-T T.81, B.2.4.4).
  mutating func restartInterval() throws(ImageError) {
    guard try input.next16() == 4 else { throw badTable("restart interval") }
    input.skip(2)
  }

  private func badTable(_ name: String) -> ImageError {
    ImageError(.badHeader, "its \(name) table is broken")
  }
}
