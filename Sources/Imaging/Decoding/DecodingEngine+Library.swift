import CCodecs
import ImageModel

extension DecodingEngine {
  /// The engine in C; nil for an engine in Swift.
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

  /// True if the engine reads a file from start to end, so that the bytes can be hashed as they are read.
  package var readsInOrder: Bool { shim.map { shim_engine_is_random($0) == 0 } ?? true }

  /// The library's version at compile time; nil for our own engine.
  package var version: String? {
    shim.flatMap { shim_engine_version($0) }.map { String(cString: $0) }
  }
}
