import Glibc

extension Descriptor {
  /// The SHA-256 of the whole file, in hexadecimal.
  package func sha256() throws(SystemError) -> String { try FileBytes.sha256(number, limit: .max) }
}

extension FileBytes {
  /// The SHA-256 of an open file's first `limit` bytes, in hexadecimal.
  package static func sha256(_ number: Int32, limit: Int) throws(SystemError) -> String {
    let digest = SHA256()
    var offset = 0
    while true {
      let bytes = try read(number, count: min(1 << 16, limit - offset), at: offset)
      if bytes.isEmpty { return digest.finish() }
      bytes.withUnsafeBytes { digest.update($0) }
      offset += bytes.count
    }
  }
}
