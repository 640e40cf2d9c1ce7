import CKernel

/// A shared library that this process has loaded.
package enum LoadedLibrary {
  /// The first 8 hexadecimal digits of the GNU build id of the loaded file whose name begins with `prefix`.
  /// Nil if there is none, or if it has no build id.
  package static func buildID(namePrefix prefix: String) -> String? {
    var id: [UInt8] = [0, 0, 0, 0]
    return kernel_build_id(prefix, &id, id.count) != 0 ? hexadecimal(id) : nil
  }
}
