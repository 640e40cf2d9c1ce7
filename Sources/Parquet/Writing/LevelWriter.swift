/// Writes levels as runs of equal ones (`Encodings.md` of parquet-format, RLE/bit-packing hybrid).
struct LevelWriter {
  private var bytes: [UInt8] = []
  private var level = 0
  private var count = 0

  /// Adds a level below 256.
  mutating func add(_ level: Int) {
    if level != self.level { endRun() }
    self.level = level
    count += 1
  }

  private mutating func endRun() {
    if count == 0 { return }
    var header = UInt64(count) << 1
    while header >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: header) | 0x80)
      header >>= 7
    }
    bytes += [UInt8(header), UInt8(level)]
    count = 0
  }

  /// Returns and removes the runs, behind their length of 32 bits.
  mutating func take() -> [UInt8] {
    endRun()
    defer { bytes.removeAll(keepingCapacity: true) }
    return withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Array($0) } + bytes
  }
}
