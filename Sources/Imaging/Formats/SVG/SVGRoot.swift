import ImageModel

/// The attributes of an SVG's root element that give its size.
struct SVGRoot {
  var width: String?
  var height: String?
  var viewBox: String?
  /// The attribute `style`. Its declarations of width and height replace the attributes.
  var style: String?

  /// The size in pixels at 96 pixels an inch, each side rounded up as rsvg-convert does. If a side is missing
  /// or relative, the view box gives the proportions (SVG 2, 8.2).
  ///
  /// - Throws: `bad_header` without a size; `unsupported_format` for a size in `em` or `ex`; `zero_size`.
  func size() throws(ImageError) -> PixelSize {
    let across = try Self.length(declared("width") ?? width)
    let down = try Self.length(declared("height") ?? height)
    if let across, let down { return try Self.size(across, down) }
    guard let box else {
      throw .badHeader("it has neither a width and height nor a viewBox: add a viewBox")
    }
    if let across { return try Self.size(across, across * box.height / box.width) }
    if let down { return try Self.size(down * box.width / box.height, down) }
    return try Self.size(box.width, box.height)
  }

  private static func size(_ width: Double, _ height: Double) throws(ImageError) -> PixelSize {
    // A conversion of units may end a little above a whole number.
    let sides = [width, height].map { Int(exactly: ($0 - 1e-9).rounded(.up)) ?? Int.max }
    return try PixelSize(inHeader: sides[0], sides[1])
  }

  /// The width and height of a usable view box.
  private var box: (width: Double, height: Double)? {
    let parts = viewBox?.split { ", \t\r\n".contains($0) } ?? []
    let numbers = parts.compactMap { Double(String($0)) }
    guard parts.count == 4, numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0,
      numbers[3] > 0
    else { return nil }
    return (numbers[2], numbers[3])
  }

  /// The value of a property that the attribute `style` declares; nil if it declares none.
  private func declared(_ property: String) -> String? {
    style.flatMap { SVGStyle.declarations($0).last { $0.property == property }?.value }
  }

  /// Pixels at 96 an inch (CSS Values 3, 6.2).
  private static let units: [String: Double] = [
    "": 1, "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96 / 72, "pc": 16,
  ]

  /// A length in pixels; nil if it is missing, relative, negative or wrong.
  private static func length(_ text: String?) throws(ImageError) -> Double? {
    guard let text = text?.trimmed.lowercased() else { return nil }
    let unit = String(text.reversed().prefix { $0.isLetter || $0 == "%" }.reversed())
    guard let number = Double(text.dropLast(unit.count)), number >= 0, number.isFinite else { return nil }
    if unit == "em" || unit == "ex" { throw .unsupported("its size is given in \(unit): give it in px") }
    return units[unit].map { number * $0 }
  }
}
