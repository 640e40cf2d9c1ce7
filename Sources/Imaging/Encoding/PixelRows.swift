import ImageModel

/// 8-bit pixels as red, green, blue and alpha, from grey or RGB planes.
struct PixelRows {
  let size: PixelSize
  private let planes: [Plane<UInt8>]
  private let isGrey: Bool

  /// The pixels of grey or RGB planes, with or without alpha; nil if the planes don't have 8 bits.
  init?(_ channels: [Channel], _ pixels: PixelFormat) {
    var planes: [Plane<UInt8>] = []
    for case .eight(let channel) in channels { planes.append(channel.plane) }
    guard planes.count == pixels.planes, let first = planes.first else { return nil }
    self.planes = planes
    isGrey = pixels.color == .grey
    size = PixelSize(width: first.width, height: first.height)
  }

  subscript(x: Int, y: Int) -> SIMD4<UInt8> {
    let alpha = planes.count % 2 == 0 ? planes[planes.count - 1].row(y)[x] : 255
    let first = planes[0].row(y)[x]
    return isGrey
      ? SIMD4(first, first, first, alpha) : SIMD4(first, planes[1].row(y)[x], planes[2].row(y)[x], alpha)
  }

  /// The four bytes of a pixel as one number. Red is the highest byte.
  func packed(_ x: Int, _ y: Int) -> UInt32 {
    let color = self[x, y]
    return (0..<4).reduce(0) { $0 << 8 | UInt32(color[$1]) }
  }
}
