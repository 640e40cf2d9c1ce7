/// How a decode's samples are held while they become an output's content.
package struct WorkingPixels: Hashable, Sendable {
  package let color: ColorModel
  package let hasAlpha: Bool
  package let depth: SampleDepth
  /// True if colours are multiplied by alpha, for a resample. Otherwise the colours of transparent pixels
  /// would leak into visible ones.
  package let isPremultiplied: Bool
  /// True if samples are linear in light, for a resample; false if they keep the source's tone curve.
  package let isLinear: Bool

  /// Chooses the form in which `geometry` resamples decoded samples of the format `pixels`. With `linear`,
  /// the resample works in linear light.
  package init(_ pixels: PixelFormat, _ geometry: ResampleGeometry, linear: Bool = false) {
    isLinear = linear && !geometry.isIdentity && !pixels.color.isAlwaysConverted
    color = isLinear && pixels.color == .ycbcr ? .rgb : pixels.color
    hasAlpha = pixels.hasAlpha
    isPremultiplied = pixels.hasAlpha && !geometry.isIdentity
    depth = isPremultiplied || isLinear ? .sixteen : pixels.depth
  }

  /// True if `target` takes these samples unchanged, plane by plane.
  package func isFinal(for target: PixelFormat) -> Bool {
    !isPremultiplied && !isLinear && PixelFormat(color, depth: depth, hasAlpha: hasAlpha) == target
  }

  /// The number of planes, alpha included.
  package var planes: Int { color.samples + (hasAlpha ? 1 : 0) }
}
