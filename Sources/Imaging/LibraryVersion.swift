import CLibDeflate
import CZimg
import CZlib

/// Versions of the libraries that shape pixels and bytes.
package enum LibraryVersion {
  /// zimg's, as loaded.
  package static var zimg: String {
    var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zimg_get_version_info(&major, &minor, &micro)
    return "\(major).\(minor).\(micro)"
  }

  /// zlib's, as loaded.
  package static var zlib: String { String(cString: zlibVersion()) }

  /// libdeflate's, as compiled with: it doesn't tell at run time.
  package static let libdeflate = LIBDEFLATE_VERSION_STRING
}
