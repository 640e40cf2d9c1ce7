import ImageModel

/// The binary form of gain map metadata (ISO 21496-1, annex C). Numbers are big-endian. Fractions consist of a
/// numerator and a denominator of 32 bits each.
extension GainMapMetadata {
  private static let isMultichannel: UInt8 = 0x80
  private static let usesBase: UInt8 = 0x40
  /// The base is the HDR rendition. Some writers leave the bit out, so readers compare the headrooms.
  private static let isBackward: UInt8 = 0x04
  /// All fractions have one denominator, which stands in front.
  private static let hasCommonDenominator: UInt8 = 0x08

  /// The bytes that announce a gain map in the picture's own segment: the versions alone.
  static let versions: [UInt8] = [0, 0, 0, 0]

  /// Parses a block. Throws if it is of a later version, ends early, or has a denominator of 0.
  init(iso block: some Collection<UInt8>) throws(Unfollowable) {
    var reader = FractionReader(Array(block))
    guard try reader.unsigned(2) == 0 else {
      throw Unfollowable(reason: "its metadata is of a later version")
    }
    _ = try reader.unsigned(2)
    let flags = UInt8(truncatingIfNeeded: try reader.unsigned(1))
    if flags & Self.hasCommonDenominator != 0 { reader.common = try reader.unsigned(4) }
    let (base, alternate) = (try reader.fraction(isSigned: false), try reader.fraction(isSigned: false))
    var channels: [Channel] = []
    for _ in 0..<(flags & Self.isMultichannel != 0 ? 3 : 1) {
      channels.append(
        Channel(
          minimum: try reader.fraction(isSigned: true), maximum: try reader.fraction(isSigned: true),
          gamma: try reader.fraction(isSigned: false), baseOffset: try reader.fraction(isSigned: true),
          alternateOffset: try reader.fraction(isSigned: true)))
    }
    self.init(
      channels: channels, baseHeadroom: base, alternateHeadroom: alternate,
      isBaseHDR: base > alternate, usesBaseColorSpace: flags & Self.usesBase != 0)
  }

  /// The block for these numbers.
  var iso: [UInt8] {
    let flags =
      (channels.count > 1 ? Self.isMultichannel : 0) | (usesBaseColorSpace ? Self.usesBase : 0)
      | (isBaseHDR ? Self.isBackward : 0)
    let channels = channels.flatMap {
      [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset]
    }
    return Self.versions + [flags]
      + ([baseHeadroom, alternateHeadroom] + channels).flatMap { Fraction(nearest: $0).bytes }
  }
}

/// A fraction of two numbers with 32 bits each.
private struct Fraction {
  private let numerator: Int
  private let denominator: Int

  /// The simplest fraction that differs from `value` by less than 2^-40 of it, as far as 31 bits allow.
  ///
  /// The convergents of a continued fraction approach the value.
  init(nearest value: Double) {
    let size = min(abs(value), Double(Int32.max))
    var (last, current) = ((number: 0, part: 1), (number: 1, part: 0))
    var rest = size
    while true {
      let whole = Int(rest)
      let next = (number: whole * current.number + last.number, part: whole * current.part + last.part)
      if next.number > Int32.max || next.part > Int32.max { break }
      (last, current) = (current, next)
      let fraction = rest - Double(whole)
      if abs(Double(next.number) / Double(next.part) - size) <= size * 0x1p-40 || fraction < 0x1p-31 { break }
      rest = 1 / fraction
    }
    (numerator, denominator) = (value < 0 ? -current.number : current.number, current.part)
  }

  var bytes: [UInt8] { [UInt8](numerator, count: 4) + [UInt8](denominator, count: 4) }
}

/// Reads big-endian numbers and fractions, front to back.
private struct FractionReader {
  private var rest: ArraySlice<UInt8>
  /// The denominator of all fractions; nil if each fraction has its own.
  var common: Int?

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func unsigned(_ count: Int) throws(Unfollowable) -> Int {
    guard rest.count >= count else { throw Unfollowable(reason: "its metadata ends early") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).number
  }

  mutating func fraction(isSigned: Bool) throws(Unfollowable) -> Double {
    let bits = try unsigned(4)
    let numerator = isSigned ? Int(Int32(truncatingIfNeeded: bits)) : bits
    let denominator = if let common { common } else { try unsigned(4) }
    guard denominator != 0 else { throw Unfollowable(reason: "its metadata divides by 0") }
    return Double(numerator) / Double(denominator)
  }
}
