import CCodecs
import CZimg

/// Versions of the libraries that shape pixels and bytes.
package enum LibraryVersion {
  /// libjpeg-turbo's, as this was compiled with.
  package static var libjpegTurbo: String { String(cString: shim_libjpeg_version()) }

  /// libpng's, as this was compiled with.
  package static var libpng: String { String(cString: shim_libpng_version()) }

  /// zimg's, as loaded.
  package static var zimg: String {
    var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zimg_get_version_info(&major, &minor, &micro)
    return "\(major).\(minor).\(micro)"
  }
}
