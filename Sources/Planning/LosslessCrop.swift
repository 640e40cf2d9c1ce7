import ImageModel

/// The box that a job's crop asks for, and the nearest box that a JPEG allows without loss. Both boxes are
/// for outputs with `orientation: bake`, the default.
package struct LosslessCrop: Hashable, Sendable {
  /// The box that the job asks for, rounded and clipped by the job's rules; nil if these rules refuse the
  /// crop.
  package var asked: PixelRect<Display>?
  /// The nearest lossless box; nil if there is none.
  package var nearest: PixelRect<Display>?
  /// Why there is no lossless box.
  package var reason: String?
}

extension LosslessCrop {
  /// A picture to crop.
  package struct Picture: Hashable, Sendable {
    package var storedSize: PixelSize
    /// The orientation in which a viewer shows the picture.
    package var orientation: ExifOrientation
    /// The grid of the picture's coefficients, or the reason why the coefficients can't be used.
    package var grid: Result<MCUGrid, ImageError>

    package init(storedSize: PixelSize, orientation: ExifOrientation, grid: Result<MCUGrid, ImageError>) {
      self.storedSize = storedSize
      self.orientation = orientation
      self.grid = grid
    }
  }

  /// Finds the lossless box nearest to `crop` of a picture.
  package init(_ crop: Crop, of picture: Picture) {
    let (stored, orientation) = (picture.storedSize, picture.orientation)
    switch crop.resolved(stored: stored, orientation: orientation) {
    case .failure(let failure):
      reason = Finding(failure, picture: orientation.turned(stored)).message
    case .success(let resolved):
      asked = resolved.box
      switch picture.grid {
      case .failure(let loss): reason = loss.finding.message
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
