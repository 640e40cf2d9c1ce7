import ImageModel

/// Reads the keys that say how files are encoded, at any level of a job file that allows these keys.
extension JobReader {
  /// The encode options that one level of the job file sets.
  mutating func encodeOptions(_ fields: Fields) -> EncodeOptions {
    var options = EncodeOptions()
    for option in EncodeOption.all {
      let inner = option.key.dropFirst(option.outerKey.count + 1)
      var field = fields[option.outerKey]
      // The quality of several formats is read with the formats.
      if fields.has("formats"), option.key == "quality", case .mapping = field?.node.kind { continue }
      if !inner.isEmpty {
        field = self.fields(field, .encode, "a mapping with '\(inner)'").flatMap { $0[String(inner)] }
      }
      option.set(&options, value(field, option))
    }
    return options
  }

  private mutating func value(_ field: Field?, _ option: EncodeOption) -> EncodeOption.Value? {
    switch option.values {
    case .whole(let range): whole(field, in: range).map(EncodeOption.Value.number)
    case .oneOf(let numbers):
      value(field, numbers.map(String.init).choices) { text in
        numbers.first { String($0) == text }.map(EncodeOption.Value.number)
      }
    case .bytes: bytes(field, example: "200KB").map(EncodeOption.Value.number)
    case .flag: flag(field).map(EncodeOption.Value.flag)
    case .names(let names):
      value(field, names.choices) { names.contains($0) ? .name($0) : nil }
    }
  }

  /// Reports keys that none of `formats` has, and a depth that none of them allows. Nil stands for a source's
  /// own format, which may have any key and depth.
  mutating func checkEncodeKeys(
    _ fields: Fields, depth: Int?, for formats: [OutputFormat?], _ subject: String
  ) {
    if formats.contains(nil) || formats.isEmpty { return }
    for option in EncodeOption.all where !option.formats.contains(where: { formats.contains($0) }) {
      guard let field = fields[option.outerKey] else { continue }
      let owners = option.formats.map(\.rawValue).choices
      report(field, "\(field.subject) is for \(owners), and \(subject)")
    }
    guard let depth, let field = fields["depth"] else { return }
    let depths = formats.compactMap { $0?.depths }.joined()
    if depths.isEmpty || depths.contains(depth) { return }
    let owners = OutputFormat.allCases.filter { $0.depths.contains(depth) }.map(\.rawValue).choices
    report(field, "\(field.subject) of \(depth) is for \(owners), and \(subject)")
  }
}
