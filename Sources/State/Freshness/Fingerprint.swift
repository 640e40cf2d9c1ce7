import ImageModel
import JobFile
import System

/// A hash over a job's sources, in their order.
package struct Fingerprint: ~Copyable {
  private let digest = SHA256()
  private var bytes: [UInt8]
  /// Bytes that are hashed at a time.
  private static let chunk = 1 << 14

  /// A fingerprint that begins with `text`.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Adds a source.
  package mutating func add(_ item: SourceItem, _ version: SourceVersion) {
    bytes.append(0)
    bytes += item.path
    bytes.append(0)
    for value in [
      item.entry, version.file.bytes, version.file.modified, Int(truncatingIfNeeded: version.file.inode),
    ] {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    if bytes.count >= Self.chunk { flush() }
  }

  /// The hash in hexadecimal.
  package consuming func finish() -> String {
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }

  private mutating func flush() {
    bytes.withUnsafeBytes { digest.update($0) }
    bytes.removeAll(keepingCapacity: true)
  }
}
