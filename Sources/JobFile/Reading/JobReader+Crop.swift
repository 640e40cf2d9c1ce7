import ImageModel

/// Reads the key `crop`.
extension JobReader {
  /// A crop in any of its forms.
  mutating func crop(_ field: Field?) -> Crop? {
    guard let field else { return nil }
    switch field.node.kind {
    case .mapping: return fields(field, .crop, "a mapping").flatMap { mapping($0) }
    case .sequence:
      report(
        field,
        "a list alone doesn't say what its numbers mean; write 'crop: {box: [a, b, c, d], format: F}' with F one of "
          + BoxFormat.allCases.map(\.rawValue).joined(separator: ", "))
      return nil
    default: return region(field).map { Crop($0) }
    }
  }

  private mutating func mapping(_ fields: Fields) -> Crop? {
    let space: SpaceName? = choice(fields["space"])
    let rounding: Crop.Rounding? = choice(fields["round"])
    let outOfBounds: Crop.OutOfBounds? = choice(fields["out_of_bounds"])
    guard let shape = shape(fields) else { return nil }
    return Crop(
      shape, space: space ?? .display, rounding: rounding ?? .nearest, outOfBounds: outOfBounds ?? .clip)
  }

  /// The forms of a crop. Each entry has a key that selects a form, and all keys that belong to this form.
  private static let forms: [(key: String, keys: [String])] = [
    ("region", ["region"]),
    ("box", ["box", "format"]),
    ("format", ["box", "format"]),
    ("aspect", ["aspect", "gravity", "focus"]),
    ("x", ["x", "y", "width", "height"]),
    ("y", ["x", "y", "width", "height"]),
    ("width", ["width", "height", "gravity", "focus"]),
    ("height", ["width", "height", "gravity", "focus"]),
  ]

  private mutating func shape(_ fields: Fields) -> Crop.Shape? {
    guard let form = Self.forms.first(where: { fields.has($0.key) }) else {
      missing(fields, Self.forms.map(\.key), "'crop' needs 'region', 'box', 'aspect' or 'width' and 'height'")
      return nil
    }
    let all = ["region", "box", "format", "aspect", "x", "y", "width", "height", "gravity", "focus"]
    if let other = all.first(where: { fields.has($0) && !form.keys.contains($0) }) {
      report(fields.location, "'\(other)' and '\(form.key)' are two ways to say a crop; keep one")
      return nil
    }
    switch form.key {
    case "region": return fields["region"].flatMap { region($0) }
    case "box", "format": return box(fields)
    case "aspect": return aspect(fields)
    case "x", "y": return placed(fields)
    default: return sized(fields)
    }
  }

  private mutating func region(_ field: Field) -> Crop.Shape? {
    value(field, "\(RegionText.forms) or a mapping") { RegionText.shape($0) }
  }

  private mutating func aspect(_ fields: Fields) -> Crop.Shape? {
    let ratio = value(fields["aspect"], "a ratio of two numbers above 0, as in \"16:9\"") {
      RegionText.ratio($0)
    }
    let anchor = anchor(fields)
    return ratio.map { .aspect(ratio: $0, anchor) }
  }

  private mutating func placed(_ fields: Fields) -> Crop.Shape? {
    let x = length(fields, "x", of: "'crop'")
    let y = length(fields, "y", of: "'crop'")
    let width = extent(fields, "width")
    let height = extent(fields, "height")
    guard let x, let y, let width, let height else { return nil }
    return .box(x: x, y: y, width: width, height: height)
  }

  private mutating func sized(_ fields: Fields) -> Crop.Shape? {
    let width = extent(fields, "width")
    let height = extent(fields, "height")
    let anchor = anchor(fields)
    guard let width, let height else { return nil }
    return .sized(width: width, height: height, anchor)
  }

  private mutating func extent(_ fields: Fields, _ key: String) -> Length? {
    value(
      required(fields, key, "'crop' needs '\(key)'"),
      "a number of pixels above 0, at most a million, or per cent as in \"12.5%\""
    ) { PlainNumber.extent($0) }
  }
}
