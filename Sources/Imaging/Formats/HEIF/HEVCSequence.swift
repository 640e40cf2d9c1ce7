import ImageModel

/// NAL units that hold parameters (ITU-T H.265, table 7-1).
enum HEVCUnit: Int {
  case video = 32
  case sequence, picture

  /// The kind that the unit's header gives (7.3.1.2). Nil if this enum doesn't list the kind, or if the
  /// unit's layer isn't 0.
  init?(of unit: [UInt8]) {
    guard unit.count > 2, unit[0] & 0x81 == 0, unit[1] >> 3 == 0 else { return nil }
    self.init(rawValue: Int(unit[0] >> 1 & 0x3F))
  }
}

/// The description of pictures in a sequence parameter set (ITU-T H.265, 7.3.2.2).
struct HEVCSequence {
  /// The size inside the conformance window.
  let size: PixelSize
  /// The coded size.
  let codedSize: PixelSize
  /// The chroma format: 0 for no chroma, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  let chroma: Int
  /// The highest number of bits in a sample. It is 64 higher if the colour planes are coded separately.
  let bits: Int
  /// The colours in the video usability information (annex E); nil if they are unspecified or can't be
  /// read.
  let colors: ColorCoding.Numbers?

  /// True if three conditions hold. Block padding explains why ``codedSize`` is larger than ``size``. Samples
  /// have at most 12 bits. The colour planes aren't coded separately.
  var isPlain: Bool {
    codedSize.width < size.width + 128 && codedSize.height < size.height + 128 && bits <= 12
  }

  /// Reads a NAL unit.
  ///
  /// - Throws: `bad_header`, `zero_size`.
  init(_ unit: [UInt8]) throws(ImageError) {
    var bits = BitFields(unescaped: unit.dropFirst(2))
    try bits.skip(4)
    let layers = try bits.number(3)
    try bits.skip(1)
    try Self.skipProfile(&bits, layers)
    _ = try bits.golomb()
    chroma = try bits.golomb()
    guard chroma <= 3 else { throw .cutHeader }
    let isSeparate = chroma == 3 ? try bits.number(1) == 1 : false
    codedSize = try PixelSize(inHeader: bits.golomb(), bits.golomb())
    var (width, height) = (codedSize.width, codedSize.height)
    if try bits.number(1) == 1 {
      let (across, down) = ([1, 2].contains(chroma) ? 2 : 1, chroma == 1 ? 2 : 1)
      for step in [across, across] { width -= step * min(try bits.golomb(), width) }
      for step in [down, down] { height -= step * min(try bits.golomb(), height) }
    }
    size = try PixelSize(inHeader: width, height)
    self.bits = 8 + max(try bits.golomb(), try bits.golomb()) + (isSeparate ? 64 : 0)
    colors = try? Self.colors(&bits, layers: layers)
  }

  /// Skips `profile_tier_level` (7.3.3).
  private static func skipProfile(_ bits: inout BitFields, _ layers: Int) throws(ImageError) {
    try bits.skip(96)
    guard layers > 0 else { return }
    var lengths = 0
    for _ in 0..<layers { lengths += try bits.number(1) * 88 + bits.number(1) * 8 }
    try bits.skip(2 * (8 - layers) + lengths)
  }
}
