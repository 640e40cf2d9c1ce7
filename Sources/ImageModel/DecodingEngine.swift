/// What decodes a picture.
package enum DecodingEngine: String, Codable, Sendable, CaseIterable {
  case libjpeg, libpng, libtiff
}

extension DecodingEngine {
  /// What decodes a format; nil stands for JPEG.
  package init(_ format: SourceFormat?) {
    switch format {
    case .png: self = .libpng
    case .tiff: self = .libtiff
    default: self = .libjpeg
    }
  }
}
