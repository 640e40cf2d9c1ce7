/// How chroma planes of fewer samples lie over a content, in stored orientation: each sample is in the middle of the
/// pixels that share it, from the top left on as the content is shown (JFIF 1.02, ITU-T T.81, A.1.1).
package struct ChromaGrid: Hashable, Sendable {
  /// The planes' width and height in samples.
  package let size: PixelSize
  /// The pixels that the samples stand for. Where the content has an odd number of them, it ends before the last sample
  /// does; but a single one is all that its sample stands for.
  package let pixels: PixelRect<Stored>

  /// For a content of size `content` that is shown turned; nil where no samples are shared.
  package init?(_ subsampling: ChromaSubsampling, of content: PixelSize, turn: ExifOrientation) {
    if subsampling == .none { return nil }
    let (across, down) = (subsampling.horizontal, subsampling.vertical)
    let shown = turn.turned(content)
    let samples = PixelSize(
      width: (shown.width + across - 1) / across, height: (shown.height + down - 1) / down)
    size = turn.turned(samples)
    pixels = turn.stored(
      PixelRect<Display>(
        x: 0, y: 0, width: shown.width == 1 ? 1 : samples.width * across,
        height: shown.height == 1 ? 1 : samples.height * down),
      stored: content)
  }

  /// Of a resample of all of the content, the same of these planes.
  package func resample(_ whole: ResampleGeometry) -> ResampleGeometry {
    let (across, down) = (
      Double(size.width) / Double(pixels.width), Double(size.height) / Double(pixels.height)
    )
    var geometry = whole
    geometry.samples = PixelRect(size)
    geometry.region = RealRect(
      x: Double(-pixels.x) * across, y: Double(-pixels.y) * down,
      width: whole.region.width * across, height: whole.region.height * down)
    return geometry
  }
}
