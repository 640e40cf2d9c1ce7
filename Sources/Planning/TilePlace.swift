import ImageModel

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

  /// True if an output is finished while its decode still runs. Only tiles are: all other outputs wait for the end.
  package func endsEarly(output index: Int) -> Bool {
    outputs[index].endsEarly(in: decodes[outputs[index].decode])
  }
}

extension OutputPlan {
  /// True if the output is finished while `decode` still runs.
  func endsEarly(in decode: DecodePlan) -> Bool {
    guard tile != nil, decode.frames == nil, !decode.isOfCoefficients, let crop = storedCrop else {
      return false
    }
    return crop.bottom < decode.region.bottom
  }
}
