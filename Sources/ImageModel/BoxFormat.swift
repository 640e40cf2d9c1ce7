/// The formats in which datasets write a box as four numbers.
package enum BoxFormat: String, Sendable, CaseIterable {
  /// x, y, width, height in pixels.
  case coco
  /// xmin, ymin, xmax, ymax in pixels; right and bottom exclusive.
  case voc
  /// xmin, ymin, xmax, ymax in pixels, as in Pascal VOC's XML: the first pixel is 1; right and bottom
  /// inclusive.
  case voc1
  /// Centre x, centre y, width, height as fractions of the picture's width and height.
  case yolo
  /// xmin, ymin, xmax, ymax as fractions of the picture's width and height.
  case albumentations
  /// xmin, xmax, ymin, ymax as fractions of the picture's width and height.
  case openimages
  /// ymin, xmin, ymax, xmax as fractions of the picture's width and height.
  case tfds
  /// x, y, width, height in per cent of the picture's width and height.
  case labelStudio = "label-studio"

  /// The number that stands for the picture's whole width or height; nil if the format counts pixels.
  package var whole: Double? {
    switch self {
    case .coco, .voc, .voc1: nil
    case .yolo, .albumentations, .openimages, .tfds: 1
    case .labelStudio: 100
    }
  }

  /// The allowed numbers, in words for a message.
  package var wanted: String { whole == nil ? wantedNumber : "\(wantedNumber) in the format '\(rawValue)'" }

  /// The allowed numbers, without the format's name.
  package var wantedNumber: String {
    whole.map { "a number from 0 to \(Int($0))" } ?? "a number of pixels within a million of 0"
  }

  /// True for a number within the format's range, or beyond it by at most 1 % of the whole.
  package func allows(_ value: Double) -> Bool {
    guard let whole else { return abs(value) <= Length.farthest }
    return value >= -0.01 * whole && value <= 1.01 * whole
  }

  /// Converts the format's four numbers to x, y, width and height in the format's unit. Width and height may
  /// be negative.
  package func box(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> (
    x: Double, y: Double, width: Double, height: Double
  ) {
    switch self {
    case .coco, .labelStudio: (a, b, c, d)
    case .voc, .albumentations: (a, b, c - a, d - b)
    case .voc1: (a - 1, b - 1, c - (a - 1), d - (b - 1))
    case .yolo: (a - c / 2, b - d / 2, c, d)
    case .openimages: (a, c, b - a, d - c)
    case .tfds: (b, a, d - b, c - a)
    }
  }

  /// The crop of a box with these four numbers; nil if its width or height is negative.
  package func shape(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Crop.Shape? {
    let box = box(a, b, c, d)
    guard box.width >= 0, box.height >= 0 else { return nil }
    return .box(
      x: length(box.x), y: length(box.y), width: length(box.width), height: length(box.height))
  }

  private func length(_ value: Double) -> Length {
    whole.map { .percent(value * (100 / $0)) } ?? .pixels(value)
  }
}
