/// How the samples of a decode lie over the stored picture. The grid maps stored pixels to decoded samples.
///
/// A decode gives the stored picture or a smaller copy of it, or a drawing of one of its boxes at any size.
/// The two sides may be scaled differently, so each axis has its own ratio.
package struct DecodeGrid: Hashable, Sendable {
  private let across: SampleRatio
  private let down: SampleRatio
  /// The stored pixel whose top left corner is the grid's origin.
  private var left = 0
  private var top = 0

  /// The grid of the stored picture, decoded at a scale.
  package init(_ scale: DCTScale) {
    across = SampleRatio(samples: scale.eighths, pixels: 8)
    down = across
  }

  /// The grid of a JPEG component, decoded at a scale. At full scale, `across.part` samples of a row cover
  /// `across.whole` pixels, and `down.part` samples of a column cover `down.whole` pixels (ITU-T T.81,
  /// A.1.1).
  package init(_ scale: DCTScale, across: (part: Int, whole: Int), down: (part: Int, whole: Int)) {
    self.across = SampleRatio(samples: scale.eighths * across.part, pixels: 8 * across.whole)
    self.down = SampleRatio(samples: scale.eighths * down.part, pixels: 8 * down.whole)
  }

  /// The grid of a copy of size `size`, decoded at a scale. The copy shows the whole stored picture of size
  /// `stored`. At full scale, `across.part` samples of a row cover `across.whole` pixels of the copy, and
  /// `down.part` samples of a column cover `down.whole` pixels.
  package init(
    _ scale: DCTScale, of size: PixelSize, showing stored: PixelSize,
    across: (part: Int, whole: Int) = (1, 1), down: (part: Int, whole: Int) = (1, 1)
  ) {
    self.across = SampleRatio(
      samples: size.width * scale.eighths * across.part, pixels: stored.width * 8 * across.whole)
    self.down = SampleRatio(
      samples: size.height * scale.eighths * down.part, pixels: stored.height * 8 * down.whole)
  }

  /// The grid of a picture in which each sample shows a square of `factor` by `factor` stored pixels.
  package init(reducedBy factor: Int) {
    across = SampleRatio(samples: 1, pixels: factor)
    down = across
  }

  /// The grid of a drawing of `size` samples that shows exactly the stored box `region`.
  package init(drawing region: PixelRect<Stored>, at size: PixelSize) {
    across = SampleRatio(samples: size.width, pixels: region.width)
    down = SampleRatio(samples: size.height, pixels: region.height)
    (left, top) = (region.x, region.y)
  }

  /// The width and height, in decoded samples, of a box of `size` stored pixels.
  package func extent(of size: PixelSize) -> (width: Double, height: Double) {
    (across.extent(of: size.width), down.extent(of: size.height))
  }

  /// The rectangle of a picture of `size`, in decoded samples. If a box ends at the picture's right or bottom
  /// edge, ``region(_:within:)`` ends exactly at this rectangle's edge. The picture may cover the last
  /// samples only in part.
  package func picture(_ size: PixelSize) -> RealRect<Decoded> {
    region(PixelRect(size), within: PixelRect(x: 0, y: 0, width: 0, height: 0))
  }

  /// The decoded samples that `box` touches: its edges rounded outward.
  package func samples(_ box: PixelRect<Stored>) -> PixelRect<Decoded> {
    PixelRect(
      left: across.edge(at: box.x - left).first, top: down.edge(at: box.y - top).first,
      right: across.edge(at: box.right - left).end, bottom: down.edge(at: box.bottom - top).end)
  }

  /// The rectangle of `box` in decoded samples, with fractional edges. Its coordinates count from the top
  /// left of `samples`.
  package func region(_ box: PixelRect<Stored>, within samples: PixelRect<Decoded>) -> RealRect<Decoded> {
    let x = across.edge(at: box.x - left).from(samples.x)
    let y = down.edge(at: box.y - top).from(samples.y)
    return RealRect(
      x: x, y: y, width: across.edge(at: box.right - left).from(samples.x) - x,
      height: down.edge(at: box.bottom - top).from(samples.y) - y)
  }
}

/// The ratio of decoded samples to stored pixels along one axis: `samples` samples for every `pixels` pixels.
private struct SampleRatio: Hashable {
  let samples: Int
  let pixels: Int

  func extent(of length: Int) -> Double { Double(length * samples) / Double(pixels) }

  /// The place, among the decoded samples, of the left or top edge of the stored pixel `pixel`.
  func edge(at pixel: Int) -> SampleEdge {
    let (whole, rest) = (pixel * samples).flooredDivision(by: pixels)
    return SampleEdge(first: whole, rest: rest, pixels: pixels)
  }
}

/// A place on an axis of decoded samples. It lies `first` whole samples and `rest / pixels` of a sample after
/// the origin.
private struct SampleEdge {
  let first: Int
  let rest: Int
  let pixels: Int

  /// The number of samples that begin before this place.
  var end: Int { rest == 0 ? first : first + 1 }

  /// The distance of this place from the start of sample `origin`, to the nearest multiple of 2^-32.
  ///
  /// Sums and differences of such numbers are exact. So all ways to compute the picture's edge give the same
  /// number.
  func from(_ origin: Int) -> Double {
    Double(first - origin) + Double(((rest << 32) + pixels / 2) / pixels) * 0x1p-32
  }
}

extension Int {
  /// The quotient rounded down, and the remainder, for a divisor above 0.
  fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
