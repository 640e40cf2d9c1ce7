/// How much a picture has for an encoder to keep: from 0 where it is flat to 1 where it is noise.
///
/// No header says it. It is estimated from how many bytes the file takes for its pixels, and is as good as that.
package struct PictureDetail: Hashable, Sendable {
  package let share: Double

  /// That of noise, and of a picture of which nothing is known.
  package static let most = PictureDetail(share: 1)
  /// What is taken of a picture whose file doesn't tell, as samples that aren't compressed don't: that of a sharp photo.
  package static let untold = PictureDetail(share: 0.5)

  private init(share: Double) { self.share = min(1, max(0, share)) }

  /// For pixels that a lossy coding has in so many bytes: a byte a pixel is a JPEG of noise at quality 92. `efficiency` says
  /// how often its bytes come to what a JPEG takes.
  package init(lossy bytes: Int, pixels: Int, efficiency: Double = 1) {
    self.init(share: efficiency * Double(bytes) / Double(max(1, pixels)))
  }

  /// For samples of `plain` bytes that a lossless coding has in so many.
  package init(lossless bytes: Int, plain: Int) {
    let ratio = min(1, Double(bytes) / Double(max(1, plain)))
    self.init(share: ratio * ratio.squareRoot())
  }

  /// That of the picture at another size: a smaller one has more in each of its pixels, as photos do by the square root of
  /// the pixels that they lose.
  package func resampled(from: PixelSize, to: PixelSize) -> PictureDetail {
    PictureDetail(share: share * max(1, Double(from.area) / Double(max(1, to.area))).squareRoot())
  }
}
