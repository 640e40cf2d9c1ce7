extension Collection<UInt8> {
  /// The big-endian number in all bytes.
  var number: Int { reduce(0) { $0 << 8 | Int($1) } }

  /// The big-endian number in `length` bytes at `offset` from the start; nil if they don't all exist.
  func number(at offset: Int, count length: Int) -> Int? {
    guard offset >= 0 else { return nil }
    let field = dropFirst(offset).prefix(length)
    return field.count == length ? field.number : nil
  }
}

extension [UInt8] {
  /// The last `length` bytes of a number.
  init(_ number: Int, count length: Int, isBigEndian: Bool = true) {
    let low = (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    self = isBigEndian ? low.reversed() : low
  }
}
