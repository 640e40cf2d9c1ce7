import CLibDeflate
import CZimg
import CZlib

/// Versions of the libraries that change pixels or bytes of an output.
package enum LibraryVersion {
  /// zimg's version at run time.
  package static var zimg: String {
    var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zimg_get_version_info(&major, &minor, &micro)
    return "\(major).\(minor).\(micro)"
  }

  /// zlib's version at run time.
  package static var zlib: String { String(cString: zlibVersion()) }

  /// libdeflate's version at compile time. The library reports no version at run time.
  package static let libdeflate = LIBDEFLATE_VERSION_STRING
}
