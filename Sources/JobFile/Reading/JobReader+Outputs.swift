import ImageModel

/// `outputs`.
extension JobReader {
  /// All entries that can be read. `jobFormat` is the top level's `format`.
  mutating func outputs(_ fields: Fields, jobFormat: Field?) -> [OutputEntry] {
    guard let field = fields["outputs"] else {
      missing(fields, ["outputs"], "'outputs' is missing")
      return []
    }
    let items = items(field, "a list: write '- path: ...' for each output")
    if items?.isEmpty == true, !field.node.isCut { report(field.node.location, "'outputs' is empty") }
    return (items ?? []).compactMap { output($0, mayBeNamed: jobFormat != nil || fields.isCut) }
  }

  /// `mayBeNamed` says that the top level names a format, or may do so where a syntax error hides it.
  private mutating func output(_ field: Field, mayBeNamed: Bool) -> OutputEntry? {
    guard let fields = fields(field, .output, "a mapping with 'path'") else { return nil }
    let shaping = shaping(fields)
    guard let path = fields["path"] else {
      missing(fields, ["path"], "an entry of 'outputs' needs 'path'")
      return nil
    }
    guard let text = text(path), let template = template(text) else { return nil }
    if !mayBeNamed && !fields.has("format") && !fields.isCut { checkExtension(text) }
    return OutputEntry(template: template, location: text.location, format: .jpeg, shaping: shaping)
  }

  private mutating func template(_ text: Located<String>) -> PathTemplate? {
    do {
      return try PathTemplate(parsing: text.value)
    } catch {
      report(text.location, error.message)
      return nil
    }
  }

  /// Reports a path whose extension doesn't tell its format.
  private mutating func checkExtension(_ path: Located<String>) {
    let name = path.value.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let suffix = parts.count > 1 ? parts.last.map { $0.lowercased() } ?? "" : ""
    if OutputFormat.jpeg.extensions.contains(suffix) { return }
    report(
      path.location,
      "the format can't be told from '\(name.isEmpty ? path.value.shown : String(name).shown)': "
        + "end the path in .jpg or add 'format: jpeg'; other formats are not in this version yet")
  }

  /// `format`; the other formats are known words of later versions.
  mutating func format(_ field: Field?) -> OutputFormat? {
    value(field, "'jpeg', the only format of this version") { OutputFormat(rawValue: $0) }
  }
}
