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
    guard let source = row(0).baseAddress, let target = result.row(0).baseAddress else { return result }
    let turn = Turn(
      Walk(orientation, over: rect, samplesPerRow: rowBytes / MemoryLayout<Sample>.stride), from: source,
      to: target, samplesPerRow: result.rowBytes / MemoryLayout<Sample>.stride)
    if orientation.transposes { turn.transpose(size) } else { turn.copyRows(size) }
    return result
  }
}

/// The sample at (x, y) of a turned picture comes from the place `start + x * stepX + y * stepY`. Places are
/// in samples. One of the steps is 1 or -1.
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

/// Copies the samples of a walk to the rows of the turned picture.
private struct Turn<Sample> {
  private let walk: Walk
  private let source: UnsafePointer<Sample>
  private let target: UnsafeMutablePointer<Sample>
  private let samplesPerRow: Int

  init(
    _ walk: Walk, from source: UnsafePointer<Sample>, to target: UnsafeMutablePointer<Sample>,
    samplesPerRow: Int
  ) {
    (self.walk, self.source, self.target, self.samplesPerRow) = (walk, source, target, samplesPerRow)
  }

  /// For orientations that don't transpose.
  func copyRows(_ size: PixelSize) {
    for y in 0..<size.height {
      let (row, first) = (target + y * samplesPerRow, source + (walk.start + y * walk.stepY))
      if walk.stepX == 1 {
        row.update(from: first, count: size.width)
      } else {
        for x in 0..<size.width { row[x] = first[-x] }
      }
    }
  }

  /// For orientations that transpose. Goes through the picture in squares, which stay within the cache.
  func transpose(_ size: PixelSize) {
    let side = 64
    for top in stride(from: 0, to: size.height, by: side) {
      for left in stride(from: 0, to: size.width, by: side) {
        transpose(top..<min(top + side, size.height), left..<min(left + side, size.width))
      }
    }
  }

  private func transpose(_ rows: Range<Int>, _ columns: Range<Int>) {
    let side = ByteBlock.side
    let isByte = MemoryLayout<Sample>.size == 1
    for top in stride(from: rows.lowerBound, to: rows.upperBound, by: side) {
      for left in stride(from: columns.lowerBound, to: columns.upperBound, by: side) {
        if isByte, top + side <= rows.upperBound, left + side <= columns.upperBound {
          transposeBlock(top, left)
        } else {
          for y in top..<min(top + side, rows.upperBound) {
            for x in left..<min(left + side, columns.upperBound) {
              target[y &* samplesPerRow &+ x] = source[walk.start &+ x &* walk.stepX &+ y &* walk.stepY]
            }
          }
        }
      }
    }
  }

  /// A sample must be a byte.
  @inline(__always) private func transposeBlock(_ top: Int, _ left: Int) {
    let side = ByteBlock.side
    let isFlipped = walk.stepY < 0
    let first = source + (walk.start &+ top &* walk.stepY &- (isFlipped ? side &- 1 : 0))
    var block = ByteBlock()
    for x in 0..<side {
      let bytes = UnsafeRawPointer(first + (left &+ x) &* walk.stepX).loadUnaligned(as: UInt64.self)
      block.rows[x] = isFlipped ? bytes.byteSwapped : bytes
    }
    block.transpose()
    for y in 0..<side {
      UnsafeMutableRawPointer(target + ((top &+ y) &* samplesPerRow &+ left))
        .storeBytes(of: block.rows[y], as: UInt64.self)
    }
  }
}

/// 8x8 bytes. The first byte of a row is the lowest of its word.
private struct ByteBlock {
  static var side: Int { 8 }

  var rows: InlineArray<8, UInt64> = .init(repeating: 0)

  /// Exchanges the upper right and the lower left quadrant of the block, then those of each quadrant, and so on.
  @inline(__always) mutating func transpose() {
    exchange(4, 0x0000_0000_FFFF_FFFF)
    exchange(2, 0x0000_FFFF_0000_FFFF)
    exchange(1, 0x00FF_00FF_00FF_00FF)
  }

  /// Exchanges each upper right square of `side` x `side` bytes with the lower left one. `mask` selects the
  /// bytes of the left squares.
  @inline(__always) private mutating func exchange(_ side: Int, _ mask: UInt64) {
    let shift = UInt64(8 &* side)
    for upper in 0..<8 where upper & side == 0 {
      let lower = upper &+ side
      let difference = (rows[upper] &>> shift ^ rows[lower]) & mask
      rows[upper] ^= difference &<< shift
      rows[lower] ^= difference
    }
  }
}
