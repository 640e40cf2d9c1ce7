/// How subsampled chroma planes lie over a content, in stored orientation.
///
/// Each sample lies in the middle of the pixels that share it. They are counted from the top left of the
/// shown content (JFIF 1.02, ITU-T T.81, A.1.1).
package struct ChromaGrid: Hashable, Sendable {
  /// The planes' width and height in samples.
  package let size: PixelSize
  /// The pixels that the samples cover. An odd side ends before its last sample does. A side of one pixel
  /// is covered by its sample alone.
  package let pixels: PixelRect<Stored>

  /// For a content of size `content` that is shown turned; nil if no samples are shared.
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

  /// The resample of these planes that matches a resample of the whole content.
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
