import ImageModel

/// Places of labels in a drawing. Labels don't overlap while there is room.
struct LabelPlaces {
  private let size: PixelSize
  private let fontSize: Double
  /// The rectangles of the labels that have a place already.
  private var taken: [RealRect<Display>] = []

  /// Begins without labels. `size` is the picture's size. `fontSize` is the height of letters in the
  /// picture's units.
  init(_ size: PixelSize, fontSize: Double) {
    self.size = size
    self.fontSize = fontSize
  }

  /// The start of the base line of a label for `rect`. The label stands above `rect`, or just below its upper
  /// edge if the picture has no room above. If that place is taken, the label stands on the nearest free
  /// line, if there is one.
  mutating func place(_ width: Double, at rect: RealRect<Display>) -> (x: Double, y: Double) {
    let height = Double(size.height)
    let above = rect.y - 0.4 * fontSize
    let wanted = min(max(above > fontSize ? above : rect.y + 1.2 * fontSize, fontSize), height)
    let x = max(0, min(rect.x, Double(size.width) - width))
    let line = 1.3 * fontSize
    let steps = (1...max(1, Int(height / line))).flatMap { [Double($0), -Double($0)] }
    let others = steps.map { wanted + $0 * line }.filter { (fontSize...max(fontSize, height)).contains($0) }
    let y = isFree(x, wanted, width) ? wanted : others.first { isFree(x, $0, width) } ?? wanted
    taken.append(RealRect(x: x, y: y, width: width, height: line))
    return (x, y)
  }

  private func isFree(_ x: Double, _ y: Double, _ width: Double) -> Bool {
    !taken.contains { abs($0.y - y) < $0.height - 0.01 && $0.x < x + width && x < $0.x + $0.width }
  }
}
