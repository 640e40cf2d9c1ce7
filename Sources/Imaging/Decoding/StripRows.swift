import Glibc
import ImageModel

/// Consecutive rows of a scaled decode, each plane by itself. Valid while they are being handed on.
package struct StripRows {
  /// The decoded row that the strip begins with.
  package let firstRow: Int
  /// How many rows there are: at most ``StripHeight/rows``.
  package let count: Int
  /// The decoded column that each row begins with.
  package let firstColumn: Int
  /// What the planes mean.
  package let color: ColorModel
  /// True where a plane of alpha, not premultiplied, follows them.
  package var hasAlpha = false
  /// The planes one below the other, each ``StripHeight/rows`` rows high.
  let planes: Plane<UInt8>

  /// Decoded rows after the last one.
  package var endRow: Int { firstRow + count }

  /// Copies one channel of `columns` of decoded row `y`: grey, or 0 for Y, 1 for Cb and 2 for Cr.
  ///
  /// RGB is converted on the way (JFIF 1.02, in the 16-bit fixed point of libjpeg's rgb_ycc_convert). What isn't opaque
  /// lies over `background`, a sample of that channel: before the resample, which gives what premultiplied samples would.
  package func copy(
    channel: Int, row y: Int, columns: Range<Int>, over background: UInt8,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    copyOpaque(channel, y, columns, target)
    guard hasAlpha, let alpha = samples(color.samples, y, columns) else { return }
    for x in 0..<columns.count { target[x] = Self.blend(target[x], over: background, alpha[x]) }
  }

  /// The average of two samples by alpha, rounded to the nearest.
  @inline(__always)
  private static func blend(_ sample: UInt8, over background: UInt8, _ alpha: UInt8) -> UInt8 {
    let sum = UInt32(sample) &* UInt32(alpha) &+ UInt32(background) &* UInt32(255 &- alpha) &+ 128
    return UInt8(truncatingIfNeeded: (sum &+ sum >> 8) >> 8)
  }

  private func copyOpaque(
    _ channel: Int, _ y: Int, _ columns: Range<Int>, _ target: UnsafeMutablePointer<UInt8>
  ) {
    switch color {
    case .grey, .ycbcr:
      guard let samples = samples(channel, y, columns) else { return }
      memcpy(target, samples, columns.count)
    case .rgb:
      guard let red = samples(0, y, columns), let green = samples(1, y, columns),
        let blue = samples(2, y, columns)
      else { return }
      let weights = Self.weights[channel]
      for x in 0..<columns.count { target[x] = weights.sample(red[x], green[x], blue[x]) }
    }
  }

  /// Where `columns` of decoded row `y` begin in a plane.
  func samples(_ plane: Int, _ y: Int, _ columns: Range<Int>) -> UnsafePointer<UInt8>? {
    let row = planes.row(plane * StripHeight.rows + y - firstRow)
    let part = row[columns.lowerBound - firstColumn..<columns.upperBound - firstColumn]
    return UnsafePointer(UnsafeMutableBufferPointer(rebasing: part).baseAddress)
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
    func sample(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
      let sum = self.red &* Int32(red) &+ self.green &* Int32(green) &+ self.blue &* Int32(blue) &+ offset
      return UInt8(truncatingIfNeeded: sum >> 16)
    }
  }
}
