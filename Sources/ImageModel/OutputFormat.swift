/// The file format of an output.
package enum OutputFormat: String, Codable, Sendable, CaseIterable {
  case jpeg, png, tiff, webp, avif, gif

  /// File name extensions, lower case, without the dot.
  package var extensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .png: ["png"]
    case .tiff: ["tif", "tiff"]
    case .webp: ["webp"]
    case .avif: ["avif"]
    case .gif: ["gif"]
    }
  }

  /// The media type registered with IANA.
  package var mediaType: String { "image/\(rawValue)" }

  /// The most pixels of a side, if that is less than ``PixelSize/longestSide``; nil otherwise.
  package var longestSide: Int? { self == .webp ? 16383 : nil }

  /// True if a file of the format can hold a gain map.
  package var holdsGainMap: Bool { self == .jpeg || self == .avif }

  /// True if Upright writes animations of the format.
  package var holdsFrames: Bool { self == .webp || self == .gif }

  /// The most times that the encoder of an animation takes all frames.
  package var framePasses: Int { self == .gif ? 4 : 1 }

  /// True if a file of the format says what its samples mean as colours. A GIF doesn't: its samples are those of sRGB.
  package var holdsProfile: Bool { self != .gif }

  /// True if Upright writes an orientation tag into files of the format.
  package var holdsOrientation: Bool { self != .gif }

  /// The numbers of bits in a sample that a job can choose; empty if the format has one depth.
  package var depths: [Int] {
    switch self {
    case .jpeg, .webp, .gif: []
    case .png, .tiff: [8, 16]
    case .avif: [8, 10, 12]
    }
  }

  /// The output format that equals a source's format; nil if there is no such output format.
  package init?(_ source: SourceFormat) {
    self.init(rawValue: source.rawValue)
  }

  /// The pixel format in which this file format stores pixels of format `source`. If the file format has no
  /// alpha, the `background` shows through, so grey may become coloured.
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
    case .webp, .gif: return PixelFormat(.rgb, hasAlpha: source.hasAlpha)
    }
  }
}
