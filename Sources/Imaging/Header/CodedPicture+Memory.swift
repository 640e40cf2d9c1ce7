import ImageModel

extension CodedPicture {
  /// Bytes that a decode of a picture of size `stored` holds beside what it hands on: the library's, the data of a tile, and
  /// one row of tiles as `pixels`.
  package func decodeBytes(_ stored: PixelSize, _ pixels: PixelFormat) -> Int {
    let held = { (layer: Layer, planes: Int) in
      layer.tiles.count > 1 ? stored.width * layer.tileSize.height * planes * pixels.depth.bytes : 0
    }
    let color = held(color, pixels.color.samples)
    let alpha = alpha.map { held($0, 1) } ?? 0
    return layers.reduce(color + alpha) { $0 + libraryBytes($1) }
  }

  /// What decoding one tile of a layer takes.
  private func libraryBytes(_ layer: Layer) -> Int {
    let kind = layer.configuration
    let samples = kind.isGrey ? 2 : kind.isFullChroma ? 6 : 4
    let deep = kind.bits > 8 ? 2 : 1
    let area = (layer.tileSize.width + 288) * (layer.tileSize.height + 288)
    // Twice the samples, and what is known of each block: as measured, with a margin.
    return area * (samples * deep + bytesPerPixel) + 3 * layer.mostBytes + Self.fixed
  }

  /// Of blocks, modes and motion.
  private var bytesPerPixel: Int {
    switch coding {
    case .hevc: 6
    case .av1: 16
    }
  }

  private static let fixed = 8 << 20
}
