import ImageModel

/// Reads bits, the highest bit of each byte first.
struct BitFields {
  private let bytes: [UInt8]
  private var place = 0

  /// A reader of all bits in `bytes`.
  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// A reader of a NAL unit's payload. The reader leaves out the emulation prevention bytes (ITU-T H.265,
  /// 7.3.1.1).
  init(unescaped payload: ArraySlice<UInt8>) {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in payload {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  mutating func skip(_ count: Int) throws(ImageError) {
    guard count <= bytes.count * 8 - place else { throw .cutHeader }
    place += count
  }

  /// Takes the next `count` bits as a number; `count` is 0...32.
  mutating func number(_ count: Int) throws(ImageError) -> Int {
    let first = place
    try skip(count)
    var number = 0
    for bit in first..<place {
      let byte = Int(bytes[bit / 8])
      number = number << 1 | byte >> (7 - bit % 8) & 1
    }
    return number
  }

  /// The next bit.
  mutating func flag() throws(ImageError) -> Bool { try number(1) == 1 }

  /// The next Exp-Golomb number (ITU-T H.265, 9.2; `uvlc` of AV1, 4.10.3), at most 31 bits.
  mutating func golomb() throws(ImageError) -> Int {
    var zeros = 0
    while try number(1) == 0 { zeros += 1 }
    guard zeros < 31 else { throw .cutHeader }
    return try 1 << zeros - 1 + number(zeros)
  }
}
