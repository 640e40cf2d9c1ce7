import ImageModel

/// `outputs`.
extension JobReader {
  /// All entries that can be read, with the top level's `format` for those that name none.
  mutating func outputs(_ fields: Fields) -> [OutputEntry] {
    let jobFormat = format(fields["format"])
    guard let field = fields["outputs"] else {
      missing(fields, ["outputs"], "'outputs' is missing")
      return []
    }
    let items = items(field, "a list: write '- path: ...' for each output")
    if items?.isEmpty == true, !field.node.isCut { report(field.node.location, "'outputs' is empty") }
    return (items ?? []).compactMap {
      output($0, jobFormat, mayBeNamed: fields.has("format") || fields.isCut)
    }
  }

  /// `mayBeNamed` says that the top level names a format, or may do so where a syntax error hides it.
  private mutating func output(_ field: Field, _ jobFormat: OutputFormat?, mayBeNamed: Bool) -> OutputEntry? {
    guard let fields = fields(field, .output, "a mapping with 'path'") else { return nil }
    let shaping = shaping(fields)
    var format = format(fields["format"]) ?? jobFormat
    guard let path = fields["path"] else {
      missing(fields, ["path"], "an entry of 'outputs' needs 'path'")
      return nil
    }
    guard let text = text(path), let template = template(text) else { return nil }
    if !mayBeNamed && !fields.has("format") && !fields.isCut { format = self.format(fromExtensionOf: text) }
    return format.map {
      OutputEntry(template: template, location: text.location, format: $0, shaping: shaping)
    }
  }

  private mutating func template(_ text: Located<String>) -> PathTemplate? {
    do {
      return try PathTemplate(parsing: text.value)
    } catch {
      report(text.location, error.message)
      return nil
    }
  }

  /// The format that a path's extension means; nil, reported, where it means none.
  private mutating func format(fromExtensionOf path: Located<String>) -> OutputFormat? {
    let name = path.value.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let suffix = parts.count > 1 ? parts.last.map { $0.lowercased() } ?? "" : ""
    if let format = OutputFormat.allCases.first(where: { $0.extensions.contains(suffix) }) { return format }
    report(
      path.location,
      "the format can't be told from '\(name.isEmpty ? path.value.shortened : String(name).shortened)': "
        + "end the path in .jpg or add 'format: jpeg'; other formats are not in this version yet")
    return nil
  }

  /// `format`; the other formats are known words of later versions.
  private mutating func format(_ field: Field?) -> OutputFormat? {
    value(field, "'jpeg', the only format of this version") { OutputFormat(rawValue: $0) }
  }
}
