/// How a mask file, which is a PNG, stores a label for each pixel (PNG, third edition, 11.2.1).
package struct LabelLayout: Codable, Hashable, Sendable {
  /// The size in pixels.
  package var size: PixelSize
  /// The bits of a label: 1, 2, 4, 8 or 16.
  package var bits: Int
  /// True if labels are indices of a palette; false if they are grey levels.
  package var hasPalette: Bool
  package var isInterlaced: Bool

  package enum CodingKeys: String, CodingKey {
    case size, bits
    case hasPalette = "palette"
    case isInterlaced = "interlaced"
  }

  package init(size: PixelSize, bits: Int, hasPalette: Bool, isInterlaced: Bool) {
    (self.size, self.bits) = (size, bits)
    (self.hasPalette, self.isInterlaced) = (hasPalette, isInterlaced)
  }

  /// The depth of a label in memory.
  package var depth: SampleDepth { Self.depth(bits) }

  /// The bits of a label in a file that also holds the label `pad`; nil if no such file can. A palette has at most 256
  /// colours.
  package func bits(padding pad: Int) -> Int? {
    let needed = [1, 2, 4, 8, 16].first { pad >> $0 == 0 } ?? .max
    let most = hasPalette ? 8 : 16
    return needed <= most ? max(bits, needed) : nil
  }

  /// The depth in memory of labels with this number of bits.
  package static func depth(_ bits: Int) -> SampleDepth { bits > 8 ? .sixteen : .eight }
}

/// A mask file beside a source.
package struct SourceMask: Hashable, Sendable {
  /// The file's path below the base folder.
  package var path: String
  package var version: SourceVersion
  package var layout: LabelLayout

  package init(path: String, version: SourceVersion, layout: LabelLayout) {
    (self.path, self.version, self.layout) = (path, version, layout)
  }
}
