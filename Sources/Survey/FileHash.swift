import Glibc
import ImageModel
import Imaging
import Planning
import System

/// A file's content as a size and a hash.
package struct FileHash: Hashable, Sendable {
  /// Size of the file.
  package var bytes: Int
  package var sha256: Checksum

  package init(bytes: Int, sha256: Checksum) {
    self.bytes = bytes
    self.sha256 = sha256
  }
}

extension Descriptor {
  /// The size and hash of the whole file.
  package borrowing func sum() throws(SystemError) -> FileHash {
    let bytes = try status().bytes
    // The limit ends the read of a file that keeps growing.
    guard let sha256 = Checksum(hexadecimal: try FileBytes.sha256(number, limit: bytes)) else {
      throw SystemError(EIO)
    }
    return FileHash(bytes: bytes, sha256: sha256)
  }
}

extension OpenSource {
  /// The size and hash of the whole source. Throws `source_changed` if the source differs from `version`
  /// before or after it is read. Throws `max_file` for more than `largest` bytes.
  package borrowing func sum(
    of version: SourceVersion? = nil, largest: Int = .max
  ) throws(OpeningError) -> FileHash {
    if self.version.bytes > largest { throw .source(.tooLarge(self.version.bytes, limit: largest)) }
    if let version, version != self.version { throw .source(.sourceChanged) }
    let sum: FileHash
    do throws(SystemError) { sum = try descriptor.sum() } catch {
      throw OpeningError(reading: error)
    }
    do throws(ImageError) { try checkUnchanged() } catch { throw .source(error.finding) }
    return sum
  }
}
