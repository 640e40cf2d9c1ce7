/// The colour space of an output, and whether the resample works in linear light. The key `color` of a job
/// file sets both.
package struct ColorPlan: Hashable, Sendable, Codable {
  package var target: ColorTarget
  package var intent: ColorIntent
  /// True if the resample works in linear light.
  package var isLinear: Bool

  package enum CodingKeys: String, CodingKey {
    case target = "profile"
    case intent
    case isLinear = "linear"
  }

  /// The defaults are those of a job file: nothing is converted.
  package init(_ target: ColorTarget = .keep, intent: ColorIntent = .relative, isLinear: Bool = false) {
    self.target = target
    self.intent = intent
    self.isLinear = isLinear
  }
}

/// How colours outside of the target's gamut are mapped into it (ICC.1:2022, 6.2).
package enum ColorIntent: String, Codable, Sendable, CaseIterable {
  case relative, perceptual
}

/// The colour space of an output.
package enum ColorTarget: Hashable, Sendable {
  /// The source's own space; sRGB for CMYK.
  case keep
  /// IEC 61966-2-1.
  case srgb
  /// SMPTE EG 432-1 with the white and the curve of sRGB.
  case displayP3
  /// The space of an ICC profile.
  case profile([UInt8])
}

extension ColorTarget: Codable {
  /// The target's name in job files and plans; nil for a profile.
  package var name: String? {
    switch self {
    case .keep: "keep"
    case .srgb: "srgb"
    case .displayP3: "display-p3"
    case .profile: nil
    }
  }

  /// The target with this name.
  package init?(name: String) {
    guard let target = [Self.keep, .srgb, .displayP3].first(where: { $0.name == name }) else { return nil }
    self = target
  }

  /// The target's name, or its profile as hexadecimal digits.
  package var text: String {
    guard case .profile(let bytes) = self else { return name ?? "" }
    return "icc:" + bytes.reduce(into: "") { $0 += String($1 >> 4, radix: 16) + String($1 & 15, radix: 16) }
  }

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    if let target = ColorTarget(name: text) {
      self = target
    } else if let bytes = Self.bytes(ofHexadecimal: text) {
      self = .profile(bytes)
    } else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no colour target"))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }

  private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
    guard text.hasPrefix("icc:") else { return nil }
    let digits = text.utf8.dropFirst(4).map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
