import Glibc

/// The numbers by which a gain map turns one rendition of a picture, the base, into another one, the alternate
/// (ISO 21496-1, clause 5; Adobe Gain Map 1.0).
///
/// A sample m of the map, 0...1, stands for the gain 2^(minimum + (maximum - minimum) · m^(1/gamma)). The
/// alternate is (base + base offset) · gain - alternate offset, in linear light.
package struct GainMapMetadata: Hashable, Sendable {
  /// The numbers for one colour channel. All but gamma are of any sign.
  package struct Channel: Hashable, Sendable {
    /// Binary logarithms of the least and the largest gain.
    package var minimum: Double
    package var maximum: Double
    package var gamma: Double
    package var baseOffset: Double
    package var alternateOffset: Double

    package init(
      minimum: Double, maximum: Double, gamma: Double, baseOffset: Double, alternateOffset: Double
    ) {
      self.minimum = minimum
      self.maximum = maximum
      self.gamma = gamma
      self.baseOffset = baseOffset
      self.alternateOffset = alternateOffset
    }

    /// The sample, 0...255, that stands for the gain 1, or for the gain nearest to 1.
    package var noGain: UInt8 {
      guard maximum > minimum else { return 0 }
      let share = min(max(-minimum / (maximum - minimum), 0), 1)
      return UInt8((255 * pow(share, gamma)).rounded())
    }

    /// True if the numbers describe gains.
    fileprivate var isUsable: Bool {
      [minimum, maximum, gamma, baseOffset, alternateOffset].allSatisfy { abs($0) <= GainMapMetadata.most }
        && maximum >= minimum && gamma >= GainMapMetadata.least
    }
  }

  /// One channel for all colours, or three: red, green, blue.
  package var channels: [Channel]
  /// Binary logarithms of the headroom for which the base is made, and the alternate.
  package var baseHeadroom: Double
  package var alternateHeadroom: Double
  /// True if the base is the HDR rendition.
  package var isBaseHDR: Bool
  /// True if gains are applied in the base's colour space; false for the alternate's.
  package var usesBaseColorSpace: Bool

  package init(
    channels: [Channel], baseHeadroom: Double, alternateHeadroom: Double, isBaseHDR: Bool,
    usesBaseColorSpace: Bool
  ) {
    self.channels = channels
    self.baseHeadroom = baseHeadroom
    self.alternateHeadroom = alternateHeadroom
    self.isBaseHDR = isBaseHDR
    self.usesBaseColorSpace = usesBaseColorSpace
  }

  /// Bounds of all numbers, far beyond those of pictures. Fractions of 32 bits can express what lies within.
  private static let (least, most) = (0x1p-16, 0x1p16)

  /// True if the numbers describe a gain map: none is infinite, no maximum is below its minimum, each gamma is
  /// above 0, and the renditions differ in headroom.
  package var isUsable: Bool {
    [1, 3].contains(channels.count) && channels.allSatisfy(\.isUsable)
      && [baseHeadroom, alternateHeadroom].allSatisfy { abs($0) <= Self.most }
      && abs(baseHeadroom - alternateHeadroom) >= Self.least
  }

  /// The headroom of the HDR rendition.
  package var headroom: Double { max(baseHeadroom, alternateHeadroom) }

  /// The colour of a map's pixel that stands for the gain 1 in each channel.
  package var noGain: RGBColor {
    let samples = channels.map(\.noGain)
    return RGBColor(red: samples[0], green: samples[samples.count / 2], blue: samples[samples.count - 1])
  }
}
