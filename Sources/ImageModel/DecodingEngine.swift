/// What decodes a picture.
package enum DecodingEngine: String, Codable, Sendable, CaseIterable {
  case libjpeg, libpng, libtiff, libwebp, giflib, bmp, libaom, libde265

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
