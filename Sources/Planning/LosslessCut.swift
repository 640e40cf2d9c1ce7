import ImageModel

/// Whether a box can be made of a JPEG's coefficients, and what can in its place.
enum LosslessCut: Hashable, Sendable {
  case asAsked
  /// The nearest box that can, as a viewer sees it.
  case nearest(PixelRect<Display>)
  case none

  /// Looks for what an output shows of a picture that is stored at `stored` and shown by `orientation`, where its samples
  /// are turned as `turn` says.
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
  /// What is said of a box that isn't on it.
  var offGridReason: String { "its box isn't on the grid of \(size) pixels" }

  /// The same where there is none in its place.
  var noBoxReason: String { "\(offGridReason), and no box near it is" }
}

extension Finding {
  /// Of a JPEG whose coefficients can't be written anew.
  package static let noScan = Finding(.notLossless, "no scan can hold its components")
}

extension PixelRect<Display> {
  /// `120,40,1024,768`, as a job file's `crop` takes it.
  package var region: String { "\(x),\(y),\(width),\(height)" }
}
