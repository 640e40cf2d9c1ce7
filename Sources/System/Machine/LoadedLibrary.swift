import CKernel

/// A shared library that this process has loaded.
package enum LoadedLibrary {
  /// The GNU build id of a loaded library: its first 8 hexadecimal digits. The name of the library's file
  /// begins with `prefix`. Nil if no such library is loaded, or if it has no build id.
  package static func buildID(namePrefix prefix: String) -> String? {
    var id: [UInt8] = [0, 0, 0, 0]
    return kernel_build_id(prefix, &id, id.count) != 0 ? hexadecimal(id) : nil
  }
}
