import ImageModel

/// A picture as indices into a palette.
struct IndexedPicture {
  let palette: Palette
  let indices: Plane<UInt8>

  /// Uses the picture's own colours if the picture has at most 256. Otherwise gives each pixel the nearest
  /// colour of a palette, and diffuses the error (Floyd and Steinberg 1976). Throws `memory`.
  init(_ pixels: PixelRows) throws(ImageError) {
    indices = try Plane<UInt8>(width: pixels.size.width, height: pixels.size.height)
    if let exact = Palette(exact: pixels) {
      palette = exact
      let places = Dictionary(
        uniqueKeysWithValues: zip(exact.colors.map { $0.reduce(0) { $0 << 8 | UInt32($1) } }, 0...))
      for y in 0..<pixels.size.height {
        let row = indices.row(y)
        for x in 0..<pixels.size.width { row[x] = UInt8(places[pixels.packed(x, y)] ?? 0) }
      }
    } else {
      palette = Palette(approximating: pixels)
      diffuse(pixels)
    }
  }

  private func diffuse(_ pixels: PixelRows) {
    let width = pixels.size.width
    // Errors in sixteenths, with one spare place at each end of the row.
    var (here, below) = (
      [SIMD4<Int32>](repeating: .zero, count: width + 2), [SIMD4<Int32>](repeating: .zero, count: width + 2)
    )
    for y in 0..<pixels.size.height {
      let row = indices.row(y)
      for x in 0..<width {
        let wanted = SIMD4<Int32>(truncatingIfNeeded: pixels[x, y]) &+ here[x + 1] / 16
        let color = wanted.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        let place = palette.nearest(to: color)
        row[x] = UInt8(place)
        let found = palette.colors[place]
        let off = color &- SIMD4(Int32(found[0]), Int32(found[1]), Int32(found[2]), Int32(found[3]))
        here[x + 2] &+= off &* 7
        below[x] &+= off &* 3
        below[x + 1] &+= off &* 5
        below[x + 2] &+= off
      }
      (here, below) = (below, [SIMD4<Int32>](repeating: .zero, count: width + 2))
    }
  }
}
