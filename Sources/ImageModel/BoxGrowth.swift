/// How a crop grows beyond its box.
package struct BoxGrowth: Hashable, Sendable {
  /// The per cent by which both width and height grow. The centre of the box stays.
  package var expand: Double
  /// True if the crop becomes a square after ``expand``. The shorter side grows to the length of the longer
  /// one, about the centre.
  package var square: Bool

  package init(expand: Double = 0, square: Bool = false) {
    self.expand = expand
    self.square = square
  }

  /// The box of the crop: `box` after its growth.
  package func grown<S>(_ box: RealRect<S>) -> RealRect<S> {
    let factor = 1 + expand / 100
    let (width, height) = (box.width * factor, box.height * factor)
    let longer = max(width, height)
    return box.resized(width: square ? longer : width, height: square ? longer : height)
  }
}

extension RealRect {
  /// A box of another size with the same centre.
  fileprivate func resized(width: Double, height: Double) -> RealRect {
    RealRect(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
  }
}
