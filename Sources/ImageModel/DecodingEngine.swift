/// What decodes a picture.
package enum DecodingEngine: String, Codable, Sendable, CaseIterable {
  case libjpeg, libpng, libtiff, libwebp, giflib, bmp, libaom, libde265
  /// Of JPEGs: ours, which decodes no more than scale and region need.
  case reduced

  /// What decodes pictures of a format.
  package init(_ format: SourceFormat) {
    switch format {
    case .png: self = .libpng
    case .tiff: self = .libtiff
    case .webp: self = .libwebp
    case .gif: self = .giflib
    case .bmp: self = .bmp
    case .avif: self = .libaom
    case .heic: self = .libde265
    case .jpeg: self = .libjpeg
    }
  }
}

/// What decodes JPEGs.
package enum EngineChoice: String, Codable, Sendable, CaseIterable {
  /// ``DecodingEngine/reduced`` where it takes the picture, and where no pixel is wanted as libjpeg would upsample it.
  case auto
  case libjpeg
  /// ``DecodingEngine/reduced`` wherever it takes the picture.
  case reduced
}
