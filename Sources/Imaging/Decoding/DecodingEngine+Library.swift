import CCodecs
import ImageModel

extension DecodingEngine {
  var shim: shim_engine {
    switch self {
    case .libjpeg: SHIM_LIBJPEG
    case .libpng: SHIM_LIBPNG
    }
  }

  /// The version of its library, as this was compiled with.
  package var version: String { String(cString: shim_engine_version(shim)) }
}
