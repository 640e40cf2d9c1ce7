import ImageModel

extension CodedPicture {
  /// Bytes that a decode holds in addition to its result, for a picture with the size `stored`. They are the
  /// library's memory, the data of one tile, and a row of decoded tiles in the format `pixels`.
  package func decodeBytes(_ stored: PixelSize, _ pixels: PixelFormat) -> Int {
    let held = { (layer: Layer, planes: Int) in
      layer.tiles.count > 1 ? stored.width * layer.tileSize.height * planes * pixels.depth.bytes : 0
    }
    let color = held(color, pixels.color.samples)
    let alpha = alpha.map { held($0, 1) } ?? 0
    return layers.reduce(color + alpha) { $0 + libraryBytes($1) }
  }

  /// Bytes that the library takes to decode one tile of a layer.
  private func libraryBytes(_ layer: Layer) -> Int {
    let kind = layer.configuration
    let samples = kind.isGrey ? 1 : kind.isFullChroma ? 3 : 1.5
    let deep: Double = kind.bits > 8 ? 2 : 1
    let area = Double((layer.tileSize.width + Self.edge) * (layer.tileSize.height + Self.edge))
    return Int(area * (samples * deep + costs.perPixel)) + layer.mostBytes + costs.fixed
  }

  /// The library's memory: bytes per pixel for blocks, modes and motion, and a fixed number of bytes for code
  /// and tables. Measured with libde265 1.0.11 and libaom 3.6.0. dav1d takes less, but libaom decodes the
  /// pictures that dav1d can't.
  private var costs: (perPixel: Double, fixed: Int) {
    switch coding {
    case .hevc: (1.5, 2_200_000)
    case .av1: (14.2, 4_200_000)
    }
  }

  /// Samples that libraries add to a row or column of a picture, at both ends together.
  private static let edge = 64
}
