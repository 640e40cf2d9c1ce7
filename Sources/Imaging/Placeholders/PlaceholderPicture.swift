import ImageModel

/// A tiny picture from which placeholders are made: averages of an output's samples, as a viewer shows the output.
///
/// All arithmetic is in integers.
package struct PlaceholderPicture: Hashable, Sendable {
  package let size: PixelSize
  /// Red, green, blue and alpha of each pixel, row by row from the top. Colours aren't multiplied by alpha.
  package let pixels: [SIMD4<UInt8>]

  /// A picture of these pixels, which must fill the size.
  package init(_ size: PixelSize, _ pixels: [SIMD4<UInt8>]) { (self.size, self.pixels) = (size, pixels) }

  /// Averages of `planes`, which are the planes of an output in the format `pixels`, so that the longer side has at most
  /// `side` samples. A viewer turns the output by `orientation`. Chroma planes may be smaller than the first plane.
  package init(_ planes: [Channel], _ pixels: PixelFormat, _ orientation: ExifOrientation, side: Int) {
    let small = (planes.first?.size ?? PixelSize(width: 0, height: 0)).fitted(into: side)
    let alpha = pixels.hasAlpha ? planes.last : nil
    let opacity = alpha?.averages(small, weight: nil)
    let colors = planes.prefix(pixels.color.samples).map { $0.averages(small, weight: alpha) }
    let size = orientation.turned(small)
    self.size = size
    self.pixels = (0..<small.area).map { shown in
      let box = PixelRect<Display>(x: shown % size.width, y: shown / size.width, width: 1, height: 1)
      let pixel = orientation.stored(box, stored: small)
      let place = pixel.y * small.width + pixel.x
      let levels = colors.map { $0[place] }
      let color =
        switch pixels.color {
        case .ycbcr where levels.count == 3: YCbCr.rgb(levels[0], levels[1], levels[2])
        case _ where levels.count == 3: (levels[0], levels[1], levels[2])
        default: (levels.first ?? 0, levels.first ?? 0, levels.first ?? 0)
        }
      return SIMD4(color.0, color.1, color.2, opacity?[place] ?? 255)
    }
  }

  /// The picture over a colour, without alpha.
  package func over(_ background: RGBColor) -> PlaceholderPicture {
    let behind = [background.red, background.green, background.blue].map { Int($0) }
    return PlaceholderPicture(
      size,
      pixels.map { pixel in
        let alpha = Int(pixel.w)
        func blended(_ channel: Int) -> UInt8 {
          UInt8((Int(pixel[channel]) * alpha + behind[channel] * (255 - alpha) + 127) / 255)
        }
        return SIMD4(blended(0), blended(1), blended(2), 255)
      })
  }
}

extension Channel {
  /// The plane in `size` averages of 8 bits, row by row, each rounded. The samples of a place that lie between two
  /// averages belong to the next one. With a `weight`, samples count by their alpha, unless all of it is 0.
  fileprivate func averages(_ size: PixelSize, weight: Channel?) -> [UInt8] {
    switch (self, weight) {
    case (.eight(let plane), .eight(let alpha)?): plane.plane.averages(size, alpha.plane)
    case (.sixteen(let plane), .sixteen(let alpha)?): plane.plane.averages(size, alpha.plane)
    case (.eight(let plane), _): plane.plane.averages(size, nil)
    case (.sixteen(let plane), _): plane.plane.averages(size, nil)
    }
  }
}

extension Plane {
  fileprivate func averages(_ size: PixelSize, _ alpha: Plane?) -> [UInt8] {
    let full = Int(Sample.max)
    return (0..<size.area).map { place in
      let columns = Self.span(place % size.width, of: size.width, in: width)
      let rows = Self.span(place / size.width, of: size.height, in: height)
      var (sum, weighted, weight) = (0, 0, 0)
      for y in rows {
        let samples = row(y)[columns]
        if let alpha {
          for (sample, alpha) in zip(samples, alpha.row(y)[columns]) {
            sum += Int(sample)
            weighted += Int(sample) * Int(alpha)
            weight += Int(alpha)
          }
        } else {
          for sample in samples { sum += Int(sample) }
        }
      }
      let (total, count) = weight > 0 ? (weighted, weight) : (sum, columns.count * rows.count)
      let level = (2 * total + count) / (2 * count)
      return UInt8(full == 255 ? level : (level * 255 + full / 2) / full)
    }
  }

  /// The samples of part `number` of `parts`. Each part has at least one sample.
  private static func span(_ number: Int, of parts: Int, in count: Int) -> Range<Int> {
    let start = min(number * count / parts, count - 1)
    return start..<max(start + 1, (number + 1) * count / parts)
  }
}
