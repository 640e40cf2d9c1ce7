import ImageModel

/// One plane of an output, of either depth, and where in it the content lies.
package enum Channel {
  case eight(ContentPlane<UInt8>)
  case sixteen(ContentPlane<UInt16>)

  /// A plane that is all content.
  package init(_ plane: Plane<UInt8>) {
    self = .eight(
      ContentPlane(plane, content: PixelRect(PixelSize(width: plane.width, height: plane.height))))
  }

  /// The content alone, turned as a viewer that obeys `orientation` would. Throws `memory`.
  package consuming func turned(_ orientation: ExifOrientation) throws(Finding) -> Channel {
    switch consume self {
    case .eight(let plane): .eight(try plane.turned(orientation))
    case .sixteen(let plane): .sixteen(try plane.turned(orientation))
    }
  }

  /// The plane at `place` on a canvas of `size` filled with `background`, a sample of 8 bits.
  ///
  /// `place` must be of the plane's size and lie on the canvas. Throws `memory`.
  package consuming func placed(
    at place: PixelRect<Output>, on size: PixelSize, background: UInt8
  ) throws(Finding) -> Channel {
    switch consume self {
    case .eight(let plane): .eight(try plane.placed(at: place, on: size, background: background))
    case .sixteen(let plane):
      .sixteen(try plane.placed(at: place, on: size, background: UInt16(background) * 257))
    }
  }

  /// Its width and height in samples, content and all.
  var size: PixelSize {
    switch self {
    case .eight(let plane): PixelSize(width: plane.plane.width, height: plane.plane.height)
    case .sixteen(let plane): PixelSize(width: plane.plane.width, height: plane.plane.height)
    }
  }

  /// Where row `y` begins, and how many bytes lie between two rows.
  func row(_ y: Int) -> (start: UnsafeRawPointer?, bytes: Int) {
    switch self {
    case .eight(let plane): (UnsafeRawPointer(plane.plane.row(y).baseAddress), plane.plane.rowBytes)
    case .sixteen(let plane): (UnsafeRawPointer(plane.plane.row(y).baseAddress), plane.plane.rowBytes)
    }
  }
}
