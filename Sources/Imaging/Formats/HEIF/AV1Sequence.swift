import System
import ImageModel

/// The fields of AV1's sequence header (AV1 Bitstream & Decoding Process, 5.5), up to the colours.
struct AV1Sequence {

  /// The colours in `color_config` (5.5.2); nil if they are unspecified.
  let colors: ColorCoding.Numbers?

  /// Reads the first sequence header among the open bitstream units in `data` (5.3); nil if there is none.
  ///
  /// - Throws: `bad_header` if the data ends within the sequence header.
  init?(in data: [UInt8]) throws(ImageError) {
    let sequenceHeader = 1
    var rest = data[...]
    while let head = rest.popFirst() {
      if head & 4 != 0 { _ = rest.popFirst() }
      let length = head & 2 != 0 ? try Self.length(&rest) : rest.count
      if Int(head >> 3 & 15) == sequenceHeader {
        var bits = BitFields(rest.prefix(length))
        colors = try Self.colors(&bits)
        return
      }
      rest = rest.dropFirst(length)
    }
    return nil
  }

  /// Takes a number coded as `leb128` (4.10.5) from `rest`.
  private static func length(_ rest: inout ArraySlice<UInt8>) throws(ImageError) -> Int {
    var length = 0
    for place in 0..<8 {
      guard let byte = rest.popFirst() else { throw .cutHeader }
      length |= Int(byte & 0x7F) << (7 * place)
      if byte & 0x80 == 0 { break }
    }
    return length
  }

  /// Reads the colours in a `sequence_header_obu` (5.5.1).
  private static func colors(_ bits: inout BitFields) throws(ImageError) -> ColorCoding.Numbers? {
    let profile = try bits.number(3)
    try bits.skip(1)
    let isReducedStill = try bits.flag()
    if isReducedStill { try bits.skip(5) } else { try skipOperatingPoints(&bits) }
    let (widthBits, heightBits) = (try bits.number(4) + 1, try bits.number(4) + 1)
    try bits.skip(widthBits + heightBits)
    if !isReducedStill, try bits.flag() { try bits.skip(7) }
    try bits.skip(3)
    if !isReducedStill { try skipTools(&bits) }
    try bits.skip(3)
    let (high, professional) = (1, 2)
    let isDeep = try bits.flag()
    if profile == professional, isDeep { try bits.skip(1) }
    if profile != high { try bits.skip(1) }
    return try bits.flag() ? ColorCoding.Numbers(&bits) : nil
  }

  private static func skipOperatingPoints(_ bits: inout BitFields) throws(ImageError) {
    var delayBits: Int?
    if try bits.flag() {
      try bits.skip(64)
      if try bits.flag() { _ = try bits.golomb() }
      if try bits.flag() {
        delayBits = try bits.number(5) + 1
        try bits.skip(42)
      }
    }
    let hasDisplayDelay = try bits.flag()
    for _ in 0...(try bits.number(5)) {
      try bits.skip(12)
      if try bits.number(5) > 7 { try bits.skip(1) }
      if let delayBits, try bits.flag() { try bits.skip(2 * delayBits + 1) }
      if hasDisplayDelay, try bits.flag() { try bits.skip(4) }
    }
  }

  private static func skipTools(_ bits: inout BitFields) throws(ImageError) {
    try bits.skip(4)
    let hasOrder = try bits.flag()
    if hasOrder { try bits.skip(2) }
    let isScreenChosen = try bits.flag()
    let mayBeScreen = isScreenChosen ? true : try bits.flag()
    if mayBeScreen, try !bits.flag() { try bits.skip(1) }
    if hasOrder { try bits.skip(3) }
  }
}
