import ImageModel

/// An output's planes after its resample.
package struct ResampledPlanes {
  /// Grey, or Y, Cb and Cr; all of one size.
  package private(set) var planes: [Plane<UInt8>]
  /// The part of each plane that is the content.
  package private(set) var content: PixelRect<Output>

  package init(planes: [Plane<UInt8>], content: PixelRect<Output>) {
    self.planes = planes
    self.content = content
  }

  /// Cuts the content out and turns it as a viewer that obeys `orientation` would. Throws `out_of_memory`.
  package mutating func turn(_ orientation: ExifOrientation) throws(Finding) {
    // A plane that is named here would outlive its turned copy.
    let size = planes.first.map { PixelSize(width: $0.width, height: $0.height) }
    if orientation == .topLeft && content.size == size { return }
    for index in planes.indices {
      planes[index] = try planes[index].turned(orientation, part: content)
    }
    content = PixelRect(orientation.turned(content.size))
  }

  /// Puts the content at `place` on a canvas of `size` filled with one sample a plane.
  ///
  /// `place` must be of the content's size and lie on the canvas. Throws `out_of_memory`.
  package mutating func place(
    _ place: PixelRect<Output>, on size: PixelSize, background: [UInt8]
  ) throws(Finding) {
    if place == PixelRect(size) { return }
    for (index, sample) in zip(planes.indices, background) {
      let canvas = try Plane<UInt8>(width: size.width, height: size.height)
      for y in 0..<size.height { canvas.row(y).update(repeating: sample) }
      for y in 0..<place.height {
        _ = canvas.row(place.y + y)[place.x..<place.right].update(fromContentsOf: planes[index].row(y))
      }
      planes[index] = canvas
    }
    content = place
  }
}
