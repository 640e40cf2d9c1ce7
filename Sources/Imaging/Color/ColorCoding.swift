/// Colours that a file describes by numbers: CICP (ITU-T H.273) in `colr` and `cICP`, or PNG's `gAMA` and
/// `cHRM`.
package struct ColorCoding: Hashable, Sendable {
  /// Colour primaries and transfer characteristics (ITU-T H.273).
  package struct Numbers: Hashable, Sendable {
    package var primaries: Int
    package var transfer: Int

    /// The numbers for "unspecified".
    static let unspecified = Numbers(primaries: 2, transfer: 2)

    /// The name of the transfer function, if it is an HDR function; nil otherwise.
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
  /// The CICP numbers of these colours; nil if the colours come from `gAMA` and `cHRM`.
  package let numbers: Numbers?

  /// The colours that CICP numbers describe; nil if no profile can be made of these colours. An unspecified
  /// number counts as sRGB's number.
  init?(_ numbers: Numbers) {
    let primaries = Chromaticities(number: numbers.primaries == 2 ? 1 : numbers.primaries)
    let curve = ToneCurve(number: numbers.transfer == 2 ? 13 : numbers.transfer)
    guard let primaries, let curve else { return nil }
    (chromaticities, self.curve, self.numbers) = (primaries, curve, numbers)
  }

  /// The colours of `gAMA` and `cHRM`. `gamma` is an exponent times 100,000. A missing or impossible value
  /// counts as sRGB's.
  init(gamma: Int?, _ chromaticities: Chromaticities?) {
    let usable = chromaticities.flatMap { $0.isUsable ? $0 : nil }
    self.chromaticities = usable ?? .bt709
    curve = gamma.flatMap(Self.curve) ?? .srgb
    numbers = nil
  }

  /// The curve of a `gAMA`; nil for sRGB's curve and for an impossible value. Writers mean sRGB by 45455,
  /// which is 1/2.2, and by values near it.
  private static func curve(gamma: Int) -> ToneCurve? {
    guard (10_000...1_000_000).contains(gamma), !(45_000...46_000).contains(gamma) else { return nil }
    return .gamma(100_000 / Double(gamma))
  }

  /// A grey or RGB profile of these colours; nil if the colours are sRGB's.
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
