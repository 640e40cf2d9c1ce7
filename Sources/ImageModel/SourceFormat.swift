/// The format of a source, told from its content and never from its name.
package enum SourceFormat: String, Codable, Sendable, CaseIterable {
  case jpeg, png, webp
  /// TIFF 6.0 and BigTIFF.
  case tiff
  /// HEIF whose picture is coded as HEVC (ISO/IEC 23008-12, annex B).
  case heic
  /// HEIF whose picture is coded as AV1 (AV1 Image File Format 1.1).
  case avif
  case gif, bmp

  /// Endings of files' names by which it is looked for, lower case, without the dot.
  package var extensions: [String] {
    switch self {
    case .jpeg, .png, .webp, .tiff, .avif: OutputFormat(self)?.extensions ?? []
    case .heic: ["heic", "heif", "hif"]
    case .gif: ["gif"]
    case .bmp: ["bmp", "dib"]
    }
  }
}
