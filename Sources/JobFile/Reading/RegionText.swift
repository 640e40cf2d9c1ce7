import ImageModel

/// Crops written as one string.
package enum RegionText {
  /// The forms, as messages list them.
  package static let forms = "'full', 'square', \"x,y,width,height\", \"pct:x,y,width,height\", \"WxH+X+Y\""

  /// An IIIF Image API 3.0 region (section 4.1), or an ImageMagick geometry with all four numbers. Nil for
  /// other texts.
  package static func shape(_ text: String) -> Crop.Shape? {
    switch text {
    case "full": return .full
    case "square": return .aspect(ratio: 1, .gravity(.center))
    default: break
    }
    if text.hasPrefix("pct:") {
      return box(text.dropFirst(4)) { PlainNumber.pixels($0).map { .percent($0) } }
    }
    return geometry(text) ?? box(text) { PlainNumber.pixels($0).map { .pixels($0) } }
  }

  /// The ratio W / H in a text `W:H`.
  static func ratio(_ text: String) -> Double? {
    let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { PlainNumber.pixels($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
      return nil
    }
    return width / height
  }

  private static func box(_ text: some StringProtocol, _ length: (Substring) -> Length?) -> Crop.Shape? {
    let values = Substring(text).split(separator: ",", omittingEmptySubsequences: false).compactMap(length)
    let count = text.filter { $0 == "," }.count + 1
    guard values.count == 4, count == 4, values[2].number > 0, values[3].number > 0 else { return nil }
    return .box(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  /// `WxH+X+Y`; an offset may be negative.
  private static func geometry(_ text: String) -> Crop.Shape? {
    let halves = text.split(separator: "x", omittingEmptySubsequences: false)
    guard halves.count == 2, let first = halves[1].firstIndex(where: { isSign($0) }),
      let second = halves[1].lastIndex(where: { isSign($0) }), first != second,
      let width = PlainNumber.extent(halves[0]), let height = PlainNumber.extent(halves[1][..<first]),
      let x = offset(halves[1][first..<second]), let y = offset(halves[1][second...]),
      case .pixels = width, case .pixels = height
    else { return nil }
    return .box(x: x, y: y, width: width, height: height)
  }

  private static func isSign(_ character: Character) -> Bool { character == "+" || character == "-" }

  private static func offset(_ text: Substring) -> Length? {
    guard !text.hasPrefix("+-") else { return nil }
    return PlainNumber.pixels(text.hasPrefix("+") ? text.dropFirst() : text).map { .pixels($0) }
  }
}
