import ImageModel

/// One plane of an output, with samples of 8 or 16 bits. The channel also knows the place of the content in
/// the plane.
package enum Channel {
  case eight(ContentPlane<UInt8>)
  case sixteen(ContentPlane<UInt16>)

  /// An 8-bit plane that has only content, without a canvas around it.
  package init(_ plane: Plane<UInt8>) { self = .eight(ContentPlane(plane)) }

  /// Cuts the content out of the plane, and turns it as a viewer does for `orientation`. Throws `memory`.
  package consuming func turned(_ orientation: ExifOrientation) throws(ImageError) -> Channel {
    switch consume self {
    case .eight(let plane): .eight(try plane.turned(orientation))
    case .sixteen(let plane): .sixteen(try plane.turned(orientation))
    }
  }

  /// Replaces each 8-bit sample by its element of `table`, which has 256. Samples of 16 bits stay.
  package func convert(by table: [UInt8]) {
    guard case .eight(let content) = self, table.count == 256 else { return }
    for y in 0..<content.plane.height {
      let row = content.plane.row(y)
      for x in row.indices { row[x] = table[Int(row[x])] }
    }
  }

  /// Puts the plane at `place` on a canvas of `size`. The canvas is filled with the 8-bit sample
  /// `background`.
  ///
  /// `place` must be of the plane's size and lie on the canvas. Throws `memory`.
  package consuming func placed(
    at place: PixelRect<Output>, on size: PixelSize, background: UInt8
  ) throws(ImageError) -> Channel {
    switch consume self {
    case .eight(let plane): .eight(try plane.placed(at: place, on: size, background: background))
    case .sixteen(let plane):
      .sixteen(try plane.placed(at: place, on: size, background: UInt16(background) * 257))
    }
  }

  /// Width and height of the whole plane in samples.
  package var size: PixelSize {
    switch self {
    case .eight(let plane): plane.plane.size
    case .sixteen(let plane): plane.plane.size
    }
  }

  /// The start of row `y`, and the bytes from one row to the next.
  func row(_ y: Int) -> (start: UnsafeRawPointer?, bytes: Int) {
    switch self {
    case .eight(let plane): (UnsafeRawPointer(plane.plane.row(y).baseAddress), plane.plane.rowBytes)
    case .sixteen(let plane): (UnsafeRawPointer(plane.plane.row(y).baseAddress), plane.plane.rowBytes)
    }
  }
}
