import Glibc
import ImageModel

/// One channel of a picture: rows of samples in memory of its own.
///
/// Rows begin at multiples of ``planeAlignment`` bytes, as zimg's SIMD wants them.
package final class Plane<Sample: FixedWidthInteger & UnsignedInteger> {
  /// Samples across.
  package let width: Int
  /// Rows.
  package let height: Int
  /// Bytes from one row to the next.
  package let rowBytes: Int
  /// Where its memory comes from and goes to.
  let pool: BufferPool
  private let block: BufferPool.Block
  private var base: UnsafeMutableRawPointer { block.base }

  /// A plane that holds anything: what its memory was used for before. Throws `memory`.
  init(width: Int, height: Int, from pool: BufferPool) throws(Finding) {
    self.width = width
    self.height = height
    self.pool = pool
    rowBytes = Self.rowBytes(width)
    let size = rowBytes * height
    guard let block = pool.take(size) else {
      throw Finding(
        .memory, "\(ByteCount.text(size)) of memory for a picture of \(width)x\(height) can't be had")
    }
    self.block = block
  }

  /// A plane of its own, all zero at first. Throws `memory`.
  package convenience init(width: Int, height: Int) throws(Finding) {
    try self.init(width: width, height: height, from: BufferPool())
    memset(base, 0, block.size)
  }

  deinit { pool.give(block) }

  /// The bytes that a row of `width` samples takes up.
  package static func rowBytes(_ width: Int) -> Int {
    let used = width * MemoryLayout<Sample>.stride
    return (used + planeAlignment - 1) / planeAlignment * planeAlignment
  }

  /// The samples of row `y`, which must be one of 0..<height. Valid as long as the plane.
  package func row(_ y: Int) -> UnsafeMutableBufferPointer<Sample> {
    precondition(y >= 0 && y < height, "row outside its plane")
    let start = (base + y * rowBytes).assumingMemoryBound(to: Sample.self)
    return UnsafeMutableBufferPointer(start: start, count: width)
  }

  /// Repeats the last sample of each row behind it, up to a multiple of `count` samples, which must divide what
  /// ``planeAlignment`` bytes hold.
  func repeatEdge(toMultipleOf count: Int) {
    precondition(planeAlignment % (count * MemoryLayout<Sample>.stride) == 0, "more than the row's memory")
    let end = (width + count - 1) / count * count
    for y in 0..<height {
      let samples = (base + y * rowBytes).assumingMemoryBound(to: Sample.self)
      (samples + width).update(repeating: samples[width - 1], count: end - width)
    }
  }

  /// Copies row `y` over `rows`.
  func replicate(_ y: Int, over rows: Range<Int>) {
    for target in rows where target != y {
      memcpy(base + target * rowBytes, base + y * rowBytes, rowBytes)
    }
  }
}

/// The alignment of a plane's rows, in bytes.
package let planeAlignment = 64
