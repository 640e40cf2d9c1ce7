/// The scale of a JPEG decode, in eighths: the size of the inverse DCT that each 8x8 block goes through
/// (ITU-T T.81, A.3.3, gives the full one). Encoded as `"3/8"`.
package struct DCTScale: Hashable, Sendable {
  /// 1...8.
  package var eighths: Int { Int(value) }
  private let value: UInt8

  private init(_ eighths: UInt8) { value = eighths }

  /// The picture at its own size.
  package static let full = DCTScale(8)

  /// The scales in use, each dearer than those before it.
  ///
  /// Of the others 6/8 and 7/8 have no SIMD in libjpeg-turbo and cost as much as full size, and 4/8, an average of 2x2
  /// pixels, costs more than 3/8 and aliases.
  package static let ladder = [1, 2, 3, 5, 8].map(DCTScale.init)

  /// The smallest scale that serves `content` samples for those of `cut` on both axes, or full size where none does:
  /// 1/8 and 2/8 by leaving `oversample` decoded samples for each, 3/8 where 4/8 would, and 5/8 where full size does.
  ///
  /// The latter two are transforms of a block's low coefficients, and so keep what an average of twice as many samples
  /// would: measured, see docs/performance.md. Never fewer than one decoded sample is left. `grid` says how the samples of
  /// a scale lie.
  package static func smallest(
    from cut: PixelSize, to content: PixelSize, oversample: Double, grid: (DCTScale) -> DecodeGrid
  ) -> DCTScale {
    ladder.first { scale in
      let samples = max(1, oversample * scale.need)
      let (width, height) = grid(scale).extent(of: cut)
      return width >= samples * Double(content.width) && height >= samples * Double(content.height)
    } ?? full
  }

  /// The part of an average's samples that are enough.
  private var need: Double {
    switch eighths {
    case 3: 3.0 / 4
    case 5: 5.0 / 8
    default: 1
    }
  }

  /// The whole samples that a decode of `size` gives: each side rounded up.
  package func decodedSize(of size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }

  /// The exact extent of a picture of `size`; its last samples may be covered in part.
  package func picture(_ size: PixelSize) -> RealRect<Decoded> {
    let (width, height) = DecodeGrid(self).extent(of: size)
    return RealRect(x: 0, y: 0, width: width, height: height)
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
  package var description: String { String(eighths) + "/8" }
}
