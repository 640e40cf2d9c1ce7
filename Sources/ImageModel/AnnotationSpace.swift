/// What a job says of the space that the boxes of an annotation file are in.
package enum AnnotationSpace: String, Sendable, CaseIterable {
  case display
  case stored
  /// Where only one of the picture's two sizes is the one that the annotation gives, that one's space.
  case declared

  /// The space of boxes on a picture that the annotation says is of size `declared`.
  ///
  /// Fails where the sizes don't tell the two spaces apart although they differ, and where neither fits.
  package func resolved(
    declared: PixelSize?, stored: PixelSize, orientation: ExifOrientation
  ) -> Result<SpaceName, SpaceFailure> {
    switch self {
    case .display: return .success(.display)
    case .stored: return .success(.stored)
    case .declared: break
    }
    guard let declared else { return .failure(.noSize) }
    switch (declared == orientation.turned(stored), declared == stored) {
    case (true, false): return .success(.display)
    case (false, true): return .success(.stored)
    case (true, true): return orientation == .topLeft ? .success(.display) : .failure(.bothFit)
    case (false, false): return .failure(.neitherFits(declared))
    }
  }

  /// True where boxes are said to be in one space, and the size `declared` is the picture's in the other one alone.
  package func isDoubtful(declared: PixelSize?, stored: PixelSize, orientation: ExifOrientation) -> Bool {
    let display = orientation.turned(stored)
    if display == stored { return false }
    return switch self {
    case .display: declared == stored
    case .stored: declared == display
    case .declared: false
    }
  }
}

/// Why a size doesn't tell in which space boxes are.
package enum SpaceFailure: Error, Hashable, Sendable {
  /// The annotation gives none.
  case noSize
  /// The picture has the same size in both spaces, which aren't the same.
  case bothFit
  /// It is neither of the picture's.
  case neitherFits(PixelSize)
}
