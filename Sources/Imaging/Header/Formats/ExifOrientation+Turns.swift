import ImageModel

extension ExifOrientation {
  /// The orientation of a picture whose rows become columns, whose left and right and then top and bottom are
  /// exchanged, where that is so.
  private init(transposes: Bool, flipsHorizontally: Bool, flipsVertically: Bool) {
    let match = Self.allCases.first {
      $0.transposes == transposes && $0.flipsHorizontally == flipsHorizontally
        && $0.flipsVertically == flipsVertically
    }
    self = match ?? .topLeft
  }

  /// What is shown, turned by another 90 degrees counterclockwise.
  var turnedCounterclockwise: ExifOrientation {
    ExifOrientation(
      transposes: !transposes, flipsHorizontally: flipsVertically, flipsVertically: !flipsHorizontally)
  }

  /// What is shown, then mirrored left to right or else top to bottom.
  func mirrored(leftToRight: Bool) -> ExifOrientation {
    ExifOrientation(
      transposes: transposes, flipsHorizontally: flipsHorizontally != leftToRight,
      flipsVertically: flipsVertically == leftToRight)
  }
}
