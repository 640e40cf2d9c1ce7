import ImageModel

/// A whole picture, upright and small, in memory.
package struct SmallPicture: Hashable, Sendable {
  package let size: PixelSize
  /// Grey or RGB of 8 bits, with or without alpha. Colours aren't premultiplied by alpha.
  package let pixels: PixelFormat
  /// The samples, row by row from the top. All samples of a pixel stand side by side.
  package let samples: [UInt8]

  /// A picture of these samples; nil if their number is another than that of `size` and `pixels`.
  package init?(_ size: PixelSize, _ pixels: PixelFormat, _ samples: [UInt8]) {
    guard samples.count == size.area * pixels.planes else { return nil }
    (self.size, self.pixels, self.samples) = (size, pixels, samples)
  }

  /// The picture in `channels`; nil if they aren't the planes of `pixels`, with 8 bits.
  package init?(_ channels: [Channel], _ pixels: PixelFormat) {
    var planes: [Plane<UInt8>] = []
    for case .eight(let channel) in channels { planes.append(channel.plane) }
    guard let size = planes.first?.size, planes.count == pixels.planes else { return nil }
    var samples: [UInt8] = []
    samples.reserveCapacity(size.area * planes.count)
    if let plane = planes.first, planes.count == 1 {
      for y in 0..<size.height { samples += plane.row(y) }
    } else {
      for y in 0..<size.height {
        let rows = planes.map { $0.row(y) }
        for x in 0..<size.width { for row in rows { samples.append(row[x]) } }
      }
    }
    self.init(size, pixels, samples)
  }
}
