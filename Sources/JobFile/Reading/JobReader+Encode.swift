import ImageModel

/// The keys that say how files are encoded, at any level.
extension JobReader {
  /// What the keys of one level say.
  mutating func encodeOptions(_ fields: Fields) -> EncodeOptions {
    var options = EncodeOptions()
    options.quality = number(fields, .quality, in: 1...100)
    options.chroma = choice(fields[EncodeKey.chroma.rawValue])
    options.progressive = flag(fields[EncodeKey.progressive.rawValue])
    options.optimize = flag(fields[EncodeKey.optimize.rawValue])
    options.palette = flag(fields[EncodeKey.palette.rawValue])
    options.maxBytes = value(
      fields[EncodeKey.maxBytes.rawValue],
      "a number of bytes above 0, alone or in KB, MB, GB, KiB, MiB or GiB, as in 200KB"
    ) { PlainNumber.bytes($0) }
    options.lossless = flag(fields[EncodeKey.lossless.rawValue])
    options.effort = number(fields, .effort, in: 0...6)
    options.level = number(fields, .level, in: 0...9)
    options.speed = number(fields, .speed, in: 0...9)
    let depths = Set(OutputFormat.allCases.flatMap(\.depths)).sorted()
    options.depth = value(fields[EncodeKey.depth.rawValue], depths.map(String.init).choices) { text in
      depths.first { String($0) == text }
    }
    options.compression = choice(fields[EncodeKey.compression.rawValue])
    let encode = self.fields(fields[EncodeKey.encode.rawValue], .encode, "a mapping with 'lossless'")
    options.transform = encode.flatMap { choice($0["lossless"]) }
    return options
  }

  private mutating func number(_ fields: Fields, _ key: EncodeKey, in range: ClosedRange<Int>) -> Int? {
    value(fields[key.rawValue], "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      PlainNumber.whole($0, in: range)
    }
  }

  /// Reports keys and a depth that none of `formats` has; nil stands for a source's own format, which may have any.
  mutating func checkEncodeKeys(
    _ fields: Fields, depth: Int?, for formats: [OutputFormat?], _ subject: String
  ) {
    if formats.contains(nil) || formats.isEmpty { return }
    for key in EncodeKey.allCases where !key.formats.contains(where: { formats.contains($0) }) {
      guard let field = fields[key.rawValue] else { continue }
      let owners = key.formats.map(\.rawValue).choices
      report(field.node.location, "\(field.subject) is for \(owners), and \(subject)")
    }
    guard let depth, let field = fields[EncodeKey.depth.rawValue] else { return }
    let depths = formats.compactMap { $0?.depths }.joined()
    if depths.isEmpty || depths.contains(depth) { return }
    let owners = OutputFormat.allCases.filter { $0.depths.contains(depth) }.map(\.rawValue).choices
    report(field.node.location, "\(field.subject) of \(depth) is for \(owners), and \(subject)")
  }
}
