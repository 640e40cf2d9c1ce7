import ImageModel
import System

/// Writes an encoder's bytes to an open file and hashes them.
final class OutputSink {
  private let target: Int32
  private let hash: HashKind
  /// The digest of the bytes so far; nil if the file isn't hashed, or is hashed as a whole at the end.
  private var digest: SHA256?
  /// The number of bytes written.
  private(set) var count = 0
  /// Why a write failed.
  private(set) var failure: SystemError?

  /// A sink that writes to the open file `target`. If `hasMap`, a gain map will be added.
  init(_ target: Int32, hash: HashKind, hasMap: Bool) {
    self.target = target
    self.hash = hash
    digest = hash == .sha256 && !hasMap ? SHA256() : nil
  }

  /// Throws `write_failed` without a message; `failure` then holds the system's error.
  func write(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    do throws(SystemError) {
      try Descriptor.write(bytes, to: target)
    } catch {
      failure = error
      throw ImageError(.writeFailed, "")
    }
    digest?.update(bytes)
    count += bytes.count
  }

  /// Writes a gain map after its picture, and then the places of both into the picture's index. Throws
  /// `write_failed` as ``write(_:)``.
  func add(_ map: EncodedGainMap) throws(ImageError) {
    let entries = map.file.entries(pictureBytes: count)
    try map.bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
    do throws(SystemError) {
      try Descriptor.write(entries.bytes, to: target, at: entries.offset)
    } catch {
      failure = error
      throw ImageError(.writeFailed, "")
    }
  }

  /// The SHA-256 of all bytes, in hexadecimal; nil if the job has `hash: none`. Call it after the last write.
  func finish() throws(SystemError) -> String? {
    if let digest = digest.take() { return digest.finish() }
    return hash == .sha256 ? try FileBytes.sha256(target, limit: count) : nil
  }
}
