import ImageModel

extension Channel {
  /// The content in 8 bits, rounded or dithered by an ordered 8 x 8 pattern. A sample that 8 bits hold
  /// exactly keeps its value. Throws `memory`.
  func narrowed(dithers: Bool) throws(ImageError) -> Channel {
    guard case .sixteen(let wide) = self else { return self }
    let size = wide.content
    let plane = try Plane<UInt8>(width: size.width, height: size.height, from: wide.plane.pool)
    for y in 0..<size.height {
      let row = wide.plane.row(size.y + y)
      let target = plane.row(y)
      for x in 0..<size.width {
        let threshold = dithers ? Self.thresholds[y & 7 << 3 | x & 7] : 32767
        target[x] = UInt8(truncatingIfNeeded: (UInt32(row[size.x + x]) &* 255 &+ threshold) / 65535)
      }
    }
    return .eight(ContentPlane(plane))
  }

  /// The content in 16 bits. Throws `memory`.
  func widened() throws(ImageError) -> Channel {
    guard case .eight(let narrow) = self else { return self }
    let size = narrow.content
    let plane = try Plane<UInt16>(width: size.width, height: size.height, from: narrow.plane.pool)
    for y in 0..<size.height {
      let row = narrow.plane.row(size.y + y)
      let target = plane.row(y)
      for x in 0..<size.width { target[x] = UInt16(row[size.x + x]) &* 257 }
    }
    return .sixteen(ContentPlane(plane))
  }

  /// A copy of the content. Throws `memory`.
  func copy() throws(ImageError) -> Channel {
    switch self {
    case .eight(let plane): .eight(try plane.copy())
    case .sixteen(let plane): .sixteen(try plane.copy())
    }
  }

  /// The thresholds of the 8 x 8 pattern (Bayer's matrix of order 8), row by row. They are spread evenly over
  /// 0..<65535, in the whole pattern and in each smaller square of the pattern.
  private static let thresholds: [UInt32] = (0..<64).map { place in
    let (x, y) = (UInt32(place & 7), UInt32(place >> 3))
    let rank = (0..<3).reduce(UInt32(0)) { rank, bit in
      let (across, down) = (x >> (2 - UInt32(bit)) & 1, y >> (2 - UInt32(bit)) & 1)
      return rank | ((across ^ down) << 1 | down) << (2 * UInt32(bit))
    }
    return (rank * 2 + 1) * 65535 / 128
  }
}

extension ContentPlane {
  fileprivate func copy() throws(ImageError) -> ContentPlane {
    let size = content.size
    let target = try Plane<Sample>(width: size.width, height: size.height, from: plane.pool)
    for y in 0..<size.height {
      guard let first = plane.row(content.y + y).baseAddress else { continue }
      target.row(y).baseAddress?.update(from: first + content.x, count: size.width)
    }
    return ContentPlane(target)
  }
}
