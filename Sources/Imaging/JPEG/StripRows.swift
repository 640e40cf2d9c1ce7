import Glibc
import ImageModel

/// Consecutive rows of a scaled decode, interleaved as libjpeg gives them. Valid while they are being handed on.
package struct StripRows {
  /// The decoded row that `bytes` begins with.
  package let firstRow: Int
  /// How many rows there are.
  package let count: Int
  /// The decoded column that each row begins with.
  package let firstColumn: Int
  /// Bytes from one row to the next.
  package let rowBytes: Int
  /// What the bytes mean.
  package let color: JPEGColor
  let bytes: UnsafeRawBufferPointer

  /// Decoded rows after the last one.
  package var endRow: Int { firstRow + count }

  /// Splits `columns` of decoded row `y` into planes: `into[0]` receives Y or grey, the others Cb and Cr.
  ///
  /// RGB is converted on the way (JFIF 1.02, in the 16-bit fixed point of libjpeg's rgb_ycc_convert).
  package func split(
    row y: Int, columns: Range<Int>, into targets: [UnsafeMutablePointer<UInt8>]
  ) {
    let start = (y - firstRow) * rowBytes + (columns.lowerBound - firstColumn) * color.samples
    let line = UnsafeRawBufferPointer(rebasing: bytes[start..<start + columns.count * color.samples])
    guard let samples = line.bindMemory(to: UInt8.self).baseAddress else { return }
    switch color {
    case .grey:
      memcpy(targets[0], samples, columns.count)
    case .ycbcr:
      let (luma, blue, red) = (targets[0], targets[1], targets[2])
      for x in 0..<columns.count {
        luma[x] = samples[3 &* x]
        blue[x] = samples[3 &* x &+ 1]
        red[x] = samples[3 &* x &+ 2]
      }
    case .rgb:
      for x in 0..<columns.count {
        let (y, cb, cr) = Self.ycbcr(samples[3 &* x], samples[3 &* x &+ 1], samples[3 &* x &+ 2])
        targets[0][x] = y
        targets[1][x] = cb
        targets[2][x] = cr
      }
    }
  }

  @inline(__always)
  private static func ycbcr(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> (UInt8, UInt8, UInt8) {
    let (r, g, b) = (Int32(red), Int32(green), Int32(blue))
    let half: Int32 = 1 << 15
    let middle: Int32 = 128 << 16
    let y = (19595 &* r &+ 38470 &* g &+ 7471 &* b &+ half) >> 16
    let cb = (-11059 &* r &- 21709 &* g &+ 32768 &* b &+ middle &+ half &- 1) >> 16
    let cr = (32768 &* r &- 27439 &* g &- 5329 &* b &+ middle &+ half &- 1) >> 16
    return (UInt8(truncatingIfNeeded: y), UInt8(truncatingIfNeeded: cb), UInt8(truncatingIfNeeded: cr))
  }
}
