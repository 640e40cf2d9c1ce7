import ImageModel

/// The part of an object that is visible in an output. The output is made from the object's picture.
package struct RebasedBox: Hashable, Sendable {
  /// The visible part of the box, in pixels of ``OutputPlan/shownSize``. If the object has outlines, this is the box
  /// around their visible part. If it has a mask, this is the box around the samples that show it.
  package var box: RealRect<Output>
  /// The visible share of the area of the outlines or of the mask or, without both, of the box, 0...1, rounded to ten
  /// thousandths.
  package var visible: Double
  /// The visible part of the object's shape; nil if the object has none.
  package var shape: RebasedShape?
}

extension OutputPlan {
  /// The size at which a viewer shows the output. It is the encoded size, turned by the output's orientation
  /// tag.
  package var shownSize: PixelSize? { size.map { tag.turned($0) } }

  /// The orientation tag of the output.
  package var tag: ExifOrientation { mode == .keep ? orientation : .topLeft }

  /// The pixels of the output for each pixel of ``crop``, across and down, as a viewer shows both. Nil if the output
  /// has no crop.
  package var contentScale: (across: Double, down: Double)? {
    guard let crop, let content else { return nil }
    let shown = tag.turned(content.size)
    return (Double(shown.width) / Double(crop.width), Double(shown.height) / Double(crop.height))
  }

  /// The place of an object in this output, as a viewer shows the output. The object lies in a stored picture of size
  /// `picture`. Nil if no part of it is visible, or if its place is unknown.
  package func rebased(_ object: BoxPlan, of picture: PixelSize) -> RebasedBox? {
    guard let box = object.box, let map = OutputMap(self, of: picture) else { return nil }
    guard let shape = object.shape else { return map.rebased(box) }
    return map.rebased(shape, box)
  }

  /// The place of `box`, as of an object without a shape.
  package func rebased(_ box: RealRect<Stored>, of picture: PixelSize) -> RebasedBox? {
    OutputMap(self, of: picture)?.rebased(box)
  }
}

/// The way from places in a stored picture to places in an output, as a viewer shows the output.
///
/// Places take the same steps as pixels: crop, scale, turn, place.
struct OutputMap {
  /// The part of the picture that the output shows.
  let window: RealRect<Stored>
  /// The size at which a viewer shows the output.
  let shownSize: PixelSize
  /// The part of the picture that the output shows, or is padded for.
  let cut: PixelRect<Stored>
  private let scaled, size: PixelSize
  private let turn, tag: ExifOrientation
  private let content: PixelRect<Output>

  /// The way to `output`, from a stored picture of size `picture`. Nil if the output can't be made.
  init?(_ output: OutputPlan, of picture: PixelSize) {
    guard let cut = output.storedCrop, let scaled = output.resample?.size, let content = output.content,
      let size = output.size, let shownSize = output.shownSize
    else { return nil }
    (self.cut, self.scaled, self.content, self.size) = (cut, scaled, content, size)
    (turn, tag, self.shownSize) = (output.turn, output.tag, shownSize)
    window = RealRect(cut.intersection(PixelRect(picture)))
  }

  /// The box in the output that shows `rect`, in pixels.
  func shown(_ rect: RealRect<Stored>) -> RealRect<Output> {
    let across = Double(scaled.width) / Double(cut.width)
    let down = Double(scaled.height) / Double(cut.height)
    let part = RealRect<Stored>(
      x: (rect.x - Double(cut.x)) * across, y: (rect.y - Double(cut.y)) * down, width: rect.width * across,
      height: rect.height * down)
    let turned = turn.display(part, stored: scaled)
    let placed = RealRect<Stored>(
      x: turned.x + Double(content.x), y: turned.y + Double(content.y), width: turned.width,
      height: turned.height)
    let shown = tag.display(placed, stored: size)
    return RealRect(x: shown.x, y: shown.y, width: shown.width, height: shown.height)
  }

  /// The sample of the stored picture that each sample of a mask takes.
  var samples: MaskMap {
    let box = shown(RealRect(cut))
    let (x, y) = (Int(box.x.rounded()), Int(box.y.rounded()))
    let content = PixelRect<Output>(
      x: x, y: y, width: Int(box.width.rounded()), height: Int(box.height.rounded()))
    return MaskMap(cut, to: content, of: shownSize, turn: turn == .topLeft ? tag : turn)
  }

  /// The place in the output that shows `point`.
  func shown(_ point: RealPoint<Stored>) -> RealPoint<Output> {
    let box = shown(point.box)
    return RealPoint(box.x, box.y)
  }

  /// The visible part of a box; nil if none is visible.
  func rebased(_ box: RealRect<Stored>) -> RebasedBox? {
    guard let seen = box.intersection(window) else { return nil }
    return RebasedBox(
      box: shown(seen),
      visible: (seen.width * seen.height / (box.width * box.height) * 1e4).rounded() / 1e4)
  }
}
