import ImageModel

/// One plane of an output, and the place of the content in it.
package struct ContentPlane<Sample: FixedWidthInteger & UnsignedInteger> {
  package let plane: Plane<Sample>
  package let content: PixelRect<Output>

  /// The content fills the plane unless its place is given.
  package init(_ plane: Plane<Sample>, content: PixelRect<Output>? = nil) {
    self.plane = plane
    self.content = content ?? PixelRect(plane.size)
  }

  /// The content, turned as a viewer that obeys `orientation` would turn it. Throws `memory`.
  package consuming func turned(_ orientation: ExifOrientation) throws(ImageError) -> ContentPlane {
    if orientation == .topLeft && content == PixelRect(plane.size) { return self }
    let turned = try plane.turned(orientation, part: content)
    return ContentPlane(turned)
  }

  /// Puts the plane at `place` on a canvas of `size`. The canvas is filled with `background`.
  ///
  /// `place` must be of the plane's size and lie on the canvas. Throws `memory`.
  package consuming func placed(
    at place: PixelRect<Output>, on size: PixelSize, background: Sample
  ) throws(ImageError) -> ContentPlane {
    if place == PixelRect(size) { return self }
    let canvas = try Plane<Sample>(width: size.width, height: size.height, from: plane.pool)
    for y in 0..<size.height { canvas.row(y).update(repeating: background) }
    for y in 0..<place.height {
      _ = canvas.row(place.y + y)[place.x..<place.right].update(fromContentsOf: plane.row(y))
    }
    return ContentPlane(canvas, content: place)
  }
}
