/// How one component of a JPEG is decoded.
package struct ComponentPlan: Codable, Hashable, Sendable {
  package var sampling: SamplingFactors
  package var scale: DCTScale

  package init(_ sampling: SamplingFactors, _ scale: DCTScale) {
    (self.sampling, self.scale) = (sampling, scale)
  }
}

/// How one or three components of a JPEG are decoded, in the frame's order. `Codable` writes the value as a
/// list.
///
/// The value takes only three bytes, because a plan holds one for each decode.
package struct ComponentPlans: Hashable, Sendable {
  private let first: UInt8
  private let second: UInt8
  private let third: UInt8

  /// The byte of a missing component.
  private static let none: UInt8 = 0xFF

  /// Nil unless there are one or three components.
  package init?(_ all: [ComponentPlan]) {
    guard all.count == 1 || all.count == 3 else { return nil }
    first = all[0].packed
    (second, third) = all.count == 3 ? (all[1].packed, all[2].packed) : (Self.none, Self.none)
  }

  package var all: [ComponentPlan] {
    [first, second, third].filter { $0 != Self.none }.compactMap(ComponentPlan.init(packed:))
  }

  /// How the decoded samples of each component lie over the stored picture.
  package var grids: [DecodeGrid] {
    let all = all
    return all.map { $0.scale.grid($0.sampling, among: all.map(\.sampling)) }
  }
}

extension ComponentPlan {
  /// The plan in one byte: two bits for each sampling factor, four for the scale.
  fileprivate var packed: UInt8 {
    UInt8(truncatingIfNeeded: (sampling.horizontal - 1) << 6 | (sampling.vertical - 1) << 4 | scale.eighths)
  }

  /// Nil for a byte that ``packed`` never gives.
  fileprivate init?(packed: UInt8) {
    let bits = Int(packed)
    guard let sampling = SamplingFactors(bits >> 6 + 1, bits >> 4 & 3 + 1),
      let scale = DCTScale.all.first(where: { $0.eighths == bits & 15 })
    else { return nil }
    self.init(sampling, scale)
  }
}

extension DCTScale {
  /// How a component's samples at this scale lie over the stored picture. `all` are the sampling factors of
  /// the frame's components. The grid covers the whole picture: the middle of the first sample lies half a
  /// sample inside the picture's edge (JFIF 1.02).
  package func grid(_ sampling: SamplingFactors, among all: [SamplingFactors]) -> DecodeGrid {
    DecodeGrid(
      self, across: (sampling.horizontal, all.map(\.horizontal).max() ?? 1),
      down: (sampling.vertical, all.map(\.vertical).max() ?? 1))
  }
}

extension ComponentPlans: Codable {
  package init(from decoder: any Decoder) throws {
    let list = try decoder.singleValueContainer().decode([ComponentPlan].self)
    guard let plans = ComponentPlans(list) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(list.count) components can't be decoded"))
    }
    self = plans
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(all)
  }
}
