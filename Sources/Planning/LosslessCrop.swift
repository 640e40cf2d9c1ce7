import ImageModel

/// What is cut where a job asks for a crop, and what it may cut of a JPEG without loss: outputs that are `orientation: bake`,
/// as they are unless a job says otherwise.
package struct LosslessCrop: Hashable, Sendable {
  /// The box as a job rounds and clips it; nil where it can't be cut at all.
  package var asked: PixelRect<Display>?
  /// The nearest box that is cut without loss; nil where there is none.
  package var nearest: PixelRect<Display>?
  /// Why there is none.
  package var reason: String?
}

extension LosslessCrop {
  /// A picture that boxes are cut from.
  package struct Picture: Hashable, Sendable {
    package var storedSize: PixelSize
    /// How it is shown.
    package var orientation: ExifOrientation
    /// The grid of its coefficients, or why they can't be used.
    package var grid: Result<MCUGrid, Finding>

    package init(storedSize: PixelSize, orientation: ExifOrientation, grid: Result<MCUGrid, Finding>) {
      self.storedSize = storedSize
      self.orientation = orientation
      self.grid = grid
    }
  }

  /// Looks for the box that is nearest to what `crop` cuts from a picture.
  package init(_ crop: Crop, of picture: Picture) {
    let (stored, orientation) = (picture.storedSize, picture.orientation)
    switch crop.resolved(stored: stored, orientation: orientation) {
    case .failure(let failure):
      reason = Finding(failure, picture: orientation.turned(stored)).message
    case .success(let resolved):
      asked = resolved.box
      switch picture.grid {
      case .failure(let loss): reason = loss.message
      case .success(let grid): find(orientation.stored(resolved.box, stored: stored), on: grid, of: picture)
      }
    }
  }

  private mutating func find(_ box: PixelRect<Stored>, on grid: MCUGrid, of picture: Picture) {
    let orientation = picture.orientation
    switch LosslessCut(of: box, on: grid, turned: orientation, shown: orientation, in: picture.storedSize) {
    case .asAsked: nearest = asked
    case .nearest(let box): nearest = box
    case .none: reason = grid.noBoxReason
    }
  }
}
