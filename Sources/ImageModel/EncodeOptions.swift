/// How a JPEG is encoded.
package struct EncodeOptions: Hashable, Sendable, Codable {
  private var storedQuality: UInt8
  /// Chroma subsampling; grey pictures have none.
  package var chroma: ChromaSubsampling
  /// Several scans of growing detail (ITU-T T.81, G); all coefficients are held in memory.
  package var progressive: Bool
  /// Huffman tables fitted to the picture; all coefficients are held in memory.
  package var optimize: Bool

  package enum CodingKeys: String, CodingKey {
    case storedQuality = "quality"
    case chroma, progressive, optimize
  }

  /// The Independent JPEG Group's quality, 1...100.
  package var quality: Int { Int(storedQuality) }

  /// Options; the defaults are those of a job file.
  package init(
    quality: Int = 85, chroma: ChromaSubsampling = .quarter, progressive: Bool = false,
    optimize: Bool = false
  ) {
    storedQuality = UInt8(clamping: quality)
    self.chroma = chroma
    self.progressive = progressive
    self.optimize = optimize
  }
}

/// How many luma samples share a chroma sample.
package enum ChromaSubsampling: String, Codable, Sendable, CaseIterable {
  /// One each.
  case none = "4:4:4"
  /// Two side by side.
  case half = "4:2:2"
  /// Four in a square.
  case quarter = "4:2:0"

  /// Luma samples across for each chroma sample.
  package var horizontal: Int { self == .none ? 1 : 2 }
  /// Luma samples down for each chroma sample.
  package var vertical: Int { self == .quarter ? 2 : 1 }
}

/// The file format of an output.
package enum OutputFormat: String, Codable, Sendable, CaseIterable {
  case jpeg

  /// File name extensions, lower case, without the dot.
  package var extensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    }
  }
}
