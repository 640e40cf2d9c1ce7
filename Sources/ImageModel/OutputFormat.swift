/// The file format of an output.
package enum OutputFormat: String, Codable, Sendable, CaseIterable {
  case jpeg, png, tiff, webp, avif

  /// File name extensions, lower case, without the dot.
  package var extensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .png: ["png"]
    case .tiff: ["tif", "tiff"]
    case .webp: ["webp"]
    case .avif: ["avif"]
    }
  }

  /// As IANA has it registered.
  package var mediaType: String { "image/\(rawValue)" }

  /// The most pixels of a side, where that is less than ``PixelSize/longestSide``: nil elsewhere.
  package var longestSide: Int? { self == .webp ? 16383 : nil }

  /// The bits a sample that can be asked for; none where it has one depth.
  package var depths: [Int] {
    switch self {
    case .jpeg, .webp: []
    case .png, .tiff: [8, 16]
    case .avif: [8, 10, 12]
    }
  }

  /// That of a source; nil where none is written.
  package init?(_ source: SourceFormat) {
    self.init(rawValue: source.rawValue)
  }

  /// What `source` is encoded as in this format. Alpha that is lost shows the `background`, so that grey may take on
  /// colour.
  package func pixels(
    of source: PixelFormat, over background: RGBColor, options: EncodeOptions = EncodeOptions()
  ) -> PixelFormat {
    let depth =
      options.palette == true ? .eight : options.depth.map { $0 > 8 ? .sixteen : .eight } ?? source.depth
    switch self {
    case .jpeg:
      let isGrey = source.color == .grey && (!source.hasAlpha || background.isGrey)
      return PixelFormat(isGrey ? .grey : .ycbcr)
    case .png, .tiff, .avif:
      return PixelFormat(
        source.color == .grey ? .grey : .rgb, depth: depth, hasAlpha: source.hasAlpha)
    case .webp: return PixelFormat(.rgb, hasAlpha: source.hasAlpha)
    }
  }
}
