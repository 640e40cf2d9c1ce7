import ImageModel
import System

/// Writes an encoder's bytes to an open file and hashes them.
final class OutputSink {
  private let target: Int32
  private var digest: SHA256?
  /// The number of bytes written.
  private(set) var count = 0
  /// Why a write failed.
  private(set) var failure: SystemError?

  /// A sink that writes to the open file `target`.
  init(_ target: Int32, hash: HashKind) {
    self.target = target
    digest = hash == .sha256 ? SHA256() : nil
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

  /// The SHA-256 of all bytes, in hexadecimal; nil if the job has `hash: none`. Call it after the last write.
  func finish() -> String? { digest.take()?.finish() }
}
