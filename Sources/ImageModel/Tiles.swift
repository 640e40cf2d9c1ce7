/// A division of a crop into a grid of tiles, as a job file asks for it.
package struct Tiles: Hashable, Sendable {
  /// The treatment of tiles that would reach beyond the crop.
  package enum Edge: String, Sendable, CaseIterable {
    /// The tile moves back, so that it ends with the crop.
    case shift
    /// The tile keeps its place and size. The background fills the part outside of the picture.
    case pad
    /// The tile is left out.
    case drop
    /// The tile ends with the crop, and so it is smaller.
    case keep
  }

  /// The treatment of tiles that show no annotation.
  package enum Empty: Hashable, Sendable {
    case keep
    case drop
    /// This share of them is kept, in per cent, 0...100.
    case share(Double)
  }

  /// The size of a tile in pixels of the picture as a viewer shows it.
  package var size: PixelSize
  /// The length that neighbours share, in pixels or in per cent of a tile's side.
  package var overlap: Length
  package var edge: Edge
  /// The smallest part of an annotation that a tile must show, in per cent of the annotation's area.
  package var minVisible: Double
  package var empty: Empty

  package init(
    _ size: PixelSize, overlap: Length = .pixels(0), edge: Edge = .shift, minVisible: Double = 0,
    empty: Empty = .keep
  ) {
    self.size = size
    self.overlap = overlap
    self.edge = edge
    self.minVisible = minVisible
    self.empty = empty
  }

  /// The columns and rows of a grid, each with the place of its tiles in pixels from the crop's left or top edge.
  package struct Grid: Hashable, Sendable {
    package var columns: [Range<Int>]
    package var rows: [Range<Int>]
  }

  /// True if each tile begins behind the start of the tile before it.
  package var movesOn: Bool { step(size.width) > 0 && step(size.height) > 0 }

  /// The number of tiles of a crop. Tiles that `edge` leaves out count too.
  package func count(in crop: PixelSize) -> Int {
    count(size.width, along: crop.width) * count(size.height, along: crop.height)
  }

  /// The grid of a crop. Its memory follows from ``count(in:)``, so bound this number first.
  package func grid(of crop: PixelSize) -> Grid {
    Grid(columns: places(size.width, along: crop.width), rows: places(size.height, along: crop.height))
  }

  /// The distance between the starts of neighbours. An overlap in per cent is rounded down to whole pixels.
  private func step(_ side: Int) -> Int { side - Int(overlap.resolved(of: side).settled.rounded(.down)) }

  /// The fewest tiles of length `side` that reach to the end of `extent`; at least 1.
  private func count(_ side: Int, along extent: Int) -> Int {
    let step = max(1, step(side))
    return extent <= side ? 1 : (extent - side + step - 1) / step + 1
  }

  private func places(_ side: Int, along extent: Int) -> [Range<Int>] {
    (0..<count(side, along: extent)).compactMap { place in
      let start = place * max(1, step(side))
      if start + side <= extent { return start..<start + side }
      switch edge {
      case .shift: return max(0, extent - side)..<extent
      case .pad: return start..<start + side
      case .drop: return nil
      case .keep: return start..<extent
      }
    }
  }
}
