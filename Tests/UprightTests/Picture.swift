import ImageModel
@testable import Imaging

/// A picture made in code, as a JPEG file.
struct Picture {
  var width = 64
  var height = 48
  var isGrey = false
  var options = EncodeOptions.jpeg(quality: 90)
  /// Shifts the pattern, so that pictures of one size differ.
  var seed = 0
  var segments: [KeptMetadata.Segment] = []

  /// The file's bytes.
  func jpeg() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let encoder = try PictureEncoder(.jpeg) { chunk throws(ImageError) in bytes += chunk }
    try encoder.encode(
      try (0..<(isGrey ? 1 : 3)).map { Channel(try plane($0)) }, PixelFormat(isGrey ? .grey : .ycbcr),
      options: options, metadata: KeptMetadata(segments))
    return bytes
  }

  /// Waves of another length in each channel.
  private func plane(_ channel: Int) throws -> Plane<UInt8> {
    let plane = try Plane<UInt8>(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let wave = (x * (3 + channel) + y * (5 - channel) + seed * 29) % 256
        plane.row(y)[x] = UInt8(wave < 128 ? 2 * wave : 511 - 2 * wave)
      }
    }
    return plane
  }
}

extension Picture {
  /// A picture with this orientation tag.
  static func tagged(_ orientation: UInt8, width: Int = 64, height: Int = 48, seed: Int = 0) -> Picture {
    Picture(width: width, height: height, seed: seed, segments: [.exif(orientation: orientation)])
  }
}

extension KeptMetadata.Segment {
  /// A big-endian block whose IFD0 holds the orientation (EXIF 2.32, 4.6.2).
  static func exif(orientation: UInt8) -> Self {
    Self(
      marker: 0xE1,
      payload: Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
        + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0])
  }

  /// The same with a GPS IFD whose latitude is 0xDECADE/1 degrees, 0 minutes and 0 seconds.
  static func located(orientation: UInt8) -> Self {
    Self(
      marker: 0xE1,
      payload: Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 2]
        + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        + [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38] + [0, 0, 0, 0]
        + [0, 1, 0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 56] + [0, 0, 0, 0]
        + [0, 0xDE, 0xCA, 0xDE, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1])
  }

  static func xmp(_ packet: String) -> Self {
    Self(marker: 0xE1, payload: Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet.utf8)
  }

  static func comment(_ text: String) -> Self { Self(marker: 0xFE, payload: Array(text.utf8)) }

  static let profile = Self(marker: 0xE2, payload: Picture.profilePayload)
}

extension Picture {
  /// A profile in one part: its size, the signature "acsp" (ICC.1:2022, 7.2) and nothing else.
  static let profilePayload: [UInt8] = {
    var profile = [UInt8](repeating: 0, count: 132)
    profile.replaceSubrange(0..<4, with: [0, 0, 0, 132])
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
  }()
}
