import Glibc
import Hashing

extension Descriptor {
  /// The SHA-256 of the whole file, in hexadecimal.
  func sha256() throws(SystemError) -> String {
    let digest = SHA256()
    var offset = 0
    while true {
      let bytes = try read(1 << 16, at: offset)
      if bytes.isEmpty { return digest.finish() }
      bytes.withUnsafeBytes { digest.update($0) }
      offset += bytes.count
    }
  }
}

extension OutputTree {
  /// The SHA-256 of the regular file at a path, in hexadecimal.
  func sha256(of path: String) throws(SystemError) -> String {
    let folder = try folder(of: path)
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    return try Descriptor.open(path.split.name, flags, below: folder.number).sha256()
  }
}
