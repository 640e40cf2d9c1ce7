import ImageModel

extension Plane {
  /// The part `rect` of the plane, turned as a viewer that obeys `orientation` would.
  ///
  /// Shape: `rect.width` x `rect.height`, exchanged if the orientation transposes. `rect` must lie inside
  /// the plane and hold a pixel. Throws `memory`. Source: EXIF 2.32, section 4.6.4 A, tag 274.
  package func turned(_ orientation: ExifOrientation, part rect: PixelRect<Output>) throws(ImageError)
    -> Plane
  {
    precondition(!rect.isEmpty && PixelRect(PixelSize(width: width, height: height)).contains(rect))
    let size = orientation.turned(rect.size)
    let result = try Plane(width: size.width, height: size.height, from: pool)
    let walk = Walk(orientation, over: rect, samplesPerRow: rowBytes / MemoryLayout<Sample>.stride)
    guard let source = row(0).baseAddress, let target = result.row(0).baseAddress else { return result }
    let targetStep = result.rowBytes / MemoryLayout<Sample>.stride
    // In squares, so that a transposed copy stays within the cache.
    let side = 32
    for top in stride(from: 0, to: size.height, by: side) {
      for left in stride(from: 0, to: size.width, by: side) {
        for y in top..<min(top + side, size.height) {
          for x in left..<min(left + side, size.width) {
            target[y &* targetStep &+ x] = source[walk.start &+ x &* walk.stepX &+ y &* walk.stepY]
          }
        }
      }
    }
    return result
  }
}

/// The sample at (x, y) of a turned picture comes from the place `start + x * stepX + y * stepY`. Places are
/// in samples.
private struct Walk {
  let start: Int
  let stepX: Int
  let stepY: Int

  init(_ orientation: ExifOrientation, over rect: PixelRect<Output>, samplesPerRow: Int) {
    let (alongX, alongY) = orientation.transposes ? (samplesPerRow, 1) : (1, samplesPerRow)
    let size = orientation.turned(rect.size)
    stepX = orientation.flipsHorizontally ? -alongX : alongX
    stepY = orientation.flipsVertically ? -alongY : alongY
    let corner = rect.y * samplesPerRow + rect.x
    start =
      corner + (orientation.flipsHorizontally ? (size.width - 1) * alongX : 0)
      + (orientation.flipsVertically ? (size.height - 1) * alongY : 0)
  }
}
