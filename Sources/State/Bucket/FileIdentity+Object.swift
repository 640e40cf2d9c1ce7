import Net
import System

/// Objects have no times and numbers as files have. Journals note them in the form of files.
extension FileIdentity {
  /// The identity of an object: its size, no time, and in place of the number the first 8 bytes of the SHA-256 of its
  /// tag.
  init(object bytes: Int, _ tag: EntityTag?) {
    let sum = tag.map { SHA256.digest(of: Array($0.text.utf8), bytes: 8) }
    self.init(bytes: bytes, modified: 0, inode: sum.flatMap { UInt64($0, radix: 16) } ?? 0)
  }

  /// Stands for an object that is about to be put, and whose tag only the store knows: its size, and the first 8 bytes
  /// of the SHA-256 of its bytes. `sha256` is in hexadecimal.
  init(announcing bytes: Int, sha256: String) {
    self.init(bytes: bytes, modified: 1, inode: Self.number(sha256))
  }

  /// True if this identity announces an object with this SHA-256, in hexadecimal.
  func announces(_ sha256: String, bytes: Int) -> Bool {
    self == FileIdentity(announcing: bytes, sha256: sha256)
  }

  /// True if this identity announces an object.
  var isAnnouncement: Bool { modified == 1 }

  private static func number(_ sha256: String) -> UInt64 { UInt64(sha256.prefix(16), radix: 16) ?? 0 }
}
