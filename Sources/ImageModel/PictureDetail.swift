/// The detail that an encoder must keep: 0 for a flat picture, 1 for noise.
///
/// No header states the detail. It is estimated from the file's bytes per pixel.
package struct PictureDetail: Hashable, Sendable {
  package let share: Double

  /// The detail of noise. A ``SourceInfo`` has it by default.
  package static let most = PictureDetail(share: 1)
  /// The detail of a sharp photo, for files whose size says nothing about detail, such as uncompressed
  /// ones.
  package static let unknown = PictureDetail(share: 0.5)

  private init(share: Double) { self.share = min(1, max(0, share)) }

  /// The detail of `pixels` pixels that a lossy coding stores in `bytes` bytes. Detail 1 is one byte a pixel,
  /// as in a JPEG of noise at quality 92. `efficiency` is the size of a JPEG with the same detail, divided by
  /// `bytes`.
  package init(lossy bytes: Int, pixels: Int, efficiency: Double = 1) {
    self.init(share: efficiency * Double(bytes) / Double(max(1, pixels)))
  }

  /// The detail of samples that take `plain` bytes uncompressed, and `bytes` bytes in a lossless coding.
  package init(lossless bytes: Int, plain: Int) {
    let ratio = min(1, Double(bytes) / Double(max(1, plain)))
    self.init(share: ratio * ratio.squareRoot())
  }

  /// The detail at another size. A smaller picture has more detail in each pixel. For photos, the detail
  /// grows with the square root of the ratio of pixels.
  package func resampled(from: PixelSize, to: PixelSize) -> PictureDetail {
    PictureDetail(share: share * max(1, Double(from.area) / Double(max(1, to.area))).squareRoot())
  }
}
