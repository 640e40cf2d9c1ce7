import System
import ImageModel

/// Reads the key `sources`.
extension JobReader {
  /// All entries of `sources` that can be read.
  mutating func sources(_ fields: Fields) -> [SourceEntry] {
    guard let field = required(fields, "sources", "'sources' is missing") else { return [] }
    let entries = entries(field).compactMap { entry($0) }
    checkIDs(entries)
    return entries
  }

  private mutating func entries(_ field: Field) -> [Field] {
    if case .mapping = field.node.kind {
      return [Field(subject: "an entry of 'sources'", node: field.node)]
    }
    return someItems(field, "a list: write '- ' and a pattern or a mapping on a line for each entry") ?? []
  }

  /// Reads a pattern of files or of objects in a bucket. Reports a list or mapping, which is most likely a pattern
  /// without quotes.
  mutating func glob(_ field: Field) -> SourceEntry.Files? {
    guard patternCharacters <= FixedLimits.JobFile.patternCharacters, let text = text(field) else {
      return nil
    }
    do throws(PatternError) {
      if ObjectPattern.isNamed(by: text.value) {
        let pattern = try ObjectPattern(parsing: text.value)
        try count(pattern.mostCharacters)
        return .objects(pattern)
      }
      let pattern = try GlobPattern(parsing: text.value)
      try count(pattern.mostCharacters)
      return .glob(pattern)
    } catch {
      report(text.location, error.message)
      return nil
    }
  }

  private mutating func count(_ characters: Int) throws(PatternError) {
    patternCharacters += characters
    guard patternCharacters <= FixedLimits.JobFile.patternCharacters else {
      throw PatternError(
        "the alternatives of all patterns up to this one have more than \(FixedLimits.JobFile.patternCharacters) characters: "
          + "write fewer braces")
    }
  }

  private mutating func entry(_ field: Field) -> SourceEntry? {
    guard case .mapping = field.node.kind else {
      return plainEntry(field).map {
        SourceEntry(files: $0, location: field.node.location, isOptional: false, shaping: Shaping())
      }
    }
    guard let fields = fields(field, .source, "a pattern or a mapping") else { return nil }
    let named = files(fields)
    let orientation = whole(fields["exif_orientation"], in: 1...8)
      .flatMap { ExifOrientation(rawValue: UInt8($0)) }
    let pages = pages(fields)
    let id = id(fields)
    let isOptional = flag(fields["optional"]) ?? false
    let shaping = shaping(fields)
    let captions = captions(fields["captions"], named?.value)
    let conditions = conditions(fields["where"])
    let masks = masks(fields["masks"], named?.value, fields)
    return named.map {
      SourceEntry(
        files: $0.value, location: $0.location, id: id, exifOrientation: orientation,
        pages: pages ?? .main, isOptional: isOptional, captions: captions, masks: masks,
        shaping: shaping, conditions: conditions)
    }
  }

  /// A pattern or a URL.
  private mutating func plainEntry(_ field: Field) -> SourceEntry.Files? {
    guard case .scalar(let text, _) = field.node.kind, Self.isURL(text) else { return glob(field) }
    return url(Located(text, at: field.node.location)).map { .url($0) }
  }

  private mutating func pages(_ fields: Fields) -> SourceEntry.Pages? {
    let pages = value(fields["page"], "a whole number from 0 to 65535, or all") {
      $0 == "all" ? SourceEntry.Pages.all : PlainNumber.whole($0, in: 0...65535).map { .one($0) }
    }
    let hasBoxes = fields.has("annotations") || fields.has("list") && fields.has("space")
    if let field = fields["page"], pages == .all, hasBoxes {
      report(
        field,
        "'page: all' goes with 'glob', 'path' and 'list' without boxes only: boxes lie on one page, so name it by its number"
      )
    }
    return pages
  }

  private static let kinds = ["glob", "path", "list", "archive", "parquet", "annotations"]

  private mutating func files(_ fields: Fields) -> Located<SourceEntry.Files>? {
    let named = Self.kinds.compactMap { kind in fields[kind].map { (kind, $0) } }
    guard let (kind, field) = named.first else {
      missing(
        fields, Self.kinds, "an entry of 'sources' needs \(Self.kinds.choices)")
      return nil
    }
    if named.count > 1 {
      report(
        named[1].1.node.location, "an entry of 'sources' has '\(kind)' or '\(named[1].0)', not both")
      return nil
    }
    checkKeys(fields, of: kind)
    switch kind {
    case "glob": return pattern(field)
    case "path": return path(field, fields)
    case "list": return list(field, fields)
    case "archive": return archive(field, fields)
    case "parquet": return parquet(field, fields)
    default: return annotations(field, fields)
    }
  }

  private mutating func pattern(_ field: Field) -> Located<SourceEntry.Files>? {
    if case .scalar(let text, _) = field.node.kind, Self.isURL(text) {
      report(
        field,
        "'glob' must be a pattern of files: a URL names one picture, so write 'path' in place of 'glob'")
      return nil
    }
    return glob(field).map { Located($0, at: field.node.location) }
  }

  private mutating func path(_ field: Field, _ fields: Fields) -> Located<SourceEntry.Files>? {
    guard let text = text(field) else { return nil }
    guard Self.isURL(text.value) || ObjectPattern.isNamed(by: text.value) else {
      return Located(.path(text.value), at: text.location)
    }
    refuse(["optional"], in: fields, "goes with files only: a URL that gives nothing is a failed row")
    guard let address = url(text) else { return nil }
    if address.scheme == .s3, !address.endsWithName {
      report(text.location, "'\(text.value.shortened)' names no picture: its key ends with no name of a file")
      return nil
    }
    return Located(.url(address), at: text.location)
  }

  /// Reports keys that don't go with an entry's kind.
  private mutating func checkKeys(_ fields: Fields, of kind: String) {
    if kind != "annotations" { refuse(Self.annotationKeys, in: fields, "goes with 'annotations' only") }
    if kind != "annotations" && kind != "list" {
      refuse(Self.boxKeys, in: fields, "goes with 'annotations' or 'list' only")
    } else if fields.has("crop") {
      refuse(
        Self.cuttingKeys, in: fields, "shapes what is cut for a box: it can't stand beside 'crop'")
    }
    if kind != "list" { refuse(Self.listKeys, in: fields, "goes with 'list' only") }
    if kind != "archive" { refuse(["members"], in: fields, "goes with 'archive' only") }
    if kind != "parquet" { refuse(Self.parquetKeys, in: fields, "goes with 'parquet' only") }
    if !["glob", "path", "annotations"].contains(kind) {
      refuse(
        ["captions"], in: fields,
        "goes with 'glob', 'path' and 'annotations' only: columns of lists and Parquet files, and members of archives, are carried already"
      )
    }
    if !["glob", "path", "annotations"].contains(kind) {
      refuse(["masks"], in: fields, "goes with 'glob', 'path' and 'annotations' only")
    }
    if kind != "archive" && kind != "parquet" {
      refuse(["carry"], in: fields, "goes with 'archive' or 'parquet' only")
    }
  }

  private mutating func id(_ fields: Fields) -> Located<String>? {
    guard let field = fields["id"], !fields.has("parquet") else { return nil }
    let text = value(field, "text without '/'", isText: true) {
      $0.isEmpty || $0.utf8.contains(.slash) ? nil : $0
    }
    if ["glob", "annotations", "list", "archive"].contains(where: fields.has) {
      report(field, "'id' goes with 'path' and 'parquet' only: other entries may name many files")
      return nil
    }
    return text.map { Located($0, at: field.node.location) }
  }

  private mutating func checkIDs(_ entries: [SourceEntry]) {
    var lines: [String: Int] = [:]
    let paged = Dictionary(
      entries.lazy.filter { $0.pages == .all }.compactMap(\.id).map { ($0.value, $0.location.line) },
      uniquingKeysWith: { first, _ in first })
    for id in entries.compactMap(\.id) {
      if let end = id.value.lastIndex(of: "#"), let line = paged[String(id.value[..<end])],
        PlainNumber.whole(String(id.value[end...].dropFirst()), in: 0...65535) != nil
      {
        report(
          id.location,
          "the id '\(id.value.shortened)' is that of a page of the entry in line \(line), which has 'page: all'"
        )
      }
      if let line = lines[id.value] {
        report(id.location, "the id '\(id.value.shortened)' is used twice; the first is in line \(line)")
      } else {
        lines[id.value] = id.location.line
      }
    }
  }
}
