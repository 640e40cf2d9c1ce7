import Glibc
import ImageModel

/// One channel of a picture: rows of samples in a block of memory.
///
/// Rows begin at multiples of ``planeAlignment`` bytes, as SIMD code needs.
package final class Plane<Sample: FixedWidthInteger & UnsignedInteger> {
  /// Samples per row.
  package let width: Int
  /// Rows.
  package let height: Int
  package var size: PixelSize { PixelSize(width: width, height: height) }
  /// Bytes from one row to the next.
  package let rowBytes: Int
  /// The pool that the plane's memory comes from.
  let pool: BufferPool
  private let block: BufferPool.Block
  private var base: UnsafeMutableRawPointer { block.base }

  /// A plane with undefined samples. Throws `memory`.
  init(width: Int, height: Int, from pool: BufferPool) throws(ImageError) {
    self.width = width
    self.height = height
    self.pool = pool
    rowBytes = Self.rowBytes(width)
    let size = rowBytes * height
    guard let block = pool.take(size) else {
      throw ImageError(
        .memory, "\(ByteCount.text(size)) of memory for a picture of \(width)x\(height) can't be had")
    }
    self.block = block
  }

  /// A plane outside of any shared pool, filled with zeros. Throws `memory`.
  package convenience init(width: Int, height: Int) throws(ImageError) {
    try self.init(width: width, height: height, from: BufferPool())
    memset(base, 0, block.size)
  }

  deinit { pool.give(block) }

  /// The bytes of a row of `width` samples.
  package static func rowBytes(_ width: Int) -> Int {
    let used = width * MemoryLayout<Sample>.stride
    return (used + planeAlignment - 1) / planeAlignment * planeAlignment
  }

  /// The samples of row `y` in 0..<height. Valid as long as the plane.
  package func row(_ y: Int) -> UnsafeMutableBufferPointer<Sample> {
    precondition(y >= 0 && y < height, "row outside its plane")
    let start = (base + y * rowBytes).assumingMemoryBound(to: Sample.self)
    return UnsafeMutableBufferPointer(start: start, count: width)
  }

  /// Repeats the last sample of each row up to a multiple of `count` samples. `count` must divide the number
  /// of samples in ``planeAlignment`` bytes.
  func repeatEdge(toMultipleOf count: Int) {
    precondition(planeAlignment % (count * MemoryLayout<Sample>.stride) == 0, "more than the row's memory")
    let end = (width + count - 1) / count * count
    for y in 0..<height {
      let samples = (base + y * rowBytes).assumingMemoryBound(to: Sample.self)
      (samples + width).update(repeating: samples[width - 1], count: end - width)
    }
  }
}

/// The alignment of a plane's rows, in bytes.
package let planeAlignment = 64
