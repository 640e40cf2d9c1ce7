import ImageModel

/// The labels of a mask file over a picture, as inline SVG.
struct LabelDrawing {
  /// The PNG of the labels.
  let png: [UInt8]
  /// True if labels are grey levels, which the page shows in colours by ``filter``.
  let isGrey: Bool

  /// The `image` element in a drawing of size `size`.
  func image(_ size: PixelSize) -> String {
    "<image class=\"labels\"\(isGrey ? " filter=\"url(#labels)\"" : "") width=\"\(size.width)\" height=\"\(size.height)\""
      + " preserveAspectRatio=\"none\" href=\"\(png.pngAddress)\"/>\n"
  }

  /// A filter that shows each grey level in the colour that the palette of Pascal VOC has for this label.
  static var filter: String {
    let functions = ["R", "G", "B"].enumerated().map { channel, name in
      let levels = (0..<256).map { "\(Double(level(of: $0, channel) * 1000 / 255) / 1000)" }
      return "<feFunc\(name) type=\"discrete\" tableValues=\"\(levels.joined(separator: " "))\"/>"
    }
    return
      "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><filter id=\"labels\" color-interpolation-filters=\"sRGB\">"
      + "<feComponentTransfer>\(functions.joined())</feComponentTransfer></filter></svg>\n"
  }

  /// A label's level of red, green or blue (`channel` 0, 1 or 2), 0...255. Bits 0, 3 and 6 of the label are the highest
  /// ones of red, the next bits those of green and of blue (the `color_map` of Pascal VOC's development kit).
  private static func level(of label: Int, _ channel: Int) -> Int {
    (0..<3).reduce(0) { $0 | (label >> (3 * $1 + channel) & 1) << (7 - $1) }
  }
}
