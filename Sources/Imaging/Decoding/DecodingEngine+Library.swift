import CCodecs
import ImageModel

extension DecodingEngine {
  /// Nil for what isn't of C.
  var shim: shim_engine? {
    switch self {
    case .libjpeg: SHIM_LIBJPEG
    case .libpng: SHIM_LIBPNG
    case .libtiff: SHIM_LIBTIFF
    case .libwebp: SHIM_LIBWEBP
    case .giflib: SHIM_GIFLIB
    case .bmp: SHIM_BMP
    case .libaom: SHIM_LIBAOM
    case .libde265: SHIM_LIBDE265
    case .reduced: nil
    }
  }

  /// Whether it reads a file from its start to its end, so that what it reads can be hashed.
  package var readsInOrder: Bool { shim.map { shim_engine_is_random($0) == 0 } ?? true }

  /// The version of its library, as this was compiled with; nil for an engine of our own.
  package var version: String? {
    shim.flatMap { shim_engine_version($0) }.map { String(cString: $0) }
  }
}
