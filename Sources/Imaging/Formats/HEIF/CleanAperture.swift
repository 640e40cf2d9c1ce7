import ImageModel

/// A clean aperture (ISO/IEC 14496-12, 12.1.4) as a crop of whole pixels.
struct CleanAperture {
  /// The length of one side of the aperture, and the offset of the side's centre from the picture's centre.
  /// Both are fractions.
  private struct Axis {
    var length: (over: Int, under: Int)
    var offset: (over: Int, under: Int)

    /// The range of pixels inside the aperture, on a side with `size` pixels. The rule is libheif's
    /// (`ImageItem::decode_image`, `Box_clap`). The first column is rounded towards 0, the first row to the
    /// nearest. The last column or row is the first plus the length minus 1, rounded to the nearest. First
    /// and last are then clamped to the picture. The arithmetic here is exact; libheif computes in 32 bits.
    func cut(_ size: Int, isAcross: Bool) -> (first: Int, count: Int) {
      let (length, lengthUnder) = (Int128(length.over), Int128(length.under))
      let (offset, offsetUnder) = (Int128(offset.over), Int128(offset.under))
      let over =
        2 * offset * lengthUnder + Int128(size - 1) * offsetUnder * lengthUnder
        - (length - lengthUnder) * offsetUnder
      let under = 2 * offsetUnder * lengthUnder
      let first = (isAcross ? over : over + under / 2) / under
      let last = (length - lengthUnder + first * lengthUnder + lengthUnder / 2) / lengthUnder
      let start = max(first, 0)
      return (Int(clamping: start), Int(clamping: min(last, Int128(size - 1)) - start + 1))
    }
  }

  private let across: Axis
  private let down: Axis

  /// Reads the file's `clap` box. Offsets are signed, although the syntax of the standard says otherwise.
  ///
  /// - Throws: `bad_header` if a denominator is 0 or the box is too short.
  init(_ fields: inout HeaderFields) throws(ImageError) {
    let (width, widthUnder) = (try fields.number(4), try fields.number(4))
    let (height, heightUnder) = (try fields.number(4), try fields.number(4))
    let (x, xUnder) = (try fields.signed(), try fields.number(4))
    let (y, yUnder) = (try fields.signed(), try fields.number(4))
    guard widthUnder > 0, heightUnder > 0, xUnder > 0, yUnder > 0 else {
      throw .badHeader("its clean aperture is a fraction of 0")
    }
    across = Axis(length: (width, widthUnder), offset: (x, xUnder))
    down = Axis(length: (height, heightUnder), offset: (y, yUnder))
  }

  /// The part of a picture that lies inside the aperture. `size` is the picture's size.
  ///
  /// - Throws: `bad_header` if the part is empty.
  func cut(_ size: PixelSize) throws(ImageError) -> PixelRect<Display> {
    let (x, width) = across.cut(size.width, isAcross: true)
    let (y, height) = down.cut(size.height, isAcross: false)
    guard width > 0, height > 0 else {
      throw .badHeader("its clean aperture lies outside of its \(size) pixels")
    }
    return PixelRect(x: x, y: y, width: width, height: height)
  }
}
