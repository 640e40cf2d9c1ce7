extension Collection<UInt8> {
  /// All bytes as one big-endian number.
  var number: Int { reduce(0) { $0 << 8 | Int($1) } }

  /// The big-endian number in `length` bytes at `offset` from the start; nil if some of these bytes don't
  /// exist.
  func number(at offset: Int, count length: Int) -> Int? {
    guard offset >= 0 else { return nil }
    let field = dropFirst(offset).prefix(length)
    return field.count == length ? field.number : nil
  }
}

extension [UInt8] {
  /// The lowest `length` bytes of `number`, in big-endian or little-endian order.
  init(_ number: Int, count length: Int, isBigEndian: Bool = true) {
    let low = (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    self = isBigEndian ? low.reversed() : low
  }
}
