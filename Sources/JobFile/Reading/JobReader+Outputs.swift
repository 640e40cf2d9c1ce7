import ImageModel

/// Reads the key `outputs`.
extension JobReader {
  /// All entries of `outputs` that can be read. Entries without a format use the format of the top level.
  /// `depth` is the depth that the top level sets.
  mutating func outputs(_ fields: Fields, depth: Int?) -> [OutputFamily] {
    let jobFormat = format(fields["format"])
    guard let field = required(fields, "outputs", "'outputs' is missing") else { return [] }
    let items = someItems(field, "a list: write '- path: ...' for each output")
    let entries = (items ?? []).compactMap {
      output($0, jobFormat, mayBeNamed: fields.has("format") || fields.isCut)
    }
    if entries.count == items?.count {
      checkEncodeKeys(fields, depth: depth, for: entries.flatMap(\.formats), "no output is one")
    }
    let count = entries.reduce(0) { $0 + $1.count }
    if count > OutputFamily.most, entries.contains(where: { $0.count > 1 || !$0.widths.isEmpty }) {
      report(field, "'outputs' makes \(count) files of each picture, more than \(OutputFamily.most)")
    }
    return entries
  }

  /// The value of a key `format`: the name of an output format, or `same` for the source's own format.
  private enum NamedFormat {
    case format(OutputFormat)
    case same

    var format: OutputFormat? {
      if case .format(let format) = self { format } else { nil }
    }
  }

  /// Reads an entry of `outputs`. `mayBeNamed` is true if the top level has the key `format`, or if a syntax
  /// error may hide this key.
  private mutating func output(_ field: Field, _ jobFormat: NamedFormat?, mayBeNamed: Bool) -> OutputFamily? {
    guard let fields = fields(field, .output, "a mapping with 'path'") else { return nil }
    let shaping = shaping(fields)
    var named = format(fields["format"]) ?? jobFormat
    let path = text(required(fields, "path", "an entry of 'outputs' needs 'path'"))
    let template = parsed(path) { path throws(PatternError) in try PathTemplate(parsing: path) }
    guard let text = path, let template else { return nil }
    if fields.has("formats") {
      if let field = fields["mask"] {
        report(field, "'mask' can't stand beside 'formats': write an entry of 'outputs' for each format")
        isMaskUnread = true
      }
      return family(fields, text, template, shaping)
    } else if !mayBeNamed && !fields.has("format") && !fields.isCut {
      named = format(fromExtensionOf: text).map { .format($0) }
    }
    guard let named else { return nil }
    if let format = named.format {
      checkExtension(text, template, format)
      checkEncodeKeys(fields, depth: shaping.encode.depth, for: [format], "this output is \(format.rawValue)")
    }
    var family = OutputFamily(
      OutputEntry(
        template: template, location: text.location, format: named.format, shaping: shaping,
        frames: frames(fields, named.format)))
    widths(fields, text, into: &family)
    family.mask = mask(fields, of: family.entry, isVaried: family.widths.count > 1)
    return family
  }

  /// The value of the key `frames`. Reports `all` for an output that can't be an animation.
  mutating func frames(_ fields: Fields, _ format: OutputFormat?) -> FrameUse {
    guard let field = fields["frames"], let use: FrameUse = choice(field) else { return .first }
    if use == .first { return use }
    if format?.holdsFrames != true {
      let own = format.map { "is \($0.rawValue)" } ?? "has its source's format"
      report(field, "'frames: all' needs 'format: webp' or 'format: gif', and this output \(own)")
    }
    if let bound = fields["max_bytes"] { report(bound, Self.unboundedFrames) }
    return use
  }

  private static let unboundedFrames = "'max_bytes' can't stand with 'frames: all'"

  /// Reports a bound of the top level on the bytes of animations. `fields` are those of the top level.
  mutating func checkFrames(_ fields: Fields, _ outputs: [OutputEntry]) {
    guard let bound = fields["max_bytes"], outputs.contains(where: { $0.frames == .all }) else { return }
    report(bound, Self.unboundedFrames)
  }

  /// Reports animations with a placeholder, since they are encoded frame by frame. `shaping` has the keys of the top
  /// level.
  mutating func checkPlaceholders(_ outputs: [OutputEntry], _ shaping: Shaping) {
    for output in outputs where output.frames == .all {
      if output.shaping.over(shaping).encode.placeholder == nil { continue }
      report(output.location, "'placeholder' can't stand with 'frames: all'")
    }
  }

  /// Reports a path whose extension belongs to another format than `format`. A path with `{ext}` isn't
  /// checked, because the sources' names give the extension.
  mutating func checkExtension(
    _ path: Located<String>, _ template: PathTemplate, _ format: OutputFormat
  ) {
    guard !template.uses(.ext), let meant = Self.format(of: path.value), meant != format,
      let ending = format.extensions.first
    else { return }
    report(
      path.location,
      "'\(path.value.shortened)' ends as \(meant.rawValue) does, and 'format' is \(format.rawValue): "
        + "end it in '.\(ending)', or change 'format'")
  }

  /// The format of a path's extension; nil for an unknown extension.
  private static func format(of path: String) -> OutputFormat? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let suffix = parts.count > 1 ? parts.last.map { $0.lowercased() } ?? "" : ""
    return OutputFormat.allCases.first { $0.extensions.contains(suffix) }
  }

  /// The format of a path's extension; nil, after a report, for an unknown extension.
  private mutating func format(fromExtensionOf path: Located<String>) -> OutputFormat? {
    if let format = Self.format(of: path.value) { return format }
    let name = path.value.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    report(
      path.location,
      "the format can't be told from '\(name.isEmpty ? path.value.shortened : String(name).shortened)': "
        + "end the path in \(OutputFormat.allCases.compactMap { $0.extensions.first.map { "." + $0 } }.choices), "
        + "or add 'format'")
    return nil
  }

  private mutating func format(_ field: Field?) -> NamedFormat? {
    let names = OutputFormat.allCases.map(\.rawValue) + ["same"]
    return value(field, names.choices) { text in
      text == "same" ? .same : OutputFormat(rawValue: text).map { .format($0) }
    }
  }
}
