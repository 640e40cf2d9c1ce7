/// How one plane of an output's content is resampled, in stored orientation.
package struct PlaneGeometry: Hashable, Sendable {
  /// The resample of the content.
  package let content: ResampleGeometry
  /// How the plane's samples lie over the content; nil if each sample belongs to one pixel.
  private let grid: ChromaGrid?
  /// The orientation in which a viewer shows the content.
  private let orientation: ExifOrientation

  package init(
    _ content: ResampleGeometry, over grid: ChromaGrid? = nil, shownAs orientation: ExifOrientation = .topLeft
  ) {
    (self.content, self.grid, self.orientation) = (content, grid, orientation)
  }

  /// The decoded samples that the resample uses.
  package var samples: PixelRect<Decoded> { content.samples }

  /// The plane's size.
  package var size: PixelSize { grid?.size ?? content.size }

  /// True if each decoded sample is a sample of the plane.
  package var isIdentity: Bool { horizontal.isIdentity && vertical.isIdentity }

  /// The size of the plane between the two passes of a resample. Each row of this plane is a column of the result,
  /// with a sample for each decoded row. Several rows are resampled together, so the plane has room for more.
  package var narrowed: PixelSize {
    let columns = (size.width + StripHeight.rows - 1) / StripHeight.rows * StripHeight.rows
    return PixelSize(width: samples.height + StripHeight.rows, height: columns)
  }

  /// The resample along rows.
  package var horizontal: ResampleAxis {
    let isReversed = orientation.transposes ? orientation.flipsVertically : orientation.flipsHorizontally
    let axis = content.horizontal.reversed(isReversed)
    guard let grid else { return axis }
    return axis.over(grid.pixels.x..<grid.pixels.right, samples: grid.size.width)
  }

  /// The resample along columns.
  package var vertical: ResampleAxis {
    let isReversed = orientation.transposes ? orientation.flipsHorizontally : orientation.flipsVertically
    let axis = content.vertical.reversed(isReversed)
    guard let grid else { return axis }
    return axis.over(grid.pixels.y..<grid.pixels.bottom, samples: grid.size.height)
  }
}

extension ResampleAxis {
  /// True if each sample before the resample is one behind it.
  package var isIdentity: Bool { samples == target && start == 0 && extent == Double(target) }

  /// This axis with ``isReversed``. No other filter than `point` depends on it, so axes of the others stay equal.
  fileprivate func reversed(_ isReversed: Bool) -> ResampleAxis {
    var axis = self
    axis.isReversed = isReversed && filter == .point
    return axis
  }

  /// This axis, resampled to `samples` samples instead of `target` pixels. The samples cover the range
  /// `pixels`. The range counts from the content's first pixel, and may reach beyond the content.
  fileprivate func over(_ pixels: Range<Int>, samples: Int) -> ResampleAxis {
    var axis = self
    axis.target = samples
    if pixels != 0..<target {
      let pixel = extent / Double(target)
      axis.start += Double(pixels.lowerBound) * pixel
      axis.extent = Double(pixels.count) * pixel
    }
    return axis
  }
}
