import ImageModel

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
