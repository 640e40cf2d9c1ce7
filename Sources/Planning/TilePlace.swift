/// The place of an output in a picture that is cut into tiles. An output without `tiles` is the only tile of its grid.
package struct TilePlace: Codable, Hashable, Sendable {
  /// The row and the column in the grid, from 0.
  package var row = 0
  package var column = 0
  /// The distance of the tile from the crop's left and top edge, in pixels of the picture as a viewer shows it.
  package var x = 0
  package var y = 0
  /// The smallest part of an annotation that the tile must show, in per cent of the annotation's area.
  package var minVisible = 0.0

  package enum CodingKeys: String, CodingKey {
    case row
    case column = "col"
    case x, y
    case minVisible = "min_visible"
  }
}

extension ImagePlan {
  /// True if the picture is cut into tiles. Then every output has a ``OutputPlan/tile``.
  var isTiled: Bool { outputs.first?.tile != nil }
}
