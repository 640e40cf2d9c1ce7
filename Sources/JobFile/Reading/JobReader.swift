/// Reads the tree of a job file key by key, and collects every error on the way.
struct JobReader {
  let source: SourceText
  var problems: ProblemList
  /// The sum of ``GlobPattern/mostCharacters`` of all patterns so far.
  var patternCharacters = 0
  /// The place of the first focus on boxes.
  var boxFocus: SourceLocation?
  /// The place of the first focus on columns of a list.
  var listedFocus: SourceLocation?
  /// True if a key `buckets` can't be read. Paths then aren't checked for its variable.
  var isBucketUnread = false
  /// True if a key `tiles` can't be read. Paths then aren't checked for its variables.
  var isTileUnread = false
  /// True if a key `masks` or `mask` can't be read. Then it isn't checked that the two go together.
  var isMaskUnread = false

  /// Adds an error at a place.
  mutating func report(_ location: SourceLocation, _ message: @autoclosure () -> String) {
    problems.report(location, message())
  }

  /// Adds an error at a field's value.
  mutating func report(_ field: Field, _ message: @autoclosure () -> String) {
    problems.report(field.node.location, message())
  }

  /// Adds an error for each of these keys that the mapping has.
  mutating func refuse(_ keys: [String], in fields: Fields, _ reason: String) {
    for field in keys.compactMap({ fields[$0] }) { report(field, "\(field.subject) \(reason)") }
  }

  /// The keys of a mapping; nil, after a report, for another kind of value.
  ///
  /// Unknown keys are reported and left out. If the level takes names, unknown keys count as names instead.
  mutating func fields(_ field: Field?, _ level: KeyLevel, _ wanted: String) -> Fields? {
    guard let field else { return nil }
    guard case .mapping(let entries) = field.node.kind else {
      mismatch(field, wanted)
      return nil
    }
    var known: [YAMLEntry] = []
    var names: [YAMLEntry] = []
    var misspelt: Set<String> = []
    for entry in entries {
      if level.keys.contains(entry.key) {
        known.append(entry)
      } else if level.takesNames {
        names.append(entry)
      } else {
        if !problems.isFull, let meant = level.meant(by: entry.key) { misspelt.insert(meant) }
        report(entry.location, level.complaint(about: entry.key))
      }
    }
    return Fields(field.node, known, names: names, misspelt: misspelt)
  }

  /// The entries of a list; nil, after a report, for another kind of value.
  mutating func items(_ field: Field?, _ wanted: String) -> [Field]? {
    guard let field else { return nil }
    guard case .sequence(let nodes) = field.node.kind else {
      mismatch(field, wanted)
      return nil
    }
    return nodes.map { Field(subject: "an entry of \(field.subject)", node: $0) }
  }

  /// Reads a scalar. `parse` makes the value from the scalar's text. If `parse` returns nil, the reader
  /// reports that the field must be `wanted`.
  ///
  /// `isText` is true if any text is allowed. A list or mapping is then most likely text without quotes.
  mutating func value<Value>(
    _ field: Field?, _ wanted: String, isText: Bool = false, _ parse: (String) -> Value?
  ) -> Value? {
    guard let field else { return nil }
    guard case .scalar(let text, _) = field.node.kind, !field.node.isEmptyScalar else {
      mismatch(field, wanted, isText: isText)
      return nil
    }
    if let value = parse(text) { return value }
    report(field, "\(field.subject) must be \(wanted), not '\(text.shortened)'")
    return nil
  }

  /// A text that isn't empty, with its place.
  mutating func text(_ field: Field?) -> Located<String>? {
    let text = value(field, "text that isn't empty", isText: true) { $0.isEmpty ? nil : $0 }
    guard let text, let field else { return nil }
    return Located(text, at: field.node.location)
  }

  /// The value that `parse` makes of a text. If `parse` throws, its error is reported and the result is nil.
  mutating func parsed<Value>(
    _ text: Located<String>?, _ parse: (String) throws(PatternError) -> Value
  ) -> Value? {
    guard let text else { return nil }
    do throws(PatternError) { return try parse(text.value) } catch {
      report(text.location, error.message)
      return nil
    }
  }

  /// The items of a list that must not be empty.
  mutating func someItems(_ field: Field, _ wanted: String) -> [Field]? {
    let items = items(field, wanted)
    if items?.isEmpty == true, !field.node.isCut { report(field, "\(field.subject) is empty") }
    return items
  }

  /// A whole number within bounds.
  mutating func whole(_ field: Field?, in range: ClosedRange<Int>) -> Int? {
    value(field, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      PlainNumber.whole($0, in: range)
    }
  }

  /// A number of bytes. If it is invalid, the message gives `example`.
  mutating func bytes(_ field: Field?, example: String) -> Int? {
    value(
      field, "a number of bytes above 0, alone or in KB, MB, GB, KiB, MiB or GiB, as in \(example)"
    ) { PlainNumber.bytes($0) }
  }

  /// The case of the enumeration `Value` whose raw value is the field's text.
  mutating func choice<Value: RawRepresentable & CaseIterable>(_ field: Field?) -> Value?
  where Value.RawValue == String {
    value(field, Value.allCases.map(\.rawValue).choices) { Value(rawValue: $0) }
  }

  /// `true` or `false`.
  mutating func flag(_ field: Field?) -> Bool? {
    value(field, "true or false") { Bool($0) }
  }

  /// The value of a key, or nil after a report that the key is missing.
  mutating func required(_ fields: Fields, _ key: String, _ message: @autoclosure () -> String) -> Field? {
    if !fields.has(key) { missing(fields, [key], message()) }
    return fields[key]
  }

  /// The value of the key `format`, which must be there.
  mutating func requiredFormat<Value: RawRepresentable & CaseIterable>(
    _ fields: Fields, _ message: String
  ) -> Value? where Value.RawValue == String {
    choice(required(fields, "format", "\(message): \(Value.allCases.map(\.rawValue).choices)"))
  }

  /// Reports that a mapping lacks the keys that it needs. `keys` are the keys that could be meant. Nothing is
  /// reported if the file ends inside the mapping, or if one of `keys` is misspelt there.
  mutating func missing(_ fields: Fields, _ keys: [String], _ message: @autoclosure () -> String) {
    if !fields.isCut && fields.misspelt.isDisjoint(with: keys) { report(fields.location, message()) }
  }

  /// Reports a value of the wrong kind.
  mutating func mismatch(_ field: Field, _ wanted: String, isText: Bool = false) {
    switch field.node.kind {
    case .refused: return
    case .scalar(let text, _): reportScalar(field, wanted, text)
    case .sequence: reportCollection(field, wanted, "a list", isText)
    case .mapping: reportCollection(field, wanted, "a mapping", isText)
    }
  }

  private mutating func reportScalar(_ field: Field, _ wanted: String, _ text: String) {
    guard field.node.isEmptyScalar else {
      return report(field, "\(field.subject) must be \(wanted), not '\(text.shortened)'")
    }
    if !text.isEmpty {
      report(field, "\(field.subject) has no value; if '\(text)' is text, put it in quotes\(text.quotedHint)")
    } else if let comment = source.comment(after: field.node.span.upperBound) {
      let hint = (source.oneLine(comment..<source.endOfLine(comment)) ?? "").quotedHint
      report(
        source.location(of: comment),
        "\(field.subject) has no value: '#' begins a comment; if it is text, put it in quotes\(hint)")
    } else {
      report(field, "\(field.subject) has no value")
    }
  }

  private mutating func reportCollection(_ field: Field, _ wanted: String, _ found: String, _ isText: Bool) {
    let node = field.node
    let isFlow = source[node.span.lowerBound].map { $0 == "[" || $0 == "{" } ?? false
    let written = isText && isFlow ? source.oneLine(node.span) : nil
    let hint = written.map { ": put it in quotes" + $0.quotedHint } ?? ""
    report(node.location, "\(field.subject) must be \(wanted), not \(found)\(hint)")
  }
}
