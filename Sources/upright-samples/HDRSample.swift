import ImageModel
import Imaging

/// A street in the evening as a JPEG with a gain map. Lamps and windows are up to eight times as bright as white.
enum HDRSample {
  private static let size = PixelSize(width: 960, height: 640)
  private static let mapSize = PixelSize(width: 240, height: 160)
  private static let metadata = GainMapMetadata(
    channels: [
      .init(minimum: 0, maximum: 3, gamma: 1, baseOffset: 1 / 64, alternateOffset: 1 / 64)
    ], baseHeadroom: 0, alternateHeadroom: 3, isBaseHDR: false, usesBaseColorSpace: true)

  /// Draws the picture and its map, and writes the file. Throws `memory`, `encode_failed`, `io_error`.
  static func write(to path: String) throws(ImageError) {
    let gains = try Scene.lights.drawn(mapSize).ycbcr().prefix(1)
    let map = try encode(Array(gains), GainMapFile.mapMetadata(metadata, profile: []), quality: 95)
    let file = GainMapFile(KeptMetadata([]), mapBytes: map.count)
    var bytes = try encode(Scene.evening.drawn(size).ycbcr(), file.metadata, quality: 95)
    let entries = file.entries(pictureBytes: bytes.count)
    bytes.replaceSubrange(entries.offset..<entries.offset + entries.bytes.count, with: entries.bytes)
    try save(bytes + map, to: path)
  }
}
