/// What numbers in a file say of its colours: CICP (ITU-T H.273) in `colr` and `cICP`, or PNG's `gAMA` and `cHRM`.
package struct ColorCoding: Hashable, Sendable {
  /// What H.273 calls colour primaries and transfer characteristics.
  package struct Numbers: Hashable, Sendable {
    package var primaries: Int
    package var transfer: Int

    /// Those that say nothing.
    static let unspecified = Numbers(primaries: 2, transfer: 2)

    /// The HDR transfer that samples have, by name; nil for others.
    package var hdrTransfer: String? {
      switch transfer {
      case 16: "PQ (SMPTE ST 2084)"
      case 18: "HLG (ARIB STD-B67)"
      default: nil
      }
    }
  }

  private var chromaticities: Chromaticities
  private var curve: ToneCurve
  /// Numbers that say the same; nil where the file has none.
  package let numbers: Numbers?

  /// From CICP: what isn't specified counts as in sRGB. nil for numbers that no profile is made of.
  init?(_ numbers: Numbers) {
    let primaries = Chromaticities(number: numbers.primaries == 2 ? 1 : numbers.primaries)
    let curve = ToneCurve(number: numbers.transfer == 2 ? 13 : numbers.transfer)
    guard let primaries, let curve else { return nil }
    (chromaticities, self.curve, self.numbers) = (primaries, curve, numbers)
  }

  /// From `gAMA`, an exponent of 1/100000, and `cHRM`: what is missing or can't be counts as in sRGB.
  init(gamma: Int?, _ chromaticities: Chromaticities?) {
    let usable = chromaticities.flatMap { $0.isUsable ? $0 : nil }
    self.chromaticities = usable ?? .bt709
    curve = gamma.flatMap(Self.curve) ?? .srgb
    numbers = nil
  }

  /// The curve of a `gAMA`; nil for none. What is written for sRGB is 45455, or 1/2.2 rounded in other ways.
  private static func curve(gamma: Int) -> ToneCurve? {
    guard (10_000...1_000_000).contains(gamma), !(45_000...46_000).contains(gamma) else { return nil }
    return .gamma(100_000 / Double(gamma))
  }

  /// A profile that says the same, of grey or of RGB; nil where that is sRGB.
  package func profile(isGrey: Bool) -> [UInt8]? {
    let isNarrow = isGrey || chromaticities.isNear(.bt709)
    if curve == .srgb {
      if isNarrow { return nil }
      if chromaticities.isNear(.p3) { return BuiltInProfile.displayP3.bytes }
    }
    return BuiltInProfile.profile(
      name, curve: curve, columns: isGrey ? [] : chromaticities.primaries,
      adaptation: chromaticities.adaptation)
  }

  private var name: String {
    numbers.map { "CICP \($0.primaries)/\($0.transfer)" } ?? "PNG gAMA and cHRM"
  }
}
