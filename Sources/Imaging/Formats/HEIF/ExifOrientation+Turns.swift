import ImageModel

extension ExifOrientation {
  /// The orientation that does these steps, in this order: transpose, mirror left to right, mirror top to
  /// bottom.
  private init(transposes: Bool, flipsHorizontally: Bool, flipsVertically: Bool) {
    let match = Self.allCases.first {
      $0.transposes == transposes && $0.flipsHorizontally == flipsHorizontally
        && $0.flipsVertically == flipsVertically
    }
    self = match ?? .topLeft
  }

  /// This orientation followed by a turn of 90 degrees counterclockwise.
  var turnedCounterclockwise: ExifOrientation {
    ExifOrientation(
      transposes: !transposes, flipsHorizontally: flipsVertically, flipsVertically: !flipsHorizontally)
  }

  /// This orientation followed by mirroring, left to right or top to bottom.
  func mirrored(leftToRight: Bool) -> ExifOrientation {
    ExifOrientation(
      transposes: transposes, flipsHorizontally: flipsHorizontally != leftToRight,
      flipsVertically: flipsVertically == leftToRight)
  }
}
