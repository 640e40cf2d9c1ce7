/// The space of an annotation file's boxes, as a job declares it.
package enum AnnotationSpace: String, Sendable, CaseIterable {
  case display
  case stored
  /// The space in which the picture has the size that the annotation states.
  case declared

  /// The space of boxes on a picture whose annotation states the size `declared`.
  ///
  /// The case ``declared`` fails if the annotation states no size, if the size fits neither space, or if the
  /// size fits both spaces and the spaces differ.
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

  /// True if the job names one space, but the picture has the stated size only in the other space.
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

/// The reason why a size doesn't tell the space of boxes.
package enum SpaceFailure: Error, Hashable, Sendable {
  /// The annotation states no size.
  case noSize
  /// The picture has the stated size in both spaces, but the spaces differ.
  case bothFit
  /// The picture has the stated size in neither space. The case's value is the stated size.
  case neitherFits(PixelSize)
}
