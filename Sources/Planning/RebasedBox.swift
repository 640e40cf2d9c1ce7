import ImageModel

/// The part of a box that is visible in an output. The output is made from the box's picture.
package struct RebasedBox: Hashable, Sendable {
  /// The visible part of the box, in pixels of ``OutputPlan/shownSize``.
  package var box: RealRect<Output>
  /// The visible share of the box's area, 0...1, rounded to ten thousandths.
  package var visible: Double
}

extension OutputPlan {
  /// The size at which a viewer shows the output. It is the encoded size, turned by the output's orientation
  /// tag.
  package var shownSize: PixelSize? { size.map { tag.turned($0) } }

  /// The orientation tag of the output.
  private var tag: ExifOrientation { mode == .keep ? orientation : .topLeft }

  /// The pixels of the output for each pixel of ``crop``, across and down, as a viewer shows both. Nil if the output
  /// has no crop.
  package var contentScale: (across: Double, down: Double)? {
    guard let crop, let content else { return nil }
    let shown = tag.turned(content.size)
    return (Double(shown.width) / Double(crop.width), Double(shown.height) / Double(crop.height))
  }

  /// The place of `box` in this output, as a viewer shows the output. The box lies in a stored picture of
  /// size `picture`. Nil if no part of the box is visible.
  ///
  /// The box takes the same steps as pixels: crop, scale, turn, place.
  package func rebased(_ box: RealRect<Stored>, of picture: PixelSize) -> RebasedBox? {
    guard let cut = storedCrop, let scaled = resample?.size, let content, let size,
      let seen = box.intersection(RealRect(cut.intersection(PixelRect(picture))))
    else { return nil }
    let across = Double(scaled.width) / Double(cut.width)
    let down = Double(scaled.height) / Double(cut.height)
    let part = RealRect<Stored>(
      x: (seen.x - Double(cut.x)) * across, y: (seen.y - Double(cut.y)) * down, width: seen.width * across,
      height: seen.height * down)
    let turned = turn.display(part, stored: scaled)
    let placed = RealRect<Stored>(
      x: turned.x + Double(content.x), y: turned.y + Double(content.y), width: turned.width,
      height: turned.height)
    let shown = tag.display(placed, stored: size)
    return RebasedBox(
      box: RealRect(x: shown.x, y: shown.y, width: shown.width, height: shown.height),
      visible: (seen.width * seen.height / (box.width * box.height) * 1e4).rounded() / 1e4)
  }
}
