import Glibc
import ImageModel

/// A gain map as Apple's cameras write it: an auxiliary picture of one channel. Its own XMP gives its headroom since
/// version 2. Else two numbers in the maker notes of the base do ("Applying Apple HDR effect to your photos",
/// developer.apple.com).
///
/// A sample m stands for the gain 1 + (headroom - 1) · l(m), where l is the inverse of BT.709's transfer function. The
/// forms that files of other makers use are logarithmic. So samples are converted: the result's gain is headroom^m.
struct AppleGainMap {
  /// The ratio of the HDR picture's peak to SDR white, above 1.
  let headroom: Double

  /// The tags of the two numbers in Apple's maker notes.
  private static let (firstTag, secondTag) = (33, 48)
  /// The first bytes of Apple's maker notes. A directory follows, and its offsets count from the first byte.
  private static let signature = Array("Apple iOS\0\0\u{1}MM".utf8)

  /// A smaller headroom shows no difference, and a headroom of 0 stops can't be divided by.
  private static let leastStops = 0x1p-10

  /// The property of the map's XMP that gives the headroom itself.
  private static let property = XMPName(namespace: XMPName.ofApple, local: "HDRGainMapHeadroom")

  /// Reads the headroom from the map's XMP, or else from the base's EXIF payload. Throws if a number is missing, or
  /// if it gives no headroom.
  init(packet: XMPPacket, exif payload: [UInt8]) throws(Unfollowable) {
    if let text = packet.values(of: Self.property).first {
      guard let headroom = Double(text), (exp2(Self.leastStops)...0x1p16).contains(headroom) else {
        throw Unfollowable(reason: "its XMP gives it no headroom")
      }
      self.headroom = headroom
      return
    }
    guard let (first, second) = Self.numbers(payload) else {
      throw Unfollowable(reason: "the maker's notes don't tell its headroom")
    }
    let stops =
      first < 1
      ? second <= 0.01 ? -20 * second + 1.8 : -0.101 * second + 1.601
      : second <= 0.01 ? -70 * second + 3 : -0.303 * second + 2.303
    guard (Self.leastStops...16).contains(stops) else {
      throw Unfollowable(reason: "the maker's notes give it no headroom")
    }
    headroom = exp2(stops)
  }
}

extension AppleGainMap {
  /// The two numbers of an EXIF payload's maker notes; nil if one is missing or divides by 0.
  private static func numbers(_ payload: [UInt8]) -> (Double, Double)? {
    guard let block = TIFFBlock(payload: payload),
      let place = block.subdirectory(TIFFTag.exifDirectory)?.entry(TIFFTag.makerNote)?.values,
      block.bytes[place].starts(with: signature),
      // Notes are read like a TIFF block. The header of such a block takes the place of the signature's first bytes.
      let notes = TIFFBlock(Array("MM\0*".utf8) + block.bytes[place].dropFirst(4)),
      let directory = notes.directory(at: signature.count), let first = notes.ratio(firstTag, in: directory),
      let second = notes.ratio(secondTag, in: directory)
    else { return nil }
    return (first, second)
  }

  /// The numbers that describe the converted samples.
  var metadata: GainMapMetadata {
    let channel = GainMapMetadata.Channel(
      minimum: 0, maximum: log2(headroom), gamma: 1, baseOffset: 0, alternateOffset: 0)
    return GainMapMetadata(
      channels: [channel], baseHeadroom: 0, alternateHeadroom: log2(headroom), isBaseHDR: false,
      usesBaseColorSpace: true)
  }

  /// The converted sample for each sample.
  var conversion: [UInt8] {
    (0..<256).map { sample in
      let value = Double(sample) / 255
      let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
      return UInt8((255 * log2(1 + (headroom - 1) * light) / log2(headroom)).rounded())
    }
  }
}

extension TIFFBlock {
  /// The value of a field of one SRATIONAL (TIFF 6.0, section 2, "Types").
  fileprivate func ratio(_ tag: Int, in directory: TIFFDirectory) -> Double? {
    guard let entry = directory.entry(tag), entry.type == 10, entry.count == 1, let place = entry.values,
      let numerator = number(at: place.lowerBound, count: 4),
      let denominator = number(at: place.lowerBound + 4, count: 4), denominator != 0
    else { return nil }
    return Double(Int32(truncatingIfNeeded: numerator)) / Double(Int32(truncatingIfNeeded: denominator))
  }
}
