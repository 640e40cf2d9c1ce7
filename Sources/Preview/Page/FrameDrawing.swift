import ImageModel

/// Frames over a picture, as inline SVG.
struct FrameDrawing {
  /// The picture's size in pixels, as a viewer shows the picture. A unit of the drawing is one of these
  /// pixels.
  let size: PixelSize
  /// The picture; nil if there is none to show.
  let picture: [UInt8]?
  /// The labels over the picture; nil if there are none.
  var labels: LabelDrawing? = nil
  let frames: [Frame]

  /// The most boxes that are drawn.
  static let mostBoxes = 500
  /// Up to this number of frames, the drawing shows all labels. With more frames, the labels would cover the
  /// picture. Then the drawing shows only the label under the pointer.
  static let mostLabels = 40
  /// The approximate length of the picture's longer side on the screen, in CSS pixels. The next property,
  /// `letters`, is the height of letters in CSS pixels.
  private static let screen = 512.0
  private static let letters = 13.0
  private static let longestLabel = 28
  /// The approximate ratio of a letter's width to its height.
  private static let letterWidth = 0.7

  /// The letters' height in the drawing's units, so that labels are as readable on small pictures as on
  /// large ones.
  private var fontSize: Double { Self.letters * Double(max(size.width, size.height)) / Self.screen }

  /// The `svg` element.
  func svg(_ name: String) -> String {
    var text =
      "<svg\(frames.count > Self.mostLabels ? " class=\"crowded\"" : "") viewBox=\"0 0 \(size.width) \(size.height)\" font-size=\"\(fontSize.coordinate)\" role=\"img\""
      + " aria-label=\"\(name.html)\""
      + " style=\"max-width:\(shownWidth)px\">\n"
    if let picture {
      text +=
        "<image width=\"\(size.width)\" height=\"\(size.height)\" preserveAspectRatio=\"none\""
        + " href=\"\(picture.jpegAddress)\"/>\n"
    }
    if let labels { text += labels.image(size) }
    var places = LabelPlaces(size, fontSize: fontSize)
    for frame in frames { text += group(frame, &places) }
    return text + "</svg>\n"
  }

  /// The largest width of the drawing on the screen, in CSS pixels.
  private var shownWidth: Int {
    let width = Self.screen * Double(size.width) / Double(max(size.width, size.height))
    return max(1, Int(width.rounded()))
  }

  private func group(_ frame: Frame, _ places: inout LabelPlaces) -> String {
    guard let place = frame.cuts.first ?? frame.box else { return "" }
    let look = frame.marks.first.map { " \($0.rawValue)" } ?? ""
    var text = "<g class=\"frame\(look)\"><title>\(frame.title.html)</title>"
    if let box = frame.box { text += Self.rectangles(box, "box") }
    if !frame.surface.isEmpty { text += Self.path(frame.surface) }
    for outline in frame.outlines { text += Self.polygons(outline) }
    for point in frame.points { text += circles(point) }
    for cut in frame.cuts { text += Self.rectangles(cut, "cut") }
    return text + label(frame, at: place, &places) + "</g>\n"
  }

  /// A rectangle over a darker one, visible on any picture.
  private static func rectangles(_ rect: RealRect<Display>, _ kind: String) -> String {
    let numbers =
      "x=\"\(rect.x.coordinate)\" y=\"\(rect.y.coordinate)\" width=\"\(rect.width.coordinate)\" height=\"\(rect.height.coordinate)\""
    return "<rect class=\"\(kind) under\" \(numbers)/><rect class=\"\(kind)\" \(numbers)/>"
  }

  /// A polygon over a darker one.
  private static func polygons(_ outline: Outline<Display>) -> String {
    let points = outline.points.map { "\($0.x.coordinate),\($0.y.coordinate)" }.joined(separator: " ")
    return "<polygon class=\"box under\" points=\"\(points)\"/><polygon class=\"box\" points=\"\(points)\"/>"
  }

  /// A surface of rectangles.
  private static func path(_ surface: [RealRect<Display>]) -> String {
    let steps = surface.map {
      "M\($0.x.coordinate) \($0.y.coordinate)h\($0.width.coordinate)v\($0.height.coordinate)H\($0.x.coordinate)z"
    }
    return "<path class=\"mask\" d=\"\(steps.joined())\"/>"
  }

  /// A small circle around a point, over a darker one.
  private func circles(_ point: RealPoint<Display>) -> String {
    let numbers =
      "cx=\"\(point.x.coordinate)\" cy=\"\(point.y.coordinate)\" r=\"\((fontSize / 4).coordinate)\""
    return "<circle class=\"box under\" \(numbers)/><circle class=\"box\" \(numbers)/>"
  }

  private func label(_ frame: Frame, at rect: RealRect<Display>, _ places: inout LabelPlaces) -> String {
    let marks = frame.marks.map { " · " + $0.word }.joined()
    let letters = min(frame.label.unicodeScalars.count, Self.longestLabel) + marks.count
    let (x, y) = places.place(Double(letters) * Self.letterWidth * fontSize, at: rect)
    return "<text x=\"\(x.coordinate)\" y=\"\(y.coordinate)\">"
      + "\(frame.label.html(most: Self.longestLabel))\(marks)</text>"
  }
}

extension Double {
  /// The number as an SVG coordinate: rounded to hundredths, and within a range that all browsers accept.
  fileprivate var coordinate: String {
    let bounded = Swift.min(Swift.max(isNaN ? 0 : self, -1e6), 1e6)
    let rounded = (bounded * 100).rounded() / 100
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
