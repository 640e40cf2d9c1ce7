import ImageModel

/// Keys of tiles.
extension JobKeys {
  static let tilesKey = JobKey(
    "tiles", .mapping(tiles, required: ["width", "height"]),
    "A grid of tiles: the crop is divided into them, and each becomes an output.")
  static let tiles: [JobKey] = [
    JobKey("width", .whole(1...PixelSize.longestSide), "The width of a tile before 'resize', in pixels."),
    JobKey("height", .whole(1...PixelSize.longestSide), "The height of a tile before 'resize', in pixels."),
    JobKey(
      "overlap", .decimal("^[0-9]+(\\.[0-9]+)?%?$").with(.limits(0, 65_500)), default: 0,
      "What neighbours share, in pixels, or in per cent of a tile's side as in \"12.5%\"."),
    JobKey(
      "edge", .choice(Tiles.Edge.self), default: "shift",
      "The last tiles of a row or column: moved back, padded with 'background', left out, or smaller."),
    minVisible.shared,
    JobKey(
      "empty", .any(.choice(["keep", "drop"]), .percentage), default: "keep",
      "Tiles without an annotation: kept, left out, or kept in this share as in \"10%\"."),
  ]
}
