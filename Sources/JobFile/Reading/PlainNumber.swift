import ImageModel

/// Numbers as job files write them: plain decimal, without exponent, sign `+`, hex or NaN.
package enum PlainNumber {
  /// A decimal number, such as `-12`, `0.5` or `0412` (which is 412).
  static func decimal(_ text: some StringProtocol) -> Double? {
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let signs = text.prefix { $0 == "-" }.count
    let isPlain = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard isPlain, signs <= 1, (1...2).contains(parts.count), text.utf8.count <= 40 else { return nil }
    return Double(text)
  }

  /// A decimal within a range.
  package static func decimal(_ text: some StringProtocol, in range: ClosedRange<Double>) -> Double? {
    decimal(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// A number without a fraction part, within a range.
  static func whole(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    guard !text.contains("."), let value = decimal(text), let whole = Int(exactly: value) else { return nil }
    return range.contains(whole) ? whole : nil
  }

  /// A number of pixels, from -1,000,000 to 1,000,000.
  static func pixels(_ text: some StringProtocol) -> Double? {
    decimal(text, in: -Length.farthest...Length.farthest)
  }

  /// The number before a `%`: 12.5 for `12.5%`.
  static func percent(_ text: some StringProtocol, in range: ClosedRange<Double>) -> Double? {
    text.hasSuffix("%") ? decimal(text.dropLast(), in: range) : nil
  }

  /// A length in pixels, or in per cent if the text ends in `%`.
  static func length(_ text: some StringProtocol) -> Length? {
    if let percent = percent(text, in: -Length.farthest...Length.farthest) { return .percent(percent) }
    return pixels(text).map { .pixels($0) }
  }

  /// A length above 0, in pixels or per cent.
  static func extent(_ text: some StringProtocol) -> Length? {
    length(text).flatMap { $0.number > 0 ? $0 : nil }
  }

  /// A number of bytes above 0 and at most 1e15. The text may end in a unit: KB, MB, GB, KiB, MiB or GiB.
  package static func bytes(_ text: String) -> Int? {
    amount(
      text,
      units: [
        ("KB", 1e3), ("MB", 1e6), ("GB", 1e9),
        ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824),
      ])
  }

  /// A number of bytes or pixels above 0, rounded to a whole number. If the text ends in the name of a unit,
  /// the unit's factor multiplies the number.
  static func amount(_ text: String, units: [(name: String, factor: Double)]) -> Int? {
    let name = String(text.reversed().prefix { $0.isLetter }.reversed())
    guard let factor = name.isEmpty ? 1 : units.first(where: { $0.name == name })?.factor else { return nil }
    let digits = text.dropLast(name.count)
    let number = digits.hasSuffix(" ") && !name.isEmpty ? digits.dropLast() : digits
    guard let value = decimal(number), value * factor <= 1e15 else { return nil }
    return Int(exactly: (value * factor).rounded()).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension Length {
  /// The number of pixels or of per cent.
  var number: Double {
    switch self {
    case .pixels(let value), .percent(let value): value
    }
  }
}
