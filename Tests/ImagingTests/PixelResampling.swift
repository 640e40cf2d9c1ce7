import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// Resamples for tests, from pictures that are handed on in strips.
enum PixelResampling {
  /// The content that a resampler makes of `picture`, of which the decode begins at row `firstRow`.
  ///
  /// The picture's channels are taken as grey, YCbCr, or RGB where `color` says so.
  static func content(
    of picture: TestPicture, _ geometry: ResampleGeometry, color: ColorModel? = nil,
    background: RGBColor = .black, firstRow: Int = 0
  ) throws -> TestPicture {
    let color = color ?? (picture.channels == 1 ? .grey : .ycbcr)
    let resampler = StripResampler(
      geometry, of: WorkingPixels(PixelFormat(color), geometry), picture: RealRect(PixelRect(picture.size)),
      background: background,
      in: Workspace())
    for row in stride(from: firstRow, to: picture.height, by: StripHeight.rows) {
      let count = min(StripHeight.rows, picture.height - row)
      try resampler.add(
        StripRows(
          firstRow: row, count: count, firstColumn: 0, pixels: PixelFormat(color),
          planes: try strip(of: picture, rows: row..<row + count)))
    }
    return TestPicture(try planes(of: resampler))
  }

  /// Some rows of a picture, as a decoder hands them on.
  static func strip(of picture: TestPicture, rows: Range<Int>) throws -> Plane<UInt8> {
    let strip = try Plane<UInt8>(width: picture.width, height: StripHeight.rows * picture.channels)
    for (row, y) in rows.enumerated() {
      for channel in 0..<picture.channels {
        let line = strip.row(channel * StripHeight.rows + row)
        for x in 0..<picture.width {
          line[x] = picture.samples[(y * picture.width + x) * picture.channels + channel]
        }
      }
    }
    return strip
  }

  /// All that a resampler has made.
  static func planes(of resampler: StripResampler) throws -> [Plane<UInt8>] {
    var planes: [Plane<UInt8>] = []
    while case .eight(let next)? = try resampler.next() { planes.append(try next.turned(.topLeft).plane) }
    return planes
  }

  /// The whole of `picture`, resampled.
  static func whole(
    _ picture: TestPicture, to size: PixelSize, _ filter: ResampleFilter
  ) throws -> TestPicture {
    let box = PixelRect<Decoded>(picture.size)
    let geometry = ResampleGeometry(samples: box, region: RealRect(box), size: size, filter: filter)
    return try content(of: picture, geometry)
  }
}

extension ResampleFilter {
  /// The kernel of the same name.
  var kernel: TestKernel {
    get throws { try #require(TestKernel(rawValue: rawValue)) }
  }
}

extension TestPicture {
  /// A picture of planes of equal size.
  init(_ planes: [Plane<UInt8>]) {
    self.init(width: planes[0].width, height: planes[0].height, channels: planes.count) { x, y, channel in
      planes[channel].row(y)[x]
    }
  }

  /// Its channels as planes.
  func planes() throws -> [Plane<UInt8>] {
    try (0..<channels).map { channel in
      let plane = try Plane<UInt8>(width: width, height: height)
      for y in 0..<height { for x in 0..<width { plane.row(y)[x] = self[x, y, channel] } }
      return plane
    }
  }

  /// All but `margin` samples along each edge.
  func inner(_ margin: Int) -> TestPicture {
    cropped(x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}

func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }
