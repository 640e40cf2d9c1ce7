/// Reads the keys `split` and `files_per_folder`.
extension JobReader {
  private static let splitExample = "{train: 80%, test: 20%}"

  /// Reads `split` and `files_per_folder` into `job`. Each key needs its variable in the paths of `outputs`
  /// or `exports`, and each variable needs its key.
  mutating func distribution(_ fields: Fields, _ outputs: [OutputEntry], into job: inout JobSpec) {
    job.split = split(fields["split"], job.sources)
    job.filesPerFolder = whole(fields["files_per_folder"], in: 1...1_000_000)
    check("split", Self.splitExample, makes: .split, fields, outputs, job.exports)
    check("files_per_folder", "1000", makes: .folder, fields, outputs, job.exports)
  }

  private mutating func split(_ field: Field?, _ sources: [SourceEntry]) -> Split? {
    if let field, case .sequence = field.node.kind { return listedSplit(field, sources) }
    let wanted = "a mapping of names to shares, as in \(Self.splitExample), or a list of names"
    guard let fields = fields(field, .split, wanted) else { return nil }
    let group = group(fields["by"])
    let parts = fields.names.compactMap { part($0) }
    guard parts.count == fields.names.count, !fields.isCut else { return nil }
    if parts.isEmpty {
      report(
        fields.location, "'split' names no split: give it names and shares, as in \(Self.splitExample)")
    } else {
      checkSum(of: parts, fields)
    }
    let isExact = flag(fields["exact"]) ?? false
    let stratum = stratum(fields["stratify"], sources)
    if let field = fields["stratify"], !isExact { report(field, "'stratify' needs 'exact: true'") }
    return group.map { Split(group: $0, parts: parts, isExact: isExact, stratum: stratum) }
  }

  /// Reads what sorts the groups of an exact split.
  private mutating func stratum(_ field: Field?, _ sources: [SourceEntry]) -> Split.Stratum? {
    guard let text = text(field) else { return nil }
    if text.value == "category" {
      if !sources.contains(where: { $0.boxes != nil }) {
        report(text.location, "'stratify: category' needs boxes: no entry of 'sources' has any")
      }
      return .category
    }
    let template = parsed(text) { text throws(PatternError) in
      try GroupTemplate(parsing: text, of: "stratify")
    }
    return template.map(Split.Stratum.template)
  }

  /// Names of splits without shares. Each picture then has its split from a list.
  private mutating func listedSplit(_ field: Field, _ sources: [SourceEntry]) -> Split? {
    var parts: [Split.Part] = []
    for item in someItems(field, "a list of names") ?? [] {
      guard let name = text(item) else { continue }
      if !Self.isSplitName(name.value) {
        report(name.location, Self.complaint(aboutName: name.value))
      } else if parts.contains(where: { $0.name == name.value }) {
        report(name.location, "the split '\(name.value.shortened)' is here twice")
      }
      parts.append(Split.Part(name: name.value, share: 0))
    }
    for source in sources where source.list?.format.annotations == nil {
      report(
        source.location,
        "'split' without shares takes splits from the column 'split' of lists: all of 'sources' must be lists in .csv or .jsonl"
      )
    }
    return parts.isEmpty ? nil : Split(group: nil, parts: parts)
  }

  private static func complaint(aboutName name: String) -> String {
    "'\(name.shortened)' can't name a split: names are of A-Z, a-z, 0-9, '.', '_' and '-', and don't begin with '.'"
  }

  private mutating func group(_ field: Field?) -> GroupTemplate? {
    guard let field else { return .picture }
    return parsed(text(field)) { text throws(PatternError) in try GroupTemplate(parsing: text) }
  }

  private mutating func part(_ entry: YAMLEntry) -> Split.Part? {
    let field = Field(subject: "the share of '\(entry.key.shortened)'", node: entry.value)
    guard Self.isSplitName(entry.key) else {
      report(entry.location, Self.complaint(aboutName: entry.key))
      return nil
    }
    return value(field, "per cent from 0% to 100%, as in 80%") {
      PlainNumber.percent($0, in: 0...100)
    }.map { Split.Part(name: entry.key, share: $0) }
  }

  private static func isSplitName(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix(".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), .dot, UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private mutating func checkSum(of parts: [Split.Part], _ fields: Fields) {
    let sum = parts.reduce(0) { $0 + $1.share }
    if abs(sum - 100) <= 1e-9 { return }
    // The sum without the rounding errors of decimal fractions in binary.
    let rounded = (sum * 1e9).rounded() / 1e9
    let shown = Int(exactly: rounded).map { String($0) } ?? String(rounded)
    report(fields.location, "the shares of 'split' add up to \(shown)%, not to 100%")
  }

  /// Reports `key` if no path uses `variable`. If `key` is missing, reports each path that uses `variable`.
  private mutating func check(
    _ key: String, _ example: String, makes variable: PathTemplate.Variable, _ fields: Fields,
    _ outputs: [OutputEntry], _ exports: [Export]
  ) {
    let users =
      outputs.filter { $0.template.uses(variable) }.map(\.location)
      + exports.filter { $0.path?.uses(variable) == true }.map(\.location)
    let shown = "'{\(variable.rawValue)}'"
    if let field = fields[key] {
      guard users.isEmpty, areAllRead(outputs, exports, fields) else { return }
      report(field, "no path uses \(shown): write it in a 'path', or leave out '\(key)'")
    } else if !fields.isCut, !fields.misspelt.contains(key) {
      for user in users {
        report(user, "\(shown) needs '\(key)' at the top level, as in '\(key): \(example)'")
      }
    }
  }

  /// True if all entries of `outputs` and `exports` could be read.
  func areAllRead(_ outputs: [OutputEntry], _ exports: [Export], _ fields: Fields) -> Bool {
    !fields.isCut && !outputs.isEmpty
      && fields.length(of: "outputs") == Set(outputs.lazy.filter { $0.mask == nil }.map(\.location)).count
      && (fields.length(of: "exports") ?? 0) == exports.count
  }
}
