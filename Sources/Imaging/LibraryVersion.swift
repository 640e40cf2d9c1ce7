import CZimg

/// Versions of the libraries that shape pixels and bytes.
package enum LibraryVersion {
  /// zimg's, as loaded.
  package static var zimg: String {
    var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zimg_get_version_info(&major, &minor, &micro)
    return "\(major).\(minor).\(micro)"
  }
}
