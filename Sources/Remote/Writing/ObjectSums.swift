import Glibc
import System

/// The SHA-256 of a file and of the parts in which it is sent, in lower-case hexadecimal digits.
package struct ObjectSums: Hashable, Sendable {
  /// A part of a file that is too large for one request.
  struct Part: Hashable, Sendable {
    let offset, bytes: Int
    let sha256: String
  }

  /// The size of the file.
  package let bytes: Int
  /// The hash of the whole file.
  package let whole: String
  /// At least two parts; none for a file that is sent by one request.
  let parts: [Part]

  /// The largest file that is sent by one request. A larger one has parts of this size.
  package static let partBytes = 16 << 20
  /// The most parts of an object (Amazon S3 User Guide, "Amazon S3 multipart upload limits").
  private static let mostParts = 10_000
  private static let piece = 1 << 18

  /// The hashes of the first `bytes` bytes of an open file. `whole` is the hash of all of them, if it is known. Throws
  /// `EIO` if the file is shorter.
  package init(_ number: Int32, bytes: Int, whole: String? = nil) throws(SystemError) {
    self.bytes = bytes
    if bytes <= Self.partBytes {
      parts = []
      self.whole = if let whole { whole } else { try FileBytes.sha256(number, limit: bytes) }
      return
    }
    let all = SHA256()
    var parts: [Part] = []
    let most = Self.partBytes(of: bytes)
    for start in stride(from: 0, to: bytes, by: most) {
      let own = SHA256()
      let end = min(start + most, bytes)
      for offset in stride(from: start, to: end, by: Self.piece) {
        let read = try FileBytes.read(number, count: min(Self.piece, end - offset), at: offset)
        guard read.count == min(Self.piece, end - offset) else { throw SystemError(EIO) }
        read.withUnsafeBytes { all.update($0) }
        read.withUnsafeBytes { own.update($0) }
      }
      parts.append(Part(offset: start, bytes: end - start, sha256: own.finish()))
    }
    self.parts = parts
    self.whole = all.finish()
  }

  /// The size of the parts of a file of `bytes` bytes.
  static func partBytes(of bytes: Int) -> Int { max(partBytes, (bytes + mostParts - 1) / mostParts) }

  /// A hash as stores write it: in Base64. `sha256` is in hexadecimal.
  static func base64(_ sha256: String) -> String { Base64.text(Self.bytes(sha256)) }

  private static func bytes(_ sha256: String) -> [UInt8] {
    let digits = Array(sha256.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
  }
}
