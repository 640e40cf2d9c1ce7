import CCodecs
import ImageModel

extension DecodingEngine {
  /// The description of the engine in C; nil if the engine is written in Swift.
  var library: OpaquePointer? { shim_engine_named(rawValue) }

  /// True if the engine reads a file from start to end, so that the bytes can be hashed as they are read.
  package var readsInOrder: Bool { library.map { shim_engine_is_random($0) == 0 } ?? true }

  /// The library's version at compile time; nil for our own engine.
  package var version: String? {
    library.flatMap { shim_engine_version($0) }.map { String(cString: $0) }
  }

  /// The library that the engine loads when it is first needed; nil if the engine loads none. A machine may
  /// lack this library.
  package var optionalLibrary: OptionalLibrary? {
    switch self {
    case .libaom: .libdav1d
    case .libde265: .libde265
    default: nil
    }
  }
}
