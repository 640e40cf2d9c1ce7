/// The scale of a decode, in eighths: of a JPEG the size of the inverse DCT that each 8x8 block goes through
/// (ITU-T T.81, A.3.3, gives the full one). Encoded as `"3/8"`.
package struct DCTScale: Hashable, Sendable {
  /// 1...8.
  package var eighths: Int { Int(value) }
  private let value: UInt8

  private init(_ eighths: UInt8) { value = eighths }

  /// The picture at its own size.
  package static let full = DCTScale(8)

  /// All scales, each dearer than those before it.
  package static let all = (1...8).map(DCTScale.init)

  /// Those in use with libjpeg.
  ///
  /// Of the others 6/8 and 7/8 have no SIMD in libjpeg-turbo and cost as much as full size, and 4/8, an average of 2x2
  /// pixels, costs more than 3/8 and aliases.
  package static let libjpeg = all.filter { [1, 2, 3, 5, 8].contains($0.eighths) }

  /// The whole samples that a decode of `size` gives: each side rounded up.
  package func decodedSize(of size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }
}

extension DCTScale: TextCodable {
  package init?(_ text: String) {
    guard let scale = Self.all.first(where: { $0.description == text }) else { return nil }
    self = scale
  }

  package var description: String { String(eighths) + "/8" }
}
