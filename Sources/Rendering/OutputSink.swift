import ImageModel
import System

/// Where an encoder's bytes go: into an open file, through the digest.
final class OutputSink {
  private let target: Int32
  private var digest: SHA256?
  /// Bytes written.
  private(set) var count = 0
  /// Why a write failed.
  private(set) var failure: SystemError?

  /// A sink into `target`.
  init(_ target: Int32, hash: HashKind) {
    self.target = target
    digest = hash == .sha256 ? SHA256() : nil
  }

  /// Throws `write_failed` without words: what happened is in `failure`.
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

  /// The SHA-256 of all bytes, in hexadecimal; nil where none is wanted. Nothing is written after it.
  func finish() -> String? { digest.take()?.finish() }
}
