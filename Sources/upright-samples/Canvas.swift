import ImageModel
import Imaging

/// Red, green and blue, 0...255 each.
typealias Ink = SIMD3<Float>

/// A picture being drawn, in red, green and blue.
///
/// Shapes are placed in units: the picture is 100 units high, with (0, 0) at its top left corner.
struct Canvas {
  let width: Int
  let height: Int
  private let planes: [Plane<UInt8>]

  /// A black picture. Throws `memory`.
  init(_ size: PixelSize) throws(ImageError) {
    width = size.width
    height = size.height
    var planes: [Plane<UInt8>] = []
    for _ in 0..<3 { planes.append(try Plane(width: size.width, height: size.height)) }
    self.planes = planes
  }

  /// Pixels in a unit.
  var unit: Double { Double(height) / 100 }
  /// The picture's width in units.
  var across: Double { Double(width) / unit }

  /// Blends `ink` over each pixel of `box` as far as `cover` says. `box` is in units.
  ///
  /// Both closures get a pixel's centre in units. `cover` returns 0 for an untouched pixel, and 1 for a
  /// covered one.
  func fill(_ box: Box, ink: (Double, Double) -> Ink, cover: (Double, Double) -> Double) {
    for y in box.rows(unit, within: height) {
      let rows = planes.map { $0.row(y) }
      let v = (Double(y) + 0.5) / unit
      for x in box.columns(unit, within: width) {
        let u = (Double(x) + 0.5) / unit
        let amount = Float(min(max(cover(u, v), 0), 1))
        if amount == 0 { continue }
        let color = ink(u, v)
        for (channel, row) in rows.enumerated() {
          let old = Float(row[x])
          row[x] = UInt8(min(max(old + (color[channel] - old) * amount + 0.5, 0), 255))
        }
      }
    }
  }

  /// Blends `ink` over a shape that lies in `box`.
  ///
  /// `distance` returns the distance of a point from the shape's edge in units, negative inside.
  func draw(_ box: Box, ink: (Double, Double) -> Ink, distance: (Double, Double) -> Double) {
    fill(box.grown(by: 1 / unit), ink: ink, cover: { 0.5 - distance($0, $1) * unit })
  }

  /// The picture as planes of full-range Y, Cb and Cr (JFIF 1.02, "Conversion to and from RGB"). Throws
  /// `memory`.
  func ycbcr() throws(ImageError) -> [Plane<UInt8>] {
    let result = try Canvas(PixelSize(width: width, height: height)).planes
    for y in 0..<height {
      let (red, green, blue) = (planes[0].row(y), planes[1].row(y), planes[2].row(y))
      let (luma, cb, cr) = (result[0].row(y), result[1].row(y), result[2].row(y))
      for x in 0..<width {
        let (r, g, b) = (Float(red[x]), Float(green[x]), Float(blue[x]))
        luma[x] = UInt8(0.299 * r + 0.587 * g + 0.114 * b + 0.5)
        cb[x] = UInt8(min(max(128.5 - 0.168736 * r - 0.331264 * g + 0.5 * b, 0), 255))
        cr[x] = UInt8(min(max(128.5 + 0.5 * r - 0.418688 * g - 0.081312 * b, 0), 255))
      }
    }
    return result
  }
}

/// A box in units.
struct Box {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  init(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  func grown(by margin: Double) -> Box {
    Box(left - margin, top - margin, right + margin, bottom + margin)
  }

  func rows(_ unit: Double, within limit: Int) -> Range<Int> { Self.pixels(top * unit, bottom * unit, limit) }

  func columns(_ unit: Double, within limit: Int) -> Range<Int> {
    Self.pixels(left * unit, right * unit, limit)
  }

  private static func pixels(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
    let first = min(max(Int(low.rounded(.down)), 0), limit)
    return first..<min(max(Int(high.rounded(.up)), first), limit)
  }
}
