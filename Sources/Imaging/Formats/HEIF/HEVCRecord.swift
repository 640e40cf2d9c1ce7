import ImageModel

/// `hvcC`: the parameter sets of a picture coded by HEVC (ISO/IEC 14496-15, 8.3.2.1).
struct HEVCRecord {
  /// The number of bytes in the length field before each unit in the picture's data.
  let lengthBytes: Int
  /// The parameter sets, in their order.
  private(set) var units: [(kind: HEVCUnit, bytes: [UInt8])] = []

  /// Reads the content of an `hvcC` box.
  ///
  /// - Throws: `bad_header`.
  init(_ bytes: [UInt8]) throws(ImageError) {
    var fields = HeaderFields(bytes, isBigEndian: true)
    try fields.skip(21)
    lengthBytes = try fields.number(1) & 3 + 1
    for _ in 0..<(try fields.number(1)) {
      let kind = HEVCUnit(rawValue: try fields.number(1) & 0x3F)
      for _ in 0..<(try fields.number(2)) {
        let unit = try fields.take(fields.number(2))
        if let kind, kind == HEVCUnit(of: unit) { units.append((kind, unit)) }
      }
    }
  }
}
