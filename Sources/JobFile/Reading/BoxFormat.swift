import ImageModel

/// The ways datasets write a box as four numbers.
enum BoxFormat: String, CaseIterable {
  /// x, y, width, height in pixels.
  case coco
  /// xmin, ymin, xmax, ymax in pixels; right and bottom exclusive.
  case voc
  /// The same as Pascal VOC's XML has it: the first pixel is 1, the last one belongs to the box.
  case voc1
  /// Centre x, centre y, width, height as parts of the picture.
  case yolo
  /// xmin, ymin, xmax, ymax as parts of the picture.
  case albumentations
  /// xmin, xmax, ymin, ymax as parts of the picture.
  case openimages
  /// ymin, xmin, ymax, xmax as parts of the picture.
  case tfds
  /// x, y, width, height in per cent.
  case labelStudio = "label-studio"

  /// The number that means all of the picture; nil where numbers are pixels.
  var whole: Double? {
    switch self {
    case .coco, .voc, .voc1: nil
    case .yolo, .albumentations, .openimages, .tfds: 1
    case .labelStudio: 100
    }
  }

  /// What a number must be, in words.
  var wanted: String {
    whole.map { "a number from 0 to \(Int($0)) in the format '\(rawValue)'" }
      ?? "a number of pixels within a million of 0"
  }

  /// True when a number is within the format's range, or beyond it by 1 % of the whole at most.
  func allows(_ value: Double) -> Bool {
    guard let whole else { return abs(value) <= PlainNumber.farthest }
    return value >= -0.01 * whole && value <= 1.01 * whole
  }

  /// The box of four numbers; nil when its size is negative.
  func shape(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Crop.Shape? {
    switch self {
    case .coco, .labelStudio: box(a, b, c, d)
    case .voc, .albumentations: box(a, b, c - a, d - b)
    case .voc1: box(a - 1, b - 1, c - (a - 1), d - (b - 1))
    case .yolo: box(a - c / 2, b - d / 2, c, d)
    case .openimages: box(a, c, b - a, d - c)
    case .tfds: box(b, a, d - b, c - a)
    }
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Crop.Shape? {
    guard width >= 0, height >= 0 else { return nil }
    return .box(x: length(x), y: length(y), width: length(width), height: length(height))
  }

  private func length(_ value: Double) -> Length {
    whole.map { .percent(value * (100 / $0)) } ?? .pixels(value)
  }
}

/// `crop: {box, format}`.
extension JobReader {
  /// A box of a dataset.
  mutating func box(_ fields: Fields) -> Crop.Shape? {
    let format: BoxFormat? = choice(fields["format"])
    if !fields.has("format") {
      missing(
        fields, ["format"],
        "'crop' needs 'format' beside 'box': \(BoxFormat.allCases.map(\.rawValue).choices)")
    }
    guard let field = fields["box"] else {
      missing(fields, ["box"], "'crop' needs 'box' beside 'format'")
      return nil
    }
    guard let items = items(field, "a list of four numbers") else { return nil }
    if items.count != 4, !field.node.isCut {
      report(field.node.location, "'box' needs four numbers, not \(items.count)")
    }
    let numbers = items.compactMap { item in
      value(item, format?.wanted ?? "a number") { text in
        PlainNumber.decimal(text).flatMap { format?.allows($0) == false ? nil : $0 }
      }
    }
    guard let format, items.count == 4, numbers.count == 4 else { return nil }
    let shape = format.shape(numbers[0], numbers[1], numbers[2], numbers[3])
    if shape == nil {
      report(field.node.location, "'box' has a negative size in the format '\(format.rawValue)'")
    }
    return shape
  }
}
