import ImageModel

/// Tells if a box can be cut losslessly from a JPEG's coefficients. If not, tells the nearest box that can.
enum LosslessCut: Hashable, Sendable {
  case asAsked
  /// The nearest lossless box, as a viewer sees it.
  case nearest(PixelRect<Display>)
  case none

  /// Checks `box` in a picture of size `stored`. `orientation` tells how a viewer shows the picture, and
  /// `turn` tells how the samples are turned.
  init(
    of box: PixelRect<Stored>, on grid: MCUGrid, turned turn: ExifOrientation,
    shown orientation: ExifOrientation, in stored: PixelSize
  ) {
    if grid.allows(box, turned: turn, in: stored) {
      self = .asAsked
    } else if let nearest = grid.nearest(to: box, turned: turn, in: stored) {
      let shown = orientation.display(RealRect(nearest), stored: stored)
      self = .nearest(
        PixelRect(x: Int(shown.x), y: Int(shown.y), width: Int(shown.width), height: Int(shown.height)))
    } else {
      self = .none
    }
  }
}

extension MCUGrid {
  /// The message for a box off the grid.
  var offGridReason: String {
    let others = ends.area == 1 ? "" : ", with its other edges on the gain map's pixels of \(ends)"
    return "its box isn't on the grid of \(size) pixels\(others)"
  }

  /// The message for a box off the grid with no lossless box near it.
  var noBoxReason: String { "\(offGridReason), and no box near it is" }
}

extension Finding {
  /// The finding for a JPEG if no single scan can hold all its components.
  package static let noScan = Finding(.notLossless, "no scan can hold its components")
}

extension PixelRect<Display> {
  /// `120,40,1024,768`, as in a job file's `crop`.
  package var region: String { "\(x),\(y),\(width),\(height)" }
}
