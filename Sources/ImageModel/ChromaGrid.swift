/// How subsampled chroma planes lie over a content, in stored orientation.
///
/// Each sample lies in the middle of the pixels that share it. The first such group of pixels begins at the
/// top left of the displayed content (JFIF 1.02, ITU-T T.81, A.1.1).
package struct ChromaGrid: Hashable, Sendable {
  /// The planes' width and height in samples.
  package let size: PixelSize
  /// The pixels that the samples cover. If a subsampled side of the content is odd, the last sample on this
  /// side reaches one pixel beyond the content. But if a side has one pixel, the only sample covers just that
  /// pixel.
  package let pixels: PixelRect<Stored>

  /// The grid for a content of the size `content`. Viewers apply `turn` to display the content. Nil for
  /// 4:4:4.
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

  /// The geometry of the chroma planes' resample. `whole` is the geometry for a plane without subsampling.
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
