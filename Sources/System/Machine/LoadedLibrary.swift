import CKernel

/// A shared library that this process has loaded.
package enum LoadedLibrary {
  /// The first 8 hexadecimal digits of a loaded library's GNU build id. `prefix` is the start of the file
  /// name by which the library is found. Nil if no such library is loaded, or if it has no build id.
  package static func buildID(namePrefix prefix: String) -> String? {
    var id: [UInt8] = [0, 0, 0, 0]
    return kernel_build_id(prefix, &id, id.count) != 0 ? hexadecimal(id) : nil
  }
}
