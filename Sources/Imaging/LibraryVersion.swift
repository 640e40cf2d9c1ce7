import CLibDeflate
import CZlib

/// Versions of the libraries that change pixels or bytes of an output.
package enum LibraryVersion {
  /// zlib's version at run time.
  package static var zlib: String { String(cString: zlibVersion()) }

  /// libdeflate's version at compile time. The library reports no version at run time.
  package static let libdeflate = LIBDEFLATE_VERSION_STRING
}
