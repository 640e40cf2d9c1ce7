import Glibc

/// The file of the program that this process runs.
package enum ProgramFile {
  /// The absolute path, without links; nil if `/proc` isn't mounted, or if the path isn't UTF-8.
  package static var path: String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.baseAddress.map { max(readlink("/proc/self/exe", $0, buffer.count), 0) } ?? 0
    }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }
}
