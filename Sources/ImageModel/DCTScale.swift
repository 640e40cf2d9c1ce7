/// The scale of a decode, in eighths. For a JPEG it is also the size of the inverse DCT of each 8x8 block.
/// ITU-T T.81, A.3.3, defines the inverse DCT of full size. Encoded as `"3/8"`.
package struct DCTScale: Hashable, Sendable {
  /// The number of eighths, 1...8.
  package var eighths: Int { Int(value) }
  private let value: UInt8

  private init(_ eighths: UInt8) { value = eighths }

  /// The picture at its own size.
  package static let full = DCTScale(8)

  /// The picture at half its size.
  package static let half = DCTScale(4)

  /// One sample for each block.
  package static let eighth = DCTScale(1)

  /// All scales, from the cheapest decode to the most expensive one.
  package static let all = (1...8).map(DCTScale.init)

  /// The scales used with libjpeg.
  ///
  /// libjpeg-turbo has no SIMD for 6/8 and 7/8, which cost as much as full size. 4/8 is an average of 2x2
  /// pixels. This average costs more than 3/8, and causes aliasing.
  package static let libjpeg = all.filter { [1, 2, 3, 5, 8].contains($0.eighths) }

  /// The size, in whole samples, of a picture of size `size` that is decoded at this scale. Each side is
  /// rounded up.
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
