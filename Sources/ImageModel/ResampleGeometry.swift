/// The resample that makes an output's content, in stored orientation. Its input is a part of a scaled
/// decode, or of another output's content.
package struct ResampleGeometry: Hashable, Sendable, Codable {
  /// The decoded samples that the resample uses. For a padded crop they reach beyond the decoded picture.
  package var samples: PixelRect<Decoded>
  /// The part of `samples` that is resampled, with its fractional edges. Its coordinates are relative to the
  /// top left corner of `samples`.
  package var region: RealRect<Decoded>
  /// The size of the content that results.
  package var size: PixelSize
  package var filter: ResampleFilter

  package init(
    samples: PixelRect<Decoded>, region: RealRect<Decoded>, size: PixelSize, filter: ResampleFilter
  ) {
    self.samples = samples
    self.region = region
    self.size = size
    self.filter = filter
  }

  /// The resample of a whole picture from size `whole` to size `size`.
  package init(whole: PixelSize, to size: PixelSize, filter: ResampleFilter) {
    let samples = PixelRect<Decoded>(whole)
    self.init(samples: samples, region: RealRect(samples), size: size, filter: filter)
  }

  /// True if the resample changes nothing: each of `samples` is a pixel of the content.
  package var isIdentity: Bool {
    samples.size == size && region == RealRect(PixelRect<Decoded>(size))
  }

  /// The resample along rows.
  package var horizontal: ResampleAxis {
    ResampleAxis(
      samples: samples.width, start: region.x, extent: region.width, target: size.width, filter: filter)
  }

  /// The resample along columns.
  package var vertical: ResampleAxis {
    ResampleAxis(
      samples: samples.height, start: region.y, extent: region.height, target: size.height, filter: filter)
  }
}

/// One axis of a resample.
package struct ResampleAxis: Hashable, Sendable {
  /// The number of samples before the resample.
  package var samples: Int
  /// The start of the resampled part, in samples.
  package var start: Double
  /// The length of the resampled part, in samples.
  package var extent: Double
  /// The number of samples after the resample.
  package var target: Int
  package var filter: ResampleFilter
  /// True if ``ResampleFilter/point`` counts from the axis's end: a viewer shows the end at the left or at the top.
  package var isReversed = false

  /// The sample that ``ResampleFilter/point`` takes for a result. A place between two samples takes the one that a
  /// viewer shows farther to the right or farther down, as ``MaskAxis`` does.
  package func taken(_ result: Int) -> Int {
    // The quotient of whole numbers is a whole number wherever the exact one is.
    let place = start + Double(2 * result + 1) * extent / Double(2 * target)
    return Int(isReversed ? place.rounded(.up) - 1 : place.rounded(.down))
  }
}
