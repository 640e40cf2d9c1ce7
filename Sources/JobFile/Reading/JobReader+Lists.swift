import ImageModel
import System

/// Reads entries of `sources` that have the key `list`.
extension JobReader {
  /// The keys that an entry of `sources` may have only together with `list`.
  static let listKeys = ["url", "base", "robots"]

  /// An entry of `sources` with a list of URLs. `field` is the value of its key `list`.
  mutating func list(_ field: Field, _ fields: Fields) -> Located<SourceEntry.Files>? {
    let path = text(field)
    let column = text(fields["url"])
    let base = text(fields["base"]).flatMap { text in url(text) }
    let robots: ListSource.Robots? = choice(fields["robots"])
    guard let path else { return nil }
    guard let format = ListFormat(ofList: path.value) else {
      report(
        path.location, "the name of a list must end in .txt, .csv or .jsonl, not '\(path.value.shortened)'")
      return nil
    }
    if format == .txt, let column {
      report(column.location, "'url' names a column, and a list of the format txt has none")
    }
    let boxes = boxes(fields, format)
    return Located(
      .list(
        ListSource(
          path: path.value, format: format, column: column?.value ?? "url", base: base,
          robots: robots ?? .obey, boxes: boxes)),
      at: path.location)
  }

  /// The use of the boxes in a list. A list has boxes if its entry says in which space.
  private mutating func boxes(_ fields: Fields, _ format: ListFormat) -> BoxUse? {
    guard let annotations = format.annotations else {
      refuse(Self.boxKeys, in: fields, "goes with columns of boxes, and a list of the format txt has none")
      return nil
    }
    guard Self.boxKeys.contains(where: fields.has) else { return nil }
    return boxes(fields, annotations, of: "a list with boxes")
  }
}
