/// How a decode's samples are held while they become an output's content.
package struct WorkingPixels: Hashable, Sendable {
  package let color: ColorModel
  package let hasAlpha: Bool
  package let depth: SampleDepth
  /// True where colours are multiplied by alpha: for a resample, which would let hidden colours shine through.
  package let isPremultiplied: Bool
  /// True where samples are proportional to light, for a resample; else they have the source's curve.
  package let isLinear: Bool

  /// For a decode of `pixels` and what becomes of it; `linear` says that it is to be resampled in linear light.
  package init(_ pixels: PixelFormat, _ geometry: ResampleGeometry, linear: Bool = false) {
    isLinear = linear && !geometry.isIdentity && pixels.color != .cmyk
    color = isLinear && pixels.color == .ycbcr ? .rgb : pixels.color
    hasAlpha = pixels.hasAlpha
    isPremultiplied = pixels.hasAlpha && !geometry.isIdentity
    depth = isPremultiplied || isLinear ? .sixteen : pixels.depth
  }

  /// True where `target` holds the very samples, plane by plane.
  package func isFinal(for target: PixelFormat) -> Bool {
    !isPremultiplied && !isLinear && PixelFormat(color, depth: depth, hasAlpha: hasAlpha) == target
  }

  /// All planes, the one of alpha included.
  package var planes: Int { color.samples + (hasAlpha ? 1 : 0) }
}
