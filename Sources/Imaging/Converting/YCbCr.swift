import ImageModel

/// Converts between RGB and YCbCr of 8 bits, full range (JFIF 1.02), in place. The factors in 16-bit fixed
/// point are those of libjpeg's rgb_ycc_convert and ycc_rgb_convert.
enum YCbCr {
  /// Replaces red, green and blue in the first three planes by Y, Cb and Cr.
  static func convert(fromRGB content: [Channel]) {
    forEachPixel(of: content) { red, green, blue in
      let (r, g, b) = (Int32(red), Int32(green), Int32(blue))
      let y = 19595 &* r &+ 38470 &* g &+ 7471 &* b &+ 32768
      let cb = -11059 &* r &- 21709 &* g &+ 32768 &* b &+ chromaOffset
      let cr = 32768 &* r &- 27439 &* g &- 5329 &* b &+ chromaOffset
      return (
        UInt8(truncatingIfNeeded: y >> 16), UInt8(truncatingIfNeeded: cb >> 16),
        UInt8(truncatingIfNeeded: cr >> 16)
      )
    }
  }

  /// Replaces Y, Cb and Cr in the first three planes by red, green and blue.
  static func convert(toRGB content: [Channel]) {
    forEachPixel(of: content, rgb)
  }

  /// Red, green and blue of a pixel.
  @inline(__always)
  static func rgb(_ luma: UInt8, _ blueness: UInt8, _ redness: UInt8) -> (UInt8, UInt8, UInt8) {
    let (y, cb, cr) = (Int32(luma), Int32(blueness) &- 128, Int32(redness) &- 128)
    let red = y &+ (91881 &* cr &+ 32768) >> 16
    let green = y &+ (-22554 &* cb &- 46802 &* cr &+ 32768) >> 16
    let blue = y &+ (116130 &* cb &+ 32768) >> 16
    return (clamped(red), clamped(green), clamped(blue))
  }

  private static let chromaOffset: Int32 = 128 << 16 &+ 32767

  @inline(__always)
  private static func clamped(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(max(value, 0), 255)) }

  @inline(__always)
  private static func forEachPixel(
    of content: [Channel], _ body: (UInt8, UInt8, UInt8) -> (UInt8, UInt8, UInt8)
  ) {
    guard content.count >= 3, case .eight(let first) = content[0], case .eight(let second) = content[1],
      case .eight(let third) = content[2]
    else { return }
    for y in 0..<first.content.height {
      let (one, two, three) = (first.row(ofContent: y), second.row(ofContent: y), third.row(ofContent: y))
      for x in 0..<first.content.width { (one[x], two[x], three[x]) = body(one[x], two[x], three[x]) }
    }
  }
}

extension ContentPlane {
  /// Row `y` of the content, without the canvas around it.
  fileprivate func row(ofContent y: Int) -> UnsafeMutableBufferPointer<Sample> {
    UnsafeMutableBufferPointer(rebasing: plane.row(content.y + y)[content.x..<content.right])
  }
}
