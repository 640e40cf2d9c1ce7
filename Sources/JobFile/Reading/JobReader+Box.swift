import ImageModel

/// Reads `crop: {box, format}`.
extension JobReader {
  /// Reads the four numbers of `box` in the format that `format` names. Nil if they are faulty.
  mutating func box(_ fields: Fields) -> Crop.Shape? {
    let format: BoxFormat? = requiredFormat(fields, "'crop' needs 'format' beside 'box'")
    guard let field = required(fields, "box", "'crop' needs 'box' beside 'format'"),
      let items = items(field, "a list of four numbers")
    else { return nil }
    if items.count != 4, !field.node.isCut {
      report(field, "'box' needs four numbers, not \(items.count)")
    }
    let numbers = items.compactMap { item in
      value(item, format?.wanted ?? "a number") { text in
        PlainNumber.decimal(text).flatMap { format?.allows($0) == false ? nil : $0 }
      }
    }
    guard let format, items.count == 4, numbers.count == 4 else { return nil }
    let shape = format.shape(numbers[0], numbers[1], numbers[2], numbers[3])
    if shape == nil {
      report(field, "'box' has a negative size in the format '\(format.rawValue)'")
    }
    return shape
  }
}
