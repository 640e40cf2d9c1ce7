import CCodecs
import ImageModel

extension DecodingEngine {
  /// The description of the engine in C; nil if the engine is written in Swift.
  var library: OpaquePointer? { shim_engine_named(rawValue) }

  /// True if the engine reads a file from start to end, so that the bytes can be hashed as they are read.
  package var readsInOrder: Bool { library.map { shim_engine_is_random($0) == 0 } ?? true }

  /// The range of a page's data in an icon or an XBM, and the engine in C for this data. The engine takes the data
  /// in any order, so nothing is hashed. Nil for other engines.
  ///
  /// - Throws: `bad_header`, `zero_size`, `io_error`.
  func part(
    of page: Int, in descriptor: Int32
  ) throws(ImageError) -> (library: OpaquePointer?, range: Range<Int>)? {
    switch self {
    case .icon:
      let picture = try IconDirectory(ByteSource(descriptor: descriptor)).picture(of: page)
      let engine: DecodingEngine = picture.coding == .png ? .libpng : .icon
      return (engine.library, picture.place..<Int.max)
    case .xbm:
      let text = try XBMHeaderReader(ByteSource(descriptor: descriptor))
      return (text.isOfWords ? shim_engine_named("xbm_words") : library, text.place..<Int.max)
    default: return nil
    }
  }

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
    case .librsvg: .librsvg
    default: nil
    }
  }
}
