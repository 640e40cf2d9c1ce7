/// The scale of a JPEG decode, in eighths: the size of the inverse DCT that each 8x8 block goes through
/// (ITU-T T.81, A.3.3, gives the full one). Encoded as `"4/8"`.
package struct DCTScale: Hashable, Sendable {
  /// 1...8.
  package var eighths: Int { Int(value) }
  private let value: UInt8

  private init(_ eighths: UInt8) { value = eighths }

  /// The picture at its own size.
  package static let full = DCTScale(8)

  /// The scales in use. 3/8, 5/8, 6/8 and 7/8 have no SIMD in libjpeg-turbo and cost more than the next of
  /// these.
  package static let ladder = [1, 2, 4, 8].map(DCTScale.init)

  /// The smallest scale that leaves at least `oversample` decoded samples for each output sample on both
  /// axes, or full size where none does.
  package static func smallest(from cut: PixelSize, to content: PixelSize, oversample: Double) -> DCTScale {
    ladder.first { scale in
      scale.extent(cut.width) >= oversample * Double(content.width)
        && scale.extent(cut.height) >= oversample * Double(content.height)
    } ?? full
  }

  /// The exact extent of `pixels` full-size pixels, in decoded samples.
  package func extent(_ pixels: Int) -> Double { Double(pixels * eighths) / 8 }

  /// The whole samples that a decode of `size` gives: each side rounded up.
  package func decodedSize(of size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }

  /// The decoded samples that `box` touches: its edges rounded outward.
  package func samples(_ box: PixelRect<Stored>) -> PixelRect<Decoded> {
    PixelRect(
      left: (box.x * eighths) >> 3, top: (box.y * eighths) >> 3,
      right: (box.right * eighths + 7) >> 3, bottom: (box.bottom * eighths + 7) >> 3)
  }

  /// `box` in decoded samples, with its fractional edges, from the origin of `samples`.
  package func region(_ box: PixelRect<Stored>, within samples: PixelRect<Decoded>) -> RealRect<Decoded> {
    RealRect(
      x: extent(box.x) - Double(samples.x), y: extent(box.y) - Double(samples.y),
      width: extent(box.width), height: extent(box.height))
  }
}

extension DCTScale: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let scale = Self.ladder.first(where: { $0.description == text }) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is no DCT scale in use"))
    }
    self = scale
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}

extension DCTScale: CustomStringConvertible {
  package var description: String { "\(eighths)/8" }
}
