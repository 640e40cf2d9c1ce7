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

  /// Copies one channel of `columns` of decoded row `y`: grey, or 0 for Y, 1 for Cb and 2 for Cr.
  ///
  /// RGB is converted on the way (JFIF 1.02, in the 16-bit fixed point of libjpeg's rgb_ycc_convert).
  package func copy(channel: Int, row y: Int, columns: Range<Int>, to target: UnsafeMutablePointer<UInt8>) {
    let start = (y - firstRow) * rowBytes + (columns.lowerBound - firstColumn) * color.samples
    let line = UnsafeRawBufferPointer(rebasing: bytes[start..<start + columns.count * color.samples])
    guard let samples = line.bindMemory(to: UInt8.self).baseAddress else { return }
    switch color {
    case .grey:
      memcpy(target, samples, columns.count)
    case .ycbcr:
      for x in 0..<columns.count { target[x] = samples[3 &* x &+ channel] }
    case .rgb:
      let weights = Self.weights[channel]
      for x in 0..<columns.count { target[x] = weights.sample(samples + 3 &* x) }
    }
  }

  /// What red, green and blue weigh in Y, Cb and Cr, times 65536, with what is added before the division.
  private static let weights = [
    Weights(red: 19595, green: 38470, blue: 7471, offset: 1 << 15),
    Weights(red: -11059, green: -21709, blue: 32768, offset: (128 << 16) + (1 << 15) - 1),
    Weights(red: 32768, green: -27439, blue: -5329, offset: (128 << 16) + (1 << 15) - 1),
  ]

  private struct Weights {
    let red: Int32
    let green: Int32
    let blue: Int32
    let offset: Int32

    @inline(__always)
    func sample(_ rgb: UnsafePointer<UInt8>) -> UInt8 {
      let sum = red &* Int32(rgb[0]) &+ green &* Int32(rgb[1]) &+ blue &* Int32(rgb[2]) &+ offset
      return UInt8(truncatingIfNeeded: sum >> 16)
    }
  }
}
