import ImageModel

/// Reads the keys `widths`, `formats`, `larger`, and a `quality` for each format.
extension JobReader {
  /// The outputs of an entry with `formats`.
  mutating func family(
    _ fields: Fields, _ path: Located<String>, _ template: PathTemplate, _ shaping: Shaping
  ) -> OutputFamily? {
    if let field = fields["format"] { report(field, "'format' and 'formats' can't stand together") }
    guard let formats = formats(fields["formats"]), let first = formats.first else { return nil }
    if formats.count > 1, !template.uses(.format) {
      report(path.location, "'path' needs '{format}', since 'formats' makes several files")
    } else {
      checkExtension(path, template, first)
    }
    checkEncodeKeys(
      fields, depth: shaping.encode.depth, for: formats,
      "'formats' has \(formats.map(\.rawValue).joined(separator: ", "))")
    let still = formats.first { !$0.holdsFrames } ?? first
    var family = OutputFamily(
      OutputEntry(
        template: template, location: path.location, format: first, shaping: shaping,
        frames: frames(fields, still)))
    family.formats = formats
    family.qualities = qualities(fields, formats)
    widths(fields, path, into: &family)
    return family
  }

  private mutating func formats(_ field: Field?) -> [OutputFormat]? {
    guard let field, let items = someItems(field, "a list of formats, as in [jpeg, webp]") else { return nil }
    var formats: [OutputFormat] = []
    for item in items {
      guard let format: OutputFormat = choice(item) else { continue }
      if formats.contains(format) { report(item, "the format '\(format.rawValue)' is here twice") }
      formats.append(format)
    }
    return formats.count == items.count ? formats : nil
  }

  /// The quality of each format, if `quality` is a mapping.
  private mutating func qualities(_ fields: Fields, _ formats: [OutputFormat]) -> [OutputFormat: Int] {
    guard let field = fields["quality"], case .mapping = field.node.kind,
      let qualities = self.fields(field, .qualities, "a mapping of formats")
    else { return [:] }
    var found: [OutputFormat: Int] = [:]
    for key in KeyLevel.qualities.keys {
      guard let field = qualities[key], let format = OutputFormat(rawValue: key) else { continue }
      if !formats.contains(format) { report(field, "\(field.subject) isn't one of 'formats'") }
      found[format] = whole(field, in: 1...100)
    }
    return found
  }

  /// Reads `widths` and `larger` into the outputs of an entry with this path.
  mutating func widths(_ fields: Fields, _ path: Located<String>, into family: inout OutputFamily) {
    let larger: OutputWidth.Larger? = choice(fields["larger"])
    guard let field = fields["widths"] else {
      if let field = fields["larger"], !fields.isCut, !fields.misspelt.contains("widths") {
        report(field, "'larger' needs 'widths'")
      }
      return
    }
    refuse(["resize", "buckets"], in: fields, "can't stand beside 'widths', which gives the sizes")
    guard let items = someItems(field, "a list of pixels, as in [320, 640]") else { return }
    var widths: [Int] = []
    for item in items {
      guard let width = side(item) else { continue }
      if widths.contains(width) { report(item, "the width \(width) is here twice") }
      widths.append(width)
    }
    if items.count > 1, !family.entry.template.uses(.width) {
      report(path.location, "'path' needs '{width}', since 'widths' makes several files")
    }
    family.widths = widths.sorted()
    family.larger = larger ?? .keep
    family.entry = family.entries.first ?? family.entry
  }
}
