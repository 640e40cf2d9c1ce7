/// The planes of a picture: colours, then alpha if there is any, all of one depth.
package struct PixelFormat: Hashable, Sendable, Codable {
  package var color: ColorModel
  package var depth: SampleDepth
  package var hasAlpha: Bool

  package enum CodingKeys: String, CodingKey {
    case color
    case depth = "bits"
    case hasAlpha = "alpha"
  }

  package init(_ color: ColorModel, depth: SampleDepth = .eight, hasAlpha: Bool = false) {
    self.color = color
    self.depth = depth
    self.hasAlpha = hasAlpha
  }

  /// The number of planes, alpha included.
  package var planes: Int { color.samples + (hasAlpha ? 1 : 0) }
}

/// The bits of a sample. A sample uses the full range of its bits.
package enum SampleDepth: Int, Codable, Sendable, CaseIterable {
  case eight = 8
  case sixteen = 16

  /// Bytes of a sample.
  package var bytes: Int { rawValue / 8 }
}
