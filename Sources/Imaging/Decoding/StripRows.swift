import Glibc
import ImageModel

/// Consecutive rows of a scaled decode, in separate planes. Valid only during the callback that gets them.
package struct StripRows {
  /// The decoded row at which the strip begins.
  package let firstRow: Int
  /// The number of rows, at most ``StripHeight/rows``.
  package let count: Int
  /// The decoded column at which each row begins.
  package let firstColumn: Int
  /// The format of the planes; alpha isn't premultiplied.
  package let pixels: PixelFormat
  /// The planes one below the other, each ``StripHeight/rows`` high, as bytes.
  let planes: Plane<UInt8>

  /// The row after the last one.
  package var endRow: Int { firstRow + count }

  /// Copies `columns` of decoded row `y` of an 8-bit plane.
  package func copy(
    channel: Int, row y: Int, columns: Range<Int>, to target: UnsafeMutablePointer<UInt8>
  ) {
    if let samples = samples(channel, y, columns, as: UInt8.self) { memcpy(target, samples, columns.count) }
  }

  /// Copies `columns` of decoded row `y` of a plane, and converts them to the 16-bit form `working`.
  func copy(
    channel: Int, row y: Int, columns: Range<Int>, as working: WorkingPixels,
    to target: UnsafeMutablePointer<UInt16>
  ) {
    if working.color == .rgb && pixels.color == .ycbcr && channel < 3 {
      copyRGB(channel, y, columns, target)
    } else {
      copy(channel: channel, row: y, columns: columns, to: target)
    }
    if channel >= pixels.color.samples { return }
    if working.isLinear {
      Light.decoded.withUnsafeBufferPointer { table in
        for x in 0..<columns.count { target[x] = table[Int(target[x])] }
      }
    }
    if working.isPremultiplied { multiplyByAlpha(y, columns, target) }
  }

  /// Copies `columns` of decoded row `y` of a plane, and widens the samples to 16 bits.
  package func copy(
    channel: Int, row y: Int, columns: Range<Int>, to target: UnsafeMutablePointer<UInt16>
  ) {
    switch pixels.depth {
    case .eight:
      guard let samples = samples(channel, y, columns, as: UInt8.self) else { return }
      for x in 0..<columns.count { target[x] = UInt16(samples[x]) &* 257 }
    case .sixteen:
      guard let samples = samples(channel, y, columns, as: UInt16.self) else { return }
      target.update(from: samples, count: columns.count)
    }
  }

  /// Converts 8-bit YCbCr to RGB, and copies one channel: red, green or blue.
  private func copyRGB(
    _ channel: Int, _ y: Int, _ columns: Range<Int>, _ target: UnsafeMutablePointer<UInt16>
  ) {
    guard let luma = samples(0, y, columns, as: UInt8.self), let cb = samples(1, y, columns, as: UInt8.self),
      let cr = samples(2, y, columns, as: UInt8.self)
    else { return }
    for x in 0..<columns.count {
      let (red, green, blue) = YCbCr.rgb(luma[x], cb[x], cr[x])
      target[x] = UInt16(channel == 0 ? red : channel == 1 ? green : blue) &* 257
    }
  }

  private func multiplyByAlpha(_ y: Int, _ columns: Range<Int>, _ target: UnsafeMutablePointer<UInt16>) {
    switch pixels.depth {
    case .eight:
      guard let alpha = samples(pixels.color.samples, y, columns, as: UInt8.self) else { return }
      for x in 0..<columns.count { target[x] = target[x].scaled(by: UInt16(alpha[x]) &* 257) }
    case .sixteen:
      guard let alpha = samples(pixels.color.samples, y, columns, as: UInt16.self) else { return }
      for x in 0..<columns.count { target[x] = target[x].scaled(by: alpha[x]) }
    }
  }

  /// A pointer to the first sample of `columns` in the decoded row `y` of a plane.
  func samples<Sample: FixedWidthInteger>(
    _ plane: Int, _ y: Int, _ columns: Range<Int>, as type: Sample.Type
  ) -> UnsafePointer<Sample>? {
    let row = UnsafeRawBufferPointer(planes.row(plane * StripHeight.rows + y - firstRow))
    let samples = row.bindMemory(to: Sample.self)
    let part = samples[columns.lowerBound - firstColumn..<columns.upperBound - firstColumn]
    return UnsafeBufferPointer(rebasing: part).baseAddress
  }
}

extension UInt16 {
  /// This value times `part` / 65535, rounded to the nearest integer.
  @inline(__always)
  func scaled(by part: UInt16) -> UInt16 {
    let product = UInt32(self) &* UInt32(part) &+ 32768
    return UInt16(truncatingIfNeeded: (product &+ product >> 16) >> 16)
  }
}
